import CairnApp
import Foundation

extension REPL {
  /// The interval at which the status of effects in flight is shown.
  private static var statusInterval: Duration { .seconds(1) }

  /// Draws the line, and above it the effects that have been in flight for a second.
  func draw() {
    // At least one row is for the line.
    let status = status.suffix(window.rows - 1)
    let layout = editor.layout(
      width: window.columns, height: window.rows - status.count, in: session.lineContext)
    output.write(area.draw(layout, status: Array(status), theme: theme, width: window.columns))
  }

  private var status: [String] {
    let effects = session.driver.effects.compactMap { effect -> (name: String, seconds: Int)? in
      guard let start = session.startTime(ofEffect: effect.number) else { return nil }
      let seconds = Int((session.clock.now - start) / .seconds(1))
      return seconds >= 1 ? (effect.name.terminalSafe, seconds) : nil
    }
    // A screen that says what is awaited says it in better words than the name of an effect.
    if session.screen.outline.showsProgress {
      return effects.map(\.seconds).max().map { ["… \($0) s"] } ?? []
    }
    return effects.map { "… \($0.name), \($0.seconds) s".cut(to: window.columns) }
  }

  /// The time until the status of an effect in flight changes.
  var timeToNextStatus: Duration? {
    guard !session.clock.isVirtual else { return nil }
    return session.driver.effects.compactMap { effect in
      guard let start = session.startTime(ofEffect: effect.number) else { return nil }
      let elapsed = session.clock.now - start
      return Self.statusInterval * (Int(elapsed / Self.statusInterval) + 1) - elapsed
    }.min()
  }

  /// Keeps the line in the window and continues below it.
  ///
  /// - Parameter line: the line to show; by default, the line as it is drawn.
  func leaveLine(showing line: String? = nil, after ending: String = "") {
    if let line {
      var accepted = LineEditor()
      _ = accepted.handle(.text(line), in: session.lineContext)
      let layout = accepted.layout(
        width: window.columns, height: window.rows, in: session.lineContext)
      output.write(area.draw(layout, status: [], theme: theme, width: window.columns))
    }
    output.write(area.leave(ending))
    showsScreen = false
  }

  /// Shows an answer; `false` if it quits.
  func show(_ answer: Session<A>.Answer) -> Bool {
    switch answer {
    case .screen(let remark):
      session.waitForNewEffects(unless: [STDIN_FILENO, RawTerminal.eventDescriptor])
      if let remark { output.print([remark].wrapped(to: window.columns, limit: nil)) }
      show()
    case .text(let lines):
      output.print(lines)
    case .report(let lines):
      output.print(lines.withSentencesWrapped(to: window.columns))
    case .written(let text, let file):
      output.print([Presentation.lines(theme).text(text, naming: file)])
    case .refused(let reason):
      output.print(
        reason.components(separatedBy: "\n").wrapped(to: window.columns, limit: nil)
          .map { theme.colored($0, .error) })
      if session.hasRunInputs { show() }
    case .quit:
      return false
    }
    showsOutput = answer.isOutput
    InterruptWatch.endIfTerminated()
    return true
  }

  /// Shows the screen below the previous output, animated if it is another screen than before.
  func show() {
    let screen = session.screen
    let lines = linesInWindow(of: screen)
    let new = (id: screen.id, depth: session.screens.count, step: screen.step?.number)
    let direction = shownScreen.flatMap { Transition.direction(from: $0, to: new) }
    shownScreen = new
    let withoutBars = screen.outline.hasBars ? linesInWindow(of: screen.withoutBars) : lines
    shown = (withoutBars, session.revision)
    drawnLines = lines
    showsScreen = true
    showsOutput = false
    output.write(TerminalText(.lineFeed))
    if let direction, isAnimated, lines.count < window.rows - 1 {
      play(Transition(to: lines, direction, width: window.columns))
    } else {
      output.print(lines.map(theme.colored))
    }
    output.write(TerminalText(.lineFeed))
  }

  /// The lines of a screen, without rows in the middle of a list that does not fit the window.
  private func linesInWindow(of screen: Screen<A.Root.Action>) -> [StyledLine] {
    // Empty lines above and below the screen, and the edited line.
    let limit = window.rows - 3
    guard !showsAllRows, limit >= 8 else { return screen.styledLines(width: window.columns) }
    return screen.styledLines(width: window.columns, fitting: limit) {
      "⋮ \($0) more rows; an empty line shows them"
    }
  }

  /// Plays an animation. Input skips to its last frame.
  private func play(_ transition: Transition) {
    for (number, frame) in transition.frames.enumerated() {
      let isLast = number == transition.frames.count - 1
      output.print(frame.map { theme.colored($0) + TerminalText(.eraseRight) })
      if isLast { return }
      let isSkipped = !session.clock.pause(Transition.pause, unless: STDIN_FILENO)
      output.write(TerminalText(.up(frame.count)))
      if isSkipped {
        let last = transition.frames[transition.frames.count - 1]
        output.print(last.map { theme.colored($0) + TerminalText(.eraseRight) })
        return
      }
    }
  }

  func showChangesByEffects() {
    guard session.revision != shown.revision else { return }
    shown.revision = session.revision
    let screen = session.screen
    guard !showsOutput || shownScreen?.id != screen.id else { return }
    let lines = linesInWindow(of: screen)
    guard lines != drawnLines else { return }
    if shownScreen?.id == screen.id, lines.count == drawnLines.count, showsScreen,
      linesInWindow(of: screen.withoutBars) == shown.lines
    {
      drawBars(lines)
    } else {
      output.write(area.erase(width: window.columns))
      show()
    }
  }

  /// Draws the changed lines of the screen above the edited line in place. Lines above the window stay as
  /// they are.
  private func drawBars(_ lines: [StyledLine]) {
    let rows = window.rows - max(area.height, 1)
    var text = area.erase(width: window.columns)
    for index in lines.indices where lines[index] != drawnLines[index] {
      // An empty line separates the screen from the edited line.
      let up = lines.count + 1 - index
      guard up <= rows else { continue }
      text += TerminalText(.up(up))
      text += theme.colored(lines[index])
      text += TerminalText(.eraseRight, .carriageReturn, .down(up))
    }
    drawnLines = lines
    output.write(text)
  }

  func show(candidates: [String]) {
    let words = candidates.map { $0.terminalSafe.withoutTrailingBlanks }
    let column = (words.map(\.columns).max() ?? 0) + 2
    let count = max(1, window.columns / column)
    draw()
    leaveLine()
    for start in stride(from: 0, to: words.count, by: count) {
      let row = words[start...].prefix(count).map { $0.padded(to: column) }.joined()
      output.print(row.withoutTrailingBlanks.cut(to: window.columns))
    }
  }

  func clear() {
    area.forget()
    output.write(TerminalText(.clear))
    shownScreen = nil
    show()
  }

  /// Draws everything again, because the size of the window has changed, or because another program
  /// has used it.
  func redraw(isResumed: Bool) {
    window = .current
    session.width = window.columns
    if isResumed {
      area.forget()
      shownScreen = nil
      show()
    } else if showsScreen {
      clear()
    } else {
      output.write(area.erase(width: window.columns))
    }
  }
}

extension [String] {
  /// The lines, wrapped at words. Indented lines stay whole: they belong to a trail that a person can copy.
  func withSentencesWrapped(to columns: Int) -> [String] {
    flatMap { $0.hasPrefix(" ") ? [$0] : [$0].wrapped(to: columns, limit: nil) }
  }
}
