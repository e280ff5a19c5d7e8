/// What is wrong with a typed line.
public enum RefusalReason: Error, Hashable {
  /// The screen has no such name, but perhaps one that is close to it.
  case unknownName(suggestion: String?)
  /// The input is disabled, and the screen says why.
  case disabled(String)
  case missingValue
  /// A choice without a value; its options.
  case missingOption([String])
  /// A choice with another value than its options.
  case notAnOption([String])
  case superfluousValue
  case malformed(MalformedValue)
}
