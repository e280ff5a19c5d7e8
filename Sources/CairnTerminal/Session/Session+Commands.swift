import Cairn
import CairnApp
import CairnDump
import CairnTrail

extension Session {
  func answer(to command: ColonCommand, _ argument: String?) throws(UsageError) -> Answer {
    if isSealed, command.isSealable {
      throw UsageError("\(command.rawValue) is not available: the app has sealed this screen")
    }
    return switch command {
    case .help: .text(try help(argument))
    case .state: .text(try state(at: argument ?? ""))
    case .diff: .text(try difference(argument))
    case .stack: .text(stack)
    case .actions: .text(actions)
    case .effects: .text(effects)
    case .undo: try undo(argument)
    case .redo: try redo()
    case .goto: try go(to: try stepNumber(argument ?? ""))
    case .history: .text(history)
    case .advance: try advance(argument ?? "")
    case .event: event(events.completingName(in: argument ?? ""))
    case .more: try turnPage(by: 1)
    case .less: try turnPage(by: -1)
    case .find: try find(argument ?? "")
    case .save: try save(argument ?? "")
    case .load: try load(argument ?? "")
    case .explore: .report(try explore())
    case .graph: .text(try graph())
    case .quit: .quit
    }
  }

  private func help(_ argument: String?) throws(UsageError) -> [String] {
    guard let argument else { return help }
    let isCommand = argument.hasPrefix(":")
    let input =
      isCommand
      ? nil
      : screen.input(named: screen.completingName(in: argument)) ?? events.input(named: argument)
    let command: ColonCommand? =
      if isCommand {
        try ColonCommand.named(argument)
      } else if input != nil {
        ColonCommand(rawValue: ":" + argument)
      } else {
        try? ColonCommand.named(":" + argument)
      }
    guard input != nil || command != nil else { throw nothing(named: argument) }
    let ofCommand = command.map { ["\($0.usage): \($0.form.summary)."] + $0.details } ?? []
    return ((input?.explanation ?? []) + ofCommand).flatMap { [$0].wrapped(to: width, limit: nil) }
  }

  private func nothing(named argument: String) -> UsageError {
    let name = argument == "\"\"" ? "" : argument
    let meant = screen.names.meant(by: name) + ColonCommand.names.meant(by: ":" + name)
    if meant.count > 1, !name.isEmpty { return UsageError(ambiguous(name, meant)) }
    let word = name[..<name.endOfName]
    let closest =
      name.isEmpty
      ? nil
      : word.closest(of: screen.names + events.names) ?? ":\(word)".closest(of: ColonCommand.names)
    let suggestion = closest.map { "did you mean \($0.inQuotes)?" } ?? "\":help\" lists all"
    return UsageError("there is no input or command \(name.quotedName) here; \(suggestion)")
  }

  private var help: [String] {
    let events = events.inputs.map { (":event \($0.usageRow.0)", $0.usageRow.1) }
    return ["On this screen:"] + aligned(screen.inputs.map(\.usageRow).joiningNumbered)
      + (events.isEmpty ? [] : ["From outside:"] + aligned(events))
      + ["Everywhere:"] + aligned(ColonCommand.allCases.map { ($0.usage, $0.form.summary) })
      + [
        "A VALUE is the rest of the line; before a \";\" it is in quotes, and \"\" clears the field. A"
          + " unique beginning stands for a name, and \";\" separates inputs and commands. An empty line"
          + " shows the screen, and \":help NAME\" explains an input."
      ].wrapped(to: width, limit: nil)
  }

  private func state(at path: String) throws(UsageError) -> [String] {
    do throws(WrongPath) {
      return try dumped(driver.state, at: path).terminalSafeLines
    } catch {
      let place = error.place.isEmpty ? "the state" : error.place
      let more = error.known.count - 20
      let known = error.known.prefix(20).joined(separator: ", ")
      let rest = more > 0 ? " and \(more) more" : ""
      throw UsageError(
        "\(place.terminalSafe) has no \(error.component.inQuotes); it has "
          + (known.isEmpty ? "no parts" : known.terminalSafe + rest))
    }
  }

