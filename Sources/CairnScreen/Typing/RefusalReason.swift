/// What is wrong with a typed line.
public enum RefusalReason: Error, Hashable {
  /// The screen has no such name, but perhaps one that is close to it.
  case unknownName(suggestion: String?)
  /// The input is disabled, and the screen says why.
  case disabled(String)
  case missingValue
  case superfluousValue
  case malformed(MalformedValue)
}
