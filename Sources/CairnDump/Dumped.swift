import Cairn

/// Returns a text that describes any value and that is the same on every run.
///
///     dumped(Onboarding.State(draft: Draft(email: "ada@example.com", password: "1234"), path: []))
///     // Onboarding.State(
///     //   draft: Draft(email: "ada@example.com", password: ••••),
///     //   path: [],
///     // )
///
/// A value is written on one line if that line ends within 80 columns and none of its children has
/// children. Otherwise each child is written on its own line, indented by two spaces. An enum case
/// with one payload counts as that payload, and `.terms(Terms.State(accepted: true))` is one line.
/// A multiline string is written line by line between `"""`.
///
/// Guarantees:
/// - Dictionaries and sets are sorted by the text of their keys and elements.
/// - Type names omit the module and private or local scopes.
/// - A `Secret` is written as bullets at any depth.
/// - The text contains no control, format or invisible character of the value. In a string, `"`,
///   `\`, newline and tab are written as `\"`, `\\`, `\n` and `\t`, every other such character as
///   `\u{…}`. The same holds for each line between `"""`, where `"` is escaped only in a line that
///   contains `"""`.
/// - An object inside itself is written as `(Node, 2 levels up)`, an object that appears again
///   elsewhere as `(Node, shown above)`, and a value 64 levels deep as `…`.
/// - A truncated text ends with the number of missing characters: `… 1,234 more characters`.
///
/// Not guaranteed: the text is for people, and its format may change between versions. A type
/// without children and a plain value of the standard library or Foundation are written with their
/// own description, a `CustomReflectable` type with its mirror. The text lacks everything that
/// these omit. More than 64 bytes of a `Data` are written as a hash.
///
/// - Parameter limit: The number of characters after which a longer text is truncated; by default,
///   no text is truncated.
/// - Complexity: Linear in the size of the value, apart from sorting.
public func dumped<Value>(_ value: Value, upTo limit: Int = .max) -> String {
  DumpNode(value).text().truncated(to: limit)
}

/// Returns the text of ``dumped(_:upTo:)`` on one line of any length.
///
/// - Parameter hidesLengths: whether a secret is one bullet, whatever its length. An empty one stays empty.
package func dumpedOnOneLine<Value>(_ value: Value, hidesLengths: Bool = false) -> String {
  DumpNode(value, in: NestingContext(hidesLengths: hidesLengths)).oneLine
}

extension RunningEffect {
  /// The name of the effect, its number and the action that started it:
  /// `"save" (effect 1, started by action 3: .saveTapped)`.
  package var summary: String {
    "\"\(name)\" (effect \(number), started by action \(actionNumber): \(dumped(action, upTo: 2_000)))"
  }
}

/// Whether a value contains one of the texts, which must not be empty, in a string, in a secret or
/// in bytes that encode a string.
///
/// Use it to find leaked secrets: nothing of the value is printed.
package func mentions<Value>(_ value: Value, anyOf texts: Set<String>) -> Bool {
  // Without this a shared object graph unfolds exponentially.
  var levels: [ObjectIdentifier: Int] = [:]
  return !texts.isEmpty && DumpNode(value).mentions(anyOf: texts, at: 0, &levels)
}

extension DumpNode {
  /// - Parameter levels: the least level of each object so far. From a lower level, more of an object is read.
  fileprivate func mentions(
    anyOf texts: Set<String>, at level: Int, _ levels: inout [ObjectIdentifier: Int]
  ) -> Bool {
    switch content {
    case .leaf(let leaf):
      let bytes = (value as? LongData)?.bytes ?? []
      return leaf.contains(anyOf: texts) || bytes.encode(anyOf: texts)
    case .text(let string): return string.contains(anyOf: texts)
    case .secret(let secret): return secret.reveal().contains(anyOf: texts)
    case .branch(let branch):
      if case .array = branch.kind, let bytes = value as? any Collection<UInt8> {
        return bytes.encode(anyOf: texts)
      }
      if let object = branch.object {
        if let known = levels[object], known <= level { return false }
        levels[object] = level
      }
      return branch.children.contains { child in
        if case .key(let key) = child.label, key.mentions(anyOf: texts, at: level + 1, &levels) {
          return true
        }
        return child.node.mentions(anyOf: texts, at: level + 1, &levels)
      }
    }
  }
}

extension String {
  fileprivate func contains(anyOf texts: Set<String>) -> Bool { texts.contains { contains($0) } }
}

extension Collection<UInt8> {
  fileprivate func encode(anyOf texts: Set<String>) -> Bool {
    String(decoding: self, as: UTF8.self).contains(anyOf: texts)
  }
}

/// The parts of a value that make it differ from itself, such as a NaN, for messages.
@usableFromInline
package func unequalParts<Value>(of value: Value) -> String {
  let lines = dumped(value).split(separator: "\n").map { $0.drop { $0 == " " } }
    .filter { $0.contains(/\bnan\b/) }
  return lines.isEmpty
    ? "its == is not reflexive" : lines.joined(separator: " ").truncated(to: 200)
}