  private var actions: [String] {
    let enabled = screen.inputs.filter { $0.disabledReason == nil }
    let disabled = screen.inputs.filter { $0.disabledReason != nil }
    let title = (screen.title.isBlank ? screen.id : screen.title).terminalSafe
    return [
      enabled.isEmpty ? "Nothing can be typed on \(title) now." : "You can type on \(title):"
    ]
      + aligned(enabled.map(\.usageRow))
      + (disabled.isEmpty ? [] : ["Disabled:"])
      + aligned(disabled.map { ($0.name, $0.disabledReason?.terminalSafe ?? "") })
  }

  private var stack: [String] {
    aligned(
      screens.enumerated().map { index, screen in
        let step = screen.step.map { "  \($0.number)/\($0.count)" } ?? ""
        let mark = index == screens.count - 1 ? "  <- shown" : ""
        return ("\(index + 1)  \(screen.id)", screen.title.terminalSafe + step + mark)
      })
  }

  private var effects: [String] {
    let effects = driver.allEffects
    guard !effects.isEmpty else { return ["no effect is in flight"] }
    return effects.flatMap { effect in
      let start = startTimes[effect.number] ?? clock.now
      let time = "since \(start.inSeconds), for \((clock.now - start).inSeconds)"
      let line = effect.summary + (effect.isBackground ? ", in the background" : "") + ", " + time
      return line.terminalSafeLines.wrapped(to: width, limit: nil)
    }
  }

  private var history: [String] {
    guard !travel.steps.isEmpty else { return ["no input was typed yet\(sealedPast)"] }
    let forgotten = travel.forgottenCount
    let heading = forgotten > 0 ? ["\(counted(forgotten, "input")) before these are forgotten"] : []
    return heading
      + travel.steps.enumerated().map { index, step in
        let more = step.answerCount - step.answers.count
        let listed = step.answers + (more > 0 ? ["… \(grouped(more)) more"] : [])
        let answers = listed.isEmpty ? "" : "  (\(listed.joined(separator: ", ")))"
        return "\(forgotten + index + 1)  \(shortened(step))\(answers)"
          + (index >= travel.position ? "  (undone)" : "")
      }
  }

  /// The input of a step on about one row: a pasted value may have thousands.
  private func shortened(_ step: TimeTravel<Driver<A.Root>.Checkpoint>.Step) -> String {
    step.input.cut(to: max(width - 8, 40))
  }

  private func difference(_ argument: String?) throws(UsageError) -> [String] {
    let last = travel.position
    guard last > 0 || argument != nil else { return ["no input was typed yet\(sealedPast)"] }
    let step =
      try argument.map { (text) throws(UsageError) in try stepNumber(text, from: 1) } ?? last
    let current = driver.checkpoint
    guard step > 0, let before = travel.state(at: step - 1, current: current)?.state,
      let after = travel.state(at: step, current: current)?.state
    else { throw noInput(step + travel.forgottenCount) }
    let changes = CairnDump.difference(from: before, to: after) ?? "the state did not change"
    let number = step + travel.forgottenCount
    return ["\(number)  \(shortened(travel.steps[step - 1]))"] + changes.terminalSafeLines
  }

  private func advance(_ argument: String) throws(UsageError) -> Answer {
    let time: Duration
    do throws(DurationSyntaxError) {
      time = try DurationSyntax.parse(argument)
    } catch {
      throw UsageError(":advance: \(error)")
    }
    if let refusalOfTime { throw UsageError(refusalOfTime) }
    let begin = clock.now
    guard advance(by: time) else {
      oweScreen()
      throw UsageError(
        "Ctrl-C ended it: \((clock.now - begin).inSeconds) of \(time.inSeconds) passed")
    }
    return .screen(remark: "\(time.inSeconds) passed")
  }

  /// Moves time ahead; `false` if Ctrl-C ended it.
  func advance(by time: Duration) -> Bool {
    InterruptWatch.run { isInterrupted in
      wasInterrupted = !clock.advance(by: time) { !isInterrupted() }
      return !wasInterrupted
    }
  }

  /// Shows another page of the list of the screen, or of its lines.
  private func turnPage(by step: Int) throws(UsageError) -> Answer {
    var shown = try partOfList
    layOut(&shown)
    guard shown.leavesOut || hasList else { throw Self.noList }
    let rows = shown.isOfLines == true ? "lines" : "rows"
    guard shown.leavesOut else { return .text(["all \(rows) are in sight"]) }
    var next = shown
    next.page = max(next.page + step, 0)
    layOut(&next)
    (listPart, listPlace) = (next, place)
    guard next.page == shown.page else { return .screen(remark: nil) }
    return .text(["these are the \(step > 0 ? "last" : "first") \(rows)"])
  }

