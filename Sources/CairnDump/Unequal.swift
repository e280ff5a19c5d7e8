/// The parts of a value that make it differ from itself, such as a NaN, for messages.
@usableFromInline
package func unequalParts<Value>(of value: Value) -> String {
  let lines = dumped(value).split(separator: "\n").map { $0.drop { $0 == " " } }
    .filter { $0.contains(/\bnan\b/) }
  return lines.isEmpty
    ? "its == is not reflexive" : lines.joined(separator: " ").truncated(to: 200)
}
