/// Words to read, wrapped to the width.
///
///     Text("Choose how you sign in.")
///     Text(terms, lines: 10)
///
/// A line break in the text begins a new line on the screen. With a limit, the last line that is
/// shown ends in `…` when more would follow; a limit below one is taken as one.
///
/// It does *not* tell an app's line breaks from those inside a user's text: put such a text in by
/// its ``Swift/String/terminalSafe`` form, which has none. An empty text takes no line.
public struct Text: Hashable, Sendable {
  public let text: String
  public let lines: Int?

  public init(_ text: String, lines: Int? = nil) {
    self.text = text
    self.lines = lines
  }
}
