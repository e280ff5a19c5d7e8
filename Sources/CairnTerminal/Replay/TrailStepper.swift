import CairnApp
import CairnTrail

/// Plays a trail step by step: shows the next line and waits for a command.
struct TrailStepper<A: App> {
  private static var help: String { "Enter continues, b goes back, q quits" }

  private let trail: Trail
  private let conditions: PlayOptions
  private var player: TrailPlayer<A>
  /// The positions at which it has waited.
  private var stops: [Int] = []
  private var shown: [String] = []

  init(_ trail: Trail, under conditions: PlayOptions) throws(TrailSyntaxErrors) {
    self.trail = trail
    self.conditions = conditions
    player = try TrailPlayer(trail, under: conditions)
  }

  /// Plays the trail to its end. The end of the input quits.
  ///
  /// - Parameter reader: has read lines for the next trail, too.
  consuming func run(reading reader: inout LineReader) throws(TrailSyntaxErrors) -> Verdict {
    Output.standard.tell("\(trail.file): \(Self.help)")
    showScreen()
    while true {
      // Comments are shown without waiting.
      while let line = player.next, case .comment = line.step {
        Output.standard.print(player.nextText ?? "")
        player.step()
      }
      guard let text = player.nextText, let line = player.next else { break }
      Output.standard.print("\(trail.file):\(line.number): \(text)")
      guard let answer = read(&reader) else { return .quit }
      switch answer {
      case "":
        stops.append(player.position)
        player.step()
        if player.failure == nil { showScreen() }
      case "b":
        guard let stop = stops.popLast() else {
          Output.standard.print("this is the first line")
          continue
        }
        // A replay is deterministic.
        player = try TrailPlayer(trail, under: conditions)
        player.playOn(upTo: stop)
        showScreen()
      case "q":
        return .quit
      default:
        Output.standard.print(Self.help)
      }
    }
    player.step()
    return player.failure(width: ReportForm.text.screenWidth).map { .failed($0) } ?? .passed
  }

  private mutating func showScreen() {
    let screen = player.screen(width: Output.standard.columns ?? trail.settings.width)
    guard screen != shown else { return }
    shown = screen
    Output.standard.print([""] + shown + [""])
  }

  private func read(_ reader: inout LineReader) -> String? {
    while true {
      switch reader.takeLine() {
      case .text(let text)?: return text.filter { !$0.isWhitespace }
      case .unusable?: return "?"
      case nil where reader.isAtEnd: return nil
      case nil: reader.readMore()
      }
    }
  }
}