  private func find(_ query: String) throws(UsageError) -> Answer {
    _ = try partOfList
    guard hasList else { throw Self.noList }
    (listPart, listPlace) = (ListPart(query: query), place)
    return .screen(remark: nil)
  }

  private var partOfList: ListPart {
    get throws(UsageError) {
      guard showsPages else { throw UsageError("all rows are printed here") }
      return listPlace == place ? listPart : ListPart()
    }
  }

  private var hasList: Bool { !screen.outline.longestList.isEmpty }
  private static var noList: UsageError { UsageError("this screen has no list") }

  /// Finds out which page the window has, and whether more are out of sight.
  private func layOut(_ part: inout ListPart) {
    guard let rowsForScreen else { return }
    _ = screen.styledLines(width: width, fitting: rowsForScreen, &part)
  }

  private var place: String { "\(screens.count) \(screen.id)" }

  /// Shows a new screen from its beginning, unless a command has chosen a part of it in the same line.
  func showFromBeginning() {
    if listPlace != place { listPart = ListPart() }
  }
}

// MARK: - Text

extension Session {
  private func aligned(_ rows: [(name: String, text: String)]) -> [String] {
    CairnTerminal.aligned(rows, width: width)
  }
}

/// Names and their descriptions in two columns. A description is wrapped beside its name, or
/// starts below a name that is wider than half the width.
func aligned(_ rows: [(name: String, text: String)], width: Int) -> [String] {
  let column = min(rows.map(\.name.columns).max() ?? 0, width / 2)
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

extension [(name: String, text: String)] {
  /// The rows with one in place of at least four inputs whose names differ in a number: `row-1 … row-64`.
  fileprivate var joiningNumbered: Self {
    var groups: [Self] = []
    for row in self {
      let stem = row.name.stemOfNumbered
      if let last = groups.last?.last, stem != nil, last.name.stemOfNumbered == stem,
        last.text == row.text
      {
        groups[groups.count - 1].append(row)
      } else {
        groups.append([row])
      }
    }
    return groups.flatMap { group in
      guard group.count > 3, let last = group.last else { return group }
      return [("\(group[0].name) … \(last.name)", last.text)]
    }
  }
}

extension String {
  /// The name before its number; `nil` if it does not end in one.
  fileprivate var stemOfNumbered: Substring? {
    guard last?.isNumber == true, let end = lastIndex(where: { !$0.isNumber }) else { return nil }
    return self[...end]
  }
}

extension Input {
  /// What it is, what it takes with an example, and why it is disabled.
  fileprivate var explanation: [String] {
    let (form, purpose): (String, String) =
      switch kind {
      case .field(let text):
        (
          "\(name) VALUE",
          "a field; \"\" clears it. For example: \(name) \(text.isEmpty ? "abc" : text.typedValue)"
        )
      case .secureField:
        ("\(name) [VALUE]", "a field with a secret; the name alone asks for it. \"\" clears it")
      case .toggle(let label, let isOn):
        (name, "switches \(label.terminalSafe.inQuotes) \(isOn ? "off" : "on")")
      case .picker(_, let options):
        (
          "\(name) VALUE",
          "selects one of \(options.map(\.typedValue).listed)."
            + (options.last.map { " For example: \(name) \($0.typedValue)" } ?? "")
        )
      case .row(let text): (name, "selects the row \(text.terminalSafe.inQuotes)")
      case .valueButton(let values):
        ("\(name) VALUE", "a button with a value: \(values.terminalSafe)")
      case .button(let label):
        (name, "a button" + (label.map { ": \($0.terminalSafe)" } ?? ""))
      }
    let reason = disabledReason.map {
      $0.isEmpty ? "It is disabled." : "It is disabled: \($0.terminalSafe)."
    }
    return ["\(form): \(purpose)."] + [reason].compactMap(\.self)
  }

  /// The form in which it is typed, and the reason if it is disabled.
  fileprivate var usageRow: (name: String, text: String) {
    let value =
      if case .picker(_, let options) = kind {
        " " + options.map(\.typedValue).joined(separator: "|")
      } else {
        takesValue ? " VALUE" : ""
      }
    let reason = disabledReason.map { "(disabled: \($0.terminalSafe))" }
    return (name + value, reason ?? "")
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
