/// What a `?` line of a trail asks of the app as it stands.
///
///     ? screen credentials         .screen("credentials")
///     ? email is "ada@example.com" .field("email", equals: "ada@example.com")
///     ? no text Welcome back       .noText("Welcome back")
///
/// A line of the form `NAME is "…"` is always a field check, even if `NAME` is `text` or `screen`.
public enum Check: Equatable, Sendable {
  /// `? screen ID`: the screen on top has this id.
  case screen(String)
  /// `? text WORDS`: the screen shows these words; see ``RunningText``.
  case text(String)
  /// `? no text WORDS`: the screen does not show these words.
  case noText(String)
  /// `? note WORDS`: a note on the screen shows these words.
  case note(String)
  /// `? NAME is "VALUE"`: the field holds this value, here with its escapes resolved.
  case field(String, equals: String)
  /// `? enabled NAME`: it is on the screen and can be used.
  case enabled(String)
  /// `? disabled NAME`: it is on the screen and cannot be used.
  case disabled(String)
  /// `? depth N`: so many screens are live, the root included.
  case depth(Int)
  /// `? effects N`: so many effects are in flight, background ones left out.
  case effects(Int)
}
