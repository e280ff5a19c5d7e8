import Cairn
import CairnDump
import CairnScreen
import CairnTrail

/// One run of an app in the terminal or from a pipe: what a line does, and what is answered.
final class Session<A: App> {
  enum Answer {
    /// The screen is shown, after a remark if there is one.
    case screen(remark: String?)
    case text([String])
    case refused(String)
    case quit
  }

  let driver: Driver<A.Root>
  let clock: WallClock
  private var travel = TimeTravel<Driver<A.Root>.Moment>()
  /// Where what is typed is recorded, if it is.
  var recorder: SessionRecorder<A>?

  init(_ app: A, clock: WallClock, journal: JournalWriter<A.Root>? = nil) {
    self.clock = clock
    driver = Driver(app, in: clock.simulation, journal: journal)
  }

  var screen: Screen<A.Root.Action> { driver.screen }

  /// Does what a typed line says.
  func answer(to line: String) -> Answer {
    clock.catchUp()
    if line.unicodeScalars.first(where: { !$0.properties.isWhitespace }) == ":" {
      do throws(UsageError) {
        return answer(to: try ColonCommand(line))
      } catch {
        return .refused(error.description)
      }
    }
    return take(screen.read(line), as: screen.redacted(line)) {
      $0.record(line, secret: nil)
    }
  }

  /// Does what a secret means that was asked for after its field's name.
  func answer(to name: String, secret: Secret) -> Answer {
    clock.catchUp()
    return take(screen.read(name, secret: secret), as: "\(name) \(secret.bullets)") {
      $0.record(name, secret: secret)
    }
  }

  private func take(
    _ line: TypedLine<A.Root.Action>, as input: String,
    recording record: (SessionRecorder<A>) -> Void
  ) -> Answer {
    switch line {
    case .blank:
      return .screen(remark: nil)
    case .refused(let refusal):
      return .refused(refusal.message)
    case .action(let action, name: _):
      let before = driver.moment
      if let recorder { record(recorder) }
      driver.send(action)
      recorder?.settle()
      travel.record(input, before: before, after: driver.moment)
      return .screen(remark: nil)
    }
  }

  private func answer(to command: ColonCommand) -> Answer {
    switch command {
    case .help: .text(help)
    case .state: .text(dumped(driver.state).split(separator: "\n").map { String($0).terminalSafe })
    case .undo: move(travel.undo(from: driver.moment), "undone", otherwise: "nothing to undo")
    case .redo: move(travel.redo(), "done again", otherwise: "nothing to redo")
    case .history: .text(history)
    case .quit: .quit
    }
  }

  private func move(
    _ step: (input: String, state: Driver<A.Root>.Moment)?, _ verb: String, otherwise: String
  ) -> Answer {
    guard let step else { return .refused("there is \(otherwise)") }
    recorder?.catchUp()
    let dropped = driver.restore(step.state).map(\.summary)
    recorder?.move(to: travel.position)
    let effects =
      dropped.isEmpty ? "" : "; effects in flight were dropped: " + dropped.joined(separator: ", ")
    return .screen(remark: "\(verb): \(step.input) (files are left as they are\(effects))")
  }

  private var history: [String] {
    guard !travel.steps.isEmpty else { return ["nothing was typed yet"] }
    return travel.steps.enumerated().map { index, step in
      "\(index + 1)  \(step.input)" + (index >= travel.position ? "  (undone)" : "")
    }
  }

  private var help: [String] {
    let inputs = screen.inputs.map { input in
      let value =
        switch input {
        case .field: " VALUE"
        case .toggle, .button: ""
        }
      return "  \(input.name)\(value)"
        + (input.disabledReason.map { "  (disabled: \($0.terminalSafe))" } ?? "")
    }
    return ["On this screen:"] + inputs + ["Everywhere:"]
      + ColonCommand.allCases.map { "  \($0.rawValue.padded(to: 8))  \($0.help)" }
      + ["A VALUE is the rest of the line; \"\" clears the field. An empty line shows the screen."]
  }
}
