import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

// Typed lines, and the answers to them.
extension Session {
  /// Executes the first of the inputs and commands of a typed line, which have semicolons between them. A unique
  /// beginning stands for a name.
  ///
  /// - Returns: the answers to show, and the rest of the line; `nil` at its end, and after a refusal. The screen
  ///   after an input is not among them if another part follows: ``takeOwedScreen()`` gives it before.
  func answer(toFirstOf line: String) -> (answers: [Answer], rest: String?) {
    let (answer, rest) = answerFirst(of: line)
    return (showing(answer, beforeOthers: rest != nil), rest)
  }

  /// The screen after inputs of a line, with their remarks, if it was not among the answers.
  func takeOwedScreen() -> Answer? {
    defer { owed = nil }
    return owed.map { .screen(remark: $0.isEmpty ? nil : $0.joined(separator: "; ")) }
  }

  /// Whether a line can run that waits for the effects of the lines before it. Virtual time passes by commands
  /// alone, which do not wait.
  ///
  /// - Parameter isPart: whether it is the rest of a line. In virtual time it waits for no timer.
  func isReady(for line: String, isPart: Bool) -> Bool {
    if driver.effects.isEmpty { return true }
    return clock.isVirtual && (isPart ? clock.hasTimerAlone : line.isColonCommand)
  }

  /// Whether lines that wait behind a line with these answers are not run: it was refused, or Ctrl-C has ended it.
  func discardsLines(behind answers: [Answer]) -> Bool {
    if case .refused? = answers.last { return true }
    return wasInterrupted
  }

  /// Notes that the state has changed: its screen is shown before the next text or refusal.
  func oweScreen() { owed = owed ?? [] }

  private func showing(_ answer: Answer, beforeOthers: Bool) -> [Answer] {
    switch answer {
    case .screen(let remark):
      owed = (owed ?? []) + [remark].compactMap(\.self)
      return beforeOthers ? [] : [takeOwedScreen()].compactMap(\.self)
    case .text, .report, .written, .refused: return [takeOwedScreen(), answer].compactMap(\.self)
    case .quit:
      owed = nil
      return [.quit]
    }
  }

  private func answerFirst(of line: String) -> (answer: Answer, rest: String?) {
    catchUp()
    let line = screen.completingName(in: line)
    let parts: (first: String, rest: String?)?
    do throws(UsageError) {
      parts =
        try line.isColonCommand
        ? ColonCommand.firstOfSeveral(in: line, before: screen.names)
        : screen.firstOfSeveral(in: line)
    } catch {
      return (.refused(error.description), nil)
    }
    guard let (first, others) = parts else { return (answer(toLast: line), nil) }
    /// Only for a message: at each of many parts, it reads all that follow.
    func notRun() -> [String] {
      let names = others?.inputNames.joined(separator: ", ") ?? "the rest of the line"
      return names.isEmpty ? [] : ["not run: \(names)"]
    }
    switch answer(exactly: first) {
    case .refused(let reason):
      return (.refused(([reason] + notRun()).joined(separator: "; ")), nil)
    case .text(let lines) where wasInterrupted: return (.text(lines + notRun()), nil)
    case .report(let lines) where wasInterrupted: return (.report(lines + notRun()), nil)
    case .quit: return (.quit, nil)
    case let answer:
      let hasMore = others?.contains { $0 != ";" && !$0.isWhitespace } ?? false
      return (answer, hasMore ? others : nil)
    }
  }

  /// Executes a line that is not split. If its value contains a semicolon, the answer tells it.
  private func answer(toLast line: String) -> Answer {
    var (input, command) = (screen.fieldWithSemicolon(in: line), "")
    if let parsed = try? ColonCommand.parse(line), parsed.command == .event,
      let value = parsed.argument
    {
      (input, command) = (events.fieldWithSemicolon(in: value), ":event ")
    }
    guard let input else { return answer(exactly: line) }
    let part = "\";\" is part of the value"
    let quotes = "put the value in quotes: \(command)\(input.name) \"…\"; …"
    guard input.isSecure || !mayShowSecret(line, in: input) else {
      return .refused("\(part), and \(input.name) would show a secret; \(quotes)")
    }
    let answer = answer(exactly: line)
    guard case .screen(let remark) = answer else { return answer }
    let other = "\(part); before another input, \(quotes)"
    return .screen(remark: [other, remark].compactMap(\.self).joined(separator: "; "))
  }

  /// Whether the value of an input may contain a secret behind a semicolon. The value of a button is any text: only the
  /// name of a secure field tells.
  private func mayShowSecret(_ line: String, in input: Input<A.Root.Action>) -> Bool {
    guard case .valueButton = input.kind else { return lineContext.secretNameEnd(in: line) != nil }
    return line.split(separator: ";").dropFirst().contains { part in
      let name = screen.completingName(in: String(part)).trimmed.prefix { !$0.isWhitespace }
      return screen.input(named: String(name))?.isSecure == true
        || lineContext.hasSecret(behindFirstWordOf: "x \(part)")
    }
  }

