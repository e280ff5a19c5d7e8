/// The lines of a screen or of a note as one text, in which any run of white space is one space.
///
///     RunningText(lines: ["Choose a", "  password"]).contains("a  password")  // true
///
/// It is what `? text`, `? no text` and `? note` look in. Case counts, quotes are literal, and
/// words are found inside longer ones.
public struct RunningText: Equatable, Sendable {
  private let text: String

  /// The text of these lines, joined.
  public init(lines: [String]) {
    text = Self.collapsed(lines.joined(separator: "\n"))
  }

  /// Whether the words stand in the text, one after the other.
  public func contains(_ words: String) -> Bool {
    text.contains(Self.collapsed(words))
  }

  private static func collapsed(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension RunningText: CustomStringConvertible {
  /// The text, with one space for each run of white space.
  public var description: String { text }
}
