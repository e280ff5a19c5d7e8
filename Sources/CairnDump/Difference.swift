/// Prints what changed between two values, a line for each, or `nil` when they dump alike.
///
///     difference(from: before, to: after)
///     // - path[2].credentials.email: "ada@exampl"
///     // + path[2].credentials.email: "ada@example.com"
///     // + path[3]: .personalInfo(PersonalInfo.State(name: ""))
///
/// A line with `-` shows what was, one with `+` what is; what did not change is left out. The
/// path leads from the root to the change: `.name` for a property or an enum case, `.0` for what
/// has no name, `[3]` for an element, `["key"]` for a dictionary's value, `[]` for an element of a
/// set. There is no path when the root itself changed.
///
/// - Another enum case, type or `nil` shows both values whole.
/// - Elements of a collection are compared by position, after those at the start and at the end
///   that did not change are set aside. A moved element shows as changes.
/// - Two secrets that are not equal are a change, whatever their length: `+ pin: •••• (another
///   secret)`.
/// - Text of more than 2,000 characters is cut, and says how much is missing.
///
/// Not promised: that values which are not equal differ here. Whatever ``dumped(_:)`` does not
/// show (functions, what a type's description or mirror leaves out) is not compared, and two
/// references to one object are always alike.
///
/// Linear in the size of both values, but for sorting dictionaries and sets.
public func difference<Value>(from old: Value, to new: Value) -> String? {
  let changes = DumpNode(old).changes(to: DumpNode(new))
  return changes.isEmpty ? nil : changes.map(\.text).joined(separator: "\n")
}
