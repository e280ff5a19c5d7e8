import Cairn
import CairnDump
import CairnScreen
import CairnTrail

extension Session {
  func answer(to command: ColonCommand, _ argument: String?) throws(UsageError) -> Answer {
    switch command {
    case .help: .text(try help(argument))
    case .state: .text(dumped(driver.state).safeLines)
    case .diff: .text(try difference(argument))
    case .stack: .text(stack)
    case .actions: .text(actions)
    case .effects: .text(effects)
    case .undo: try undo()
    case .redo: try redo()
    case .goto: try go(to: try number(argument ?? ""))
    case .history: .text(history)
    case .advance: try advance(argument ?? "")
    case .save: try save(argument ?? "")
    case .load: try load(argument ?? "")
    case .explore: .text(try explore())
    case .graph: .text(try graph())
    case .quit: .quit
    }
  }

  private func help(_ argument: String?) throws(UsageError) -> [String] {
    guard let argument else { return help }
    let command = try ColonCommand.named(argument.hasPrefix(":") ? argument : ":" + argument)
    let sentences = ["\(command.usage): \(command.summary)."] + command.details
    return sentences.flatMap { [$0].wrapped(to: width, limit: nil) }
  }

  private var help: [String] {
    ["On this screen:"] + AlignedRows.lines(screen.inputs.map(\.usageRow), width: width)
      + ["Everywhere:"]
      + AlignedRows.lines(ColonCommand.allCases.map { ($0.usage, $0.summary) }, width: width)
      + [
        "A VALUE is the rest of the line; \"\" clears the field. An empty line shows the screen."
      ].wrapped(to: width, limit: nil)
  }

  private var actions: [String] {
    let legal = screen.inputs.filter { $0.disabledReason == nil }
    let rest = screen.inputs.filter { $0.disabledReason != nil }
    let title = screen.title.terminalSafe
    return [
      legal.isEmpty ? "Nothing can be done on \(title) now." : "What can be done on \(title):"
    ]
      + AlignedRows.lines(legal.map(\.usageRow), width: width)
      + (rest.isEmpty ? [] : ["Not now:"])
      + AlignedRows.lines(
        rest.map { ($0.name, $0.disabledReason?.terminalSafe ?? "") }, width: width)
  }

  private var stack: [String] {
    let screens = driver.screens
    return AlignedRows.lines(
      screens.enumerated().map { index, screen in
        let step = screen.step.map { "  \($0.number)/\($0.count)" } ?? ""
        let mark = index == screens.count - 1 ? "  <- shown" : ""
        return ("\(index + 1)  \(screen.id)", screen.title.terminalSafe + step + mark)
      }, width: width)
  }

  private var effects: [String] {
    let effects = driver.allEffects
    guard !effects.isEmpty else { return ["nothing is in flight"] }
    return effects.flatMap { effect in
      let start = starts[effect.number] ?? clock.now
      let time = "since \(start.inSeconds), for \((clock.now - start).inSeconds)"
      let line = effect.summary + (effect.isBackground ? ", in the background" : "") + ", " + time
      return line.safeLines.wrapped(to: width, limit: nil)
    }
  }

  private var history: [String] {
    guard !travel.steps.isEmpty else { return ["nothing was typed yet"] }
    return travel.steps.enumerated().map { index, step in
      "\(index + 1)  \(step.input)" + (index >= travel.position ? "  (undone)" : "")
    }
  }

  private func difference(_ argument: String?) throws(UsageError) -> [String] {
    let last = travel.position
    guard last > 0 || argument != nil else { return ["nothing was typed yet"] }
    let step = try argument.map(number) ?? last
    let current = driver.checkpoint
    guard step > 0, let before = travel.state(at: step - 1, current: current)?.state,
      let after = travel.state(at: step, current: current)?.state
    else { throw noInput(step) }
    let changes = CairnDump.difference(from: before, to: after) ?? "nothing in the state changed"
    return ["\(step)  \(travel.steps[step - 1].input)"] + changes.safeLines
  }

