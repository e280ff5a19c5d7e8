/// Prints any value as text that is the same on every run.
///
///     dumped(Onboarding.State(draft: Draft(email: "ada@example.com", password: "1234"), path: []))
///     // Onboarding.State(
///     //   draft: Draft(email: "ada@example.com", password: ••••),
///     //   path: [],
///     // )
///
/// A value stays on one line when that line ends within 80 columns and none of its children has
/// children of its own; otherwise each child gets a line, two spaces further in. An enum case
/// with one payload counts as that payload, so `.terms(Terms.State(accepted: true))` is one line.
/// A string with several lines is written line by line between `"""`.
///
/// What is promised:
/// - Dictionaries and sets are sorted by the text of their keys and elements.
/// - Type names are without their module; private and local scopes are left out.
/// - A `Secret` is bullets, wherever it is nested.
/// - No control, format or invisible character of a value gets into the text: in a string,
///   `"`, `\`, newline and tab are `\"`, `\\`, `\n` and `\t`, all others `\u{…}`. Between `"""`
///   that goes for each line, but single quotes are as they are.
/// - An object inside itself is `(Node, 2 levels up)`, one that is met again elsewhere
///   `(Node, shown above)`; values 64 levels deep are `…`.
/// - What is cut says so: `… 1,234 more characters`.
///
/// What is not: the text is for people and may change between versions. A type that has no
/// children, or is a plain value of the standard library or Foundation, is printed by its own
/// description, a `CustomReflectable` one through its mirror; what these leave out is not seen.
///
/// Linear in the size of the value, but for sorting.
///
/// - Parameter limit: how many characters are printed of a longer text; all, if this is left out.
public func dumped<Value>(_ value: Value, upTo limit: Int = .max) -> String {
  DumpNode(value).text().cut(to: limit)
}

/// The same on one line, however long.
package func dumpedOnOneLine<Value>(_ value: Value) -> String { DumpNode(value).oneLine }
