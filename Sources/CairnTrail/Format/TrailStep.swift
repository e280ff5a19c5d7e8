/// What a line of a trail says.
///
///     > email ada@example.com    .input("email ada@example.com")
///     ! next                     .refusedInput("next")
///     @ 1.5s                     .time(.milliseconds(1500))
public enum TrailStep: Equatable, Sendable {
  /// `# …`: a comment.
  case comment(String)
  /// `> LINE`: an input that must be accepted, exactly as typed; spaces around it are kept.
  case input(String)
  /// `! LINE`: an input that must be refused.
  case refusedInput(String)
  /// `| TEXT` lines: the whole screen.
  case screen(ScreenPattern)
  /// `? …`: a check.
  case check(Check)
  /// `@ 1.5s`: virtual time passes.
  case time(Duration)
  /// `@ idle`: virtual time passes until no effect is in flight.
  case idle
  /// `@ restart`: the program dies and starts again on what was saved.
  case restart
}