  private func advance(_ argument: String) throws(UsageError) -> Answer {
    do throws(DurationSyntaxError) {
      let time = try DurationSyntax.parse(argument)
      clock.advance(by: time)
      return .screen(remark: "\(time.inSeconds) passed")
    } catch {
      throw UsageError(":advance: \(error)")
    }
  }

  func number(_ text: String) throws(UsageError) -> Int {
    guard let number = Int(text), number >= 0 else {
      throw UsageError("\(text.inQuotes) is no number of an input; \":history\" has them")
    }
    return number
  }

  func noInput(_ number: Int) -> UsageError {
    let count = travel.steps.count
    return UsageError(
      "there is no input \(number); there \(count == 1 ? "is" : "are") \(count), \":history\" has them"
    )
  }
}

extension Input {
  /// How it is typed, and why it cannot be.
  fileprivate var usageRow: (name: String, text: String) {
    let value =
      switch self {
      case .field: " VALUE"
      case .picker(let picker): " " + picker.options.map(\.typedValue).joined(separator: "|")
      case .toggle, .row, .button: ""
      }
    let reason = disabledReason.map { "(disabled: \($0.terminalSafe))" }
    return (name + value, reason ?? "")
  }
}

extension String {
  /// Its lines, each safe for a terminal.
  var safeLines: [String] {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).terminalSafe }
  }
}

extension Duration {
  /// `2.5 s`, to the millisecond.
  var inSeconds: String {
    let milliseconds = Int((self / .milliseconds(1)).rounded())
    let fraction = String(1000 + milliseconds % 1000).dropFirst()
    let digits = fraction.lastIndex { $0 != "0" }.map { "." + fraction[...$0] } ?? ""
    return "\(milliseconds / 1000)\(digits) s"
  }
}

extension Session {
  func undo() throws(UsageError) -> Answer {
    guard let step = travel.undo(from: driver.checkpoint) else {
      throw UsageError("there is nothing to undo")
    }
    return move(to: step.state, "undone: \(step.input)")
  }

  func redo() throws(UsageError) -> Answer {
    guard let step = travel.redo() else { throw UsageError("there is nothing to redo") }
    return move(to: step.state, "done again: \(step.input)")
  }

  func go(to number: Int) throws(UsageError) -> Answer {
    let here = travel.position
    guard number <= travel.steps.count else { throw noInput(number) }
    guard number != here else { return .screen(remark: "that is where it is already") }
    guard let move = travel.go(to: number, from: driver.checkpoint) else { throw noInput(number) }
    let count = move.inputs.count
    let inputs = "\(count) input\(count == 1 ? "" : "s")"
    return self.move(to: move.state, number < here ? "undone: \(inputs)" : "done again: \(inputs)")
  }

  private func move(to checkpoint: Driver<A.Root>.Checkpoint, _ what: String) -> Answer {
    recorder?.catchUp()
    let dropped = driver.restore(checkpoint).map(\.summary)
    recorder?.move(to: travel.position)
    let effects =
      dropped.isEmpty ? "" : "; effects in flight were dropped: " + dropped.joined(separator: ", ")
    return .screen(remark: "\(what) (files are left as they are\(effects))")
  }
}

/// Names and what belongs to them, in two columns within a width.
enum AlignedRows {
  /// The second column is wrapped beside the first, or below it where little room is left.
  static func lines(_ rows: [(name: String, text: String)], width: Int) -> [String] {
    let widest = rows.map(\.name.columns).max() ?? 0
    let column = min(widest, width / 2)
    return rows.flatMap { name, text in
      let room = max(width - column - 4, 10)
      let wrapped = text.isEmpty ? [] : [text].wrapped(to: room, limit: nil)
      let isBeside = name.columns <= column
      let hanging = String(repeating: " ", count: column + 4)
      let first =
        isBeside ? ("  " + name.padded(to: column) + "  " + (wrapped.first ?? "")) : "  " + name
      let rest = wrapped.dropFirst(isBeside ? 1 : 0).map { hanging + $0 }
      return [first.withoutTrailingBlanks] + rest
    }
  }
}

extension [String] {
  /// `a, b and c`.
  var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) and \(last)"
  }
}
