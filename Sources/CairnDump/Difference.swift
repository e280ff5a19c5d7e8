/// Prints what changed between two values, a line for each, or `nil` when they are equal or dump
/// alike.
///
///     difference(from: before, to: after)
///     // - path[2].credentials.email: "ada@exampl"
///     // + path[2].credentials.email: "ada@example.com"
///     // + path[3]: .personalInfo(PersonalInfo.State(name: ""))
///     //   (unchanged: 2 at the root, 2 in path, 1 in path[2].credentials)
///
/// A line with `-` shows what was, one with `+` what is, one with `~` what only moved; the last
/// line counts what did not change beside what did. The path leads from the root to the change:
/// `.name` for a property or an enum case, `.0` for what has no name, `[3]` for an element,
/// `["key"]` for a dictionary's value, `[]` for an element of a set, `[line 2]` for a line of a
/// string with several. There is no path when the root itself changed.
///
/// - Another enum case, type or `nil` shows both values whole.
/// - Elements of a collection and lines of a string keep their place where as many as possible
///   stay in order. One that is found elsewhere has moved: `~ [3] moved to [0]: "d"`. What is left
///   between them is compared by position. An element with a property `id` is known by it, and so
///   can move and change. In paths, `-` and `~` count from the old place, `+` from the new one.
///   Elements that are alike in very many places are only compared by position.
/// - Two secrets that are not equal are a change, whatever their length: `+ pin: •••• (another
///   secret)`.
/// - An object that was compared at one place is not compared again at another.
/// - Text of more than 2,000 characters is cut, and says how much is missing; so are more than 100
///   changes.
///
/// Not promised: that values which are not equal differ here. Whatever ``dumped(_:upTo:)`` does not
/// show (functions, what a type's description or mirror leaves out) is not compared, and two
/// references to one object are always alike. Nor is anything shown of parts whose own `==` says
/// that they are equal.
///
/// Linear in the size of both values, and fast where parts are `Equatable`: only what is not equal
/// is read and printed. Sorting dictionaries and sets, and finding what moved, takes O(*n* log *n*).
public func difference<Value>(from old: Value, to new: Value) -> String? {
  var comparer = Comparer()
  let comparison = comparer.compare(DumpNode(old), DumpNode(new))
  return comparison.changes.isEmpty ? nil : comparison.text
}