  /// Executes a command or an input whose name is whole.
  func answer(exactly line: String) -> Answer {
    wasInterrupted = false
    catchUp()
    defer { forgetSealed() }
    if line.isColonCommand {
      do throws(UsageError) {
        try checkSecret(in: line)
        let (command, argument) = try ColonCommand.parse(line)
        return try answer(to: command, argument)
      } catch {
        return .refused(error.description)
      }
    }
    if let placeholder = screen.placeholder(in: line) {
      return .refused(
        "\(placeholder) stands for a secret that a trail does not contain; type the secret, or put this"
          + " value in quotes")
    }
    let (meaning, redacted, secret) = screen.interpret(line)
    return take(meaning, line, shownAs: redacted, secret: secret)
  }

  /// - Throws: if a secure field is named in place of the value of a command, whose answer would show the secret.
  private func checkSecret(in line: String) throws(UsageError) {
    let word = line.split(maxSplits: 1, whereSeparator: \.isWhitespace).first ?? ""
    guard let command = try? ColonCommand.named(String(word)), command.hasWholeValue,
      lineContext.hasSecret(behindFirstWordOf: line)
    else { return }
    let name = command.rawValue
    throw UsageError(
      "\(name) would show a secret; before another input, put a semicolon: \(name); …")
  }

  /// Executes the name of a secure field with a value that was asked for after it.
  func answer(to name: String, asked value: String) -> [Answer] {
    let answer: Answer =
      value.isBlank
      ? .refused("\(name) is unchanged; \"\" clears it") : answer(exactly: "\(name) \(value)")
    return showing(answer, beforeOthers: false)
  }

  private func take(
    _ meaning: TypedLine<A.Root.Action>, _ line: String, shownAs redacted: String, secret: Secret?
  ) -> Answer {
    switch meaning {
    case .blank: return .screen(remark: nil)
    case .refused(let refusal):
      guard case .unknownName = refusal.reason else { return .refused(refusal.message) }
      let word = String(line.split(maxSplits: 1, whereSeparator: \.isWhitespace).first ?? "")
      let names = screen.names.meant(by: word)
      guard names.count < 2 else { return .refused(ambiguous(word, names)) }
      guard let command = ColonCommand.meant(by: line) else {
        let isCut =
          refusal.reason == .unknownName(suggestion: nil)
          && screen.names.count > [String].listedCount
        return .refused(refusal.message + (isCut ? "; :actions lists all" : ""))
      }
      return .refused("commands begin with a colon: type \(command.rawValue)")
    case .action(let action, name: _):
      let written = recorder.record(line, secret: secret, on: screen, in: driver)
      return take(written, shownAs: redacted) { driver.send(action) }
    }
  }
}

// Events from outside the app: typed ones, and those of the real world.
extension Session {
  func event(_ line: String) -> Answer {
    let (meaning, redacted, _) = events.interpret(line)
    switch meaning {
    case .blank:
      return .refused(A.refusal(ofEvent: "an event has a name: \(events.names.listed)"))
    case .refused(let refusal): return .refused(A.refusal(ofEvent: refusal.message))
    case .action(let action, name: _):
      let written = recorder.record(line, on: events, as: "@ event", in: driver)
      return take(written, shownAs: ":event " + redacted) { driver.receive(action) }
    }
  }

  /// Reads the events of the real world in a task. Each is sent when the clock takes in time, which is between two
  /// inputs.
  func follow(_ events: AsyncStream<String>) -> Task<Void, Never> {
    let arrived = Guarded<[String]>([])
    clock.afterCatchingUp = { [weak self] in
      let lines = arrived.withLock { lines in
        defer { lines = [] }
        return lines
      }
      for line in lines {
        switch self?.event(line) {
        case .refused(let reason)?: RuntimeIssue.report(.refusedEvent(reason))
        // Nobody reads the answer to a real event.
        case .screen(remark: _?)?: self?.hasToldForgetting = false
        case .screen, .text, .report, .written, .quit, nil: break
        }
      }
    }
    return Task.detached { [wakeUp = clock.wakeUp] in
      for await event in events {
        arrived.withLock { $0.append(event) }
        wakeUp()
      }
    }
  }
}

extension RuntimeIssue {
  fileprivate static func refusedEvent(_ reason: String) -> RuntimeIssue {
    RuntimeIssue(
      "The app does not declare an event that came from outside: \(reason)",
      causes: ["`incomingEvents` yields another name or value than `events` declares"],
      suggestion: "yield the name of an event, and its value after a space.")
  }
}
