import CairnApp
import Foundation

extension REPL {
  private static var statusInterval: Duration { .seconds(1) }

  /// Draws the line, and above it the effects that have been in flight for a second.
  func draw() {
    // At least one row is for the line.
    let status = status.suffix(window.rows - 1)
    let layout = editor.layout(
      width: window.columns, height: window.rows - status.count, in: lineContext)
    if area.height >= window.rows, layout.rows.count + status.count < window.rows {
      // The line has moved the screen out of the window.
      output.write(area.erase(width: window.columns))
      shown.forget()
      show()
    }
    output.write(area.draw(layout, status: Array(status), theme: theme, width: window.columns))
    shown.drawLine(height: area.height)
  }

  private var status: [String] {
    let effects = session.driver.effects.compactMap { effect -> (name: String, seconds: Int)? in
      guard let start = session.startTimes[effect.number] else { return nil }
      let seconds = Int((session.clock.now - start) / .seconds(1))
      return seconds >= 1 ? (effect.name.terminalSafe, seconds) : nil
    }
    // A screen that says what is awaited says it in better words than the name of an effect.
    if session.screen.outline.showsProgress {
      return effects.map(\.seconds).max().map { ["… \($0) s"] } ?? []
    }
    return effects.map { "… \($0.name), \($0.seconds) s".cut(to: window.columns) }
  }

  var timeToNextStatus: Duration? {
    guard !session.clock.isVirtual else { return nil }
    return session.driver.effects.compactMap { effect in
      guard let start = session.startTimes[effect.number] else { return nil }
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
    output.write(area.withoutStatus(theme: theme, width: window.columns))
    shown.drawLine(height: area.height)
    var rows = area.rows
    if !ending.isEmpty { rows.append((rows.popLast() ?? "") + ending) }
    let isKept = line.map { !$0.isBlank && !ColonCommand.movesList($0) } ?? true
    shown.add(
      rows.map { .init(content: $0, isKept: isKept) }, in: window)
    output.write(area.leave(ending))
  }

  func tell(_ lines: [String], _ style: @escaping (String) -> TerminalText = { TerminalText($0) }) {
    tell(lines.flatMap(\.terminalSafeLines).map { ScreenArea.Row(content: $0, style: style) })
  }

  func tell(_ rows: [ScreenArea.Row]) {
    output.print(rows.map(\.text))
    shown.add(rows, in: window)
  }

  func tell(_ line: String) { tell([line].wrapped(to: window.columns, limit: nil)) }

  /// Shows an answer; `false` if it quits.
  func show(_ answer: Session<A>.Answer) -> Bool {
    switch answer {
    case .screen(let remark):
      session.waitForNewEffects(unless: [
        Descriptor.standardInput.number, RawTerminal.eventDescriptor,
      ])
      if let remark { tell(remark) }
      showAfterInput()
    case .text(let lines):
      tell(lines.wrappedBelowIndents(to: window.columns))
    case .report(let lines):
      tell(lines.withSentencesWrapped(to: window.columns))
    case .written(let text, let file):
      tell([text].wrapped(to: window.columns, limit: nil)) { [theme] in
        Presentation.lines(theme).text($0, naming: file)
      }
    case .refused(let reason):
      shown.keepRows()
      tell(reason.components(separatedBy: "\n").wrapped(to: window.columns, limit: nil)) {
        [theme] in
        theme.colored($0, .error)
      }
    case .quit:
      return false
    }
    return true
  }

  /// Shows the screen below the previous output, animated if it is another screen than before.
  func show() {
    let screen = session.screen
    let new = facts(of: screen)
    let direction = facts.flatMap {
      Transition.direction(from: ($0.id, $0.depth, $0.step), to: (new.id, new.depth, new.step))
    }
    if direction != nil { session.showFromBeginning() }
    let lines = linesInWindow(of: screen)
    barless =
      options.everyScreen && screen.outline.hasBars ? linesInWindow(of: screen.withoutBars) : lines
    (facts, revision, messageCount) = (new, session.revision, messages())
    shown.show(lines)
    // The terminal wraps lines that are wider than the window.
    let isWrapped = lines.contains { $0.text.columns > window.columns }
    if isWrapped { shown.forget() }
    output.write(TerminalText(.lineFeed))
    if let direction, options.isAnimated, !hasWaiting, !isWrapped, lines.count < window.rows - 1 {
      play(Transition(to: lines, direction, width: window.columns))
    } else {
      output.print(lines.map(theme.colored))
    }
    output.write(TerminalText(.lineFeed))
  }

  /// Shows the screen after a line. If only values have changed, the line takes the place of the screen above
  /// it, and the screen follows.
  private func showAfterInput() {
    // To build the screen may report an issue.
    let screen = session.screen
    forgetPlaceAfterErrors()
    let fits = !showsAllRows || linesInWindow(of: screen).count <= window.rows - 4
    if !options.everyScreen, fits, facts?.isSame(as: facts(of: screen)) == true,
      let text = shown.makeWayAfterInput(in: window)
    {
      output.write(text)
    } else {
      shown.forget()
    }
    show()
  }

  func showChangesByEffects() {
    guard session.revision != revision else { return }
    revision = session.revision
    let screen = session.screen
    let lines = linesInWindow(of: screen)
    guard lines != shown.lines else { return }
    let isMoved = forgetPlaceAfterErrors()
    let new = facts(of: screen)
    let isSame = facts?.isSame(as: new) == true
    // A remark must be seen; a value may change above the window.
    let isTick = isSame && lines.count == shown.lines.count && facts?.remarks == new.remarks
    output.write(area.erase(width: window.columns))
    let isInPlace =
      options.everyScreen ? isTick && linesInWindow(of: screen.withoutBars) == barless : isSame
    if isInPlace,
      let text = shown.update(to: lines, leavesOut: isTick, in: window, theme)
    {
      facts = new
      output.write(text)
      return
    }
    if !options.everyScreen {
      let hidesBefore = isSame || session.isSealed
      if let text = shown.makeWayAfterEffect(forOther: !hidesBefore, in: window, theme) {
        output.write(text)
        return show()
      }
      if isTick, !isMoved { return }
    }
    shown.forget()
    show()
  }

  private func facts(of screen: Screen<A.Root.Action>) -> ScreenFacts {
    ScreenFacts(screen, depth: session.screens.count)
  }

  /// Whether a message on standard error has moved the screen since the last time.
  @discardableResult func forgetPlaceAfterErrors() -> Bool {
    guard messages() != messageCount else { return false }
    messageCount = messages()
    shown.forget()
    return true
  }

  /// The lines of a screen, with a part of a list that does not fit the window.
  func linesInWindow(of screen: Screen<A.Root.Action>) -> [StyledLine] {
    // Empty lines above and below the screen, the edited line, and the status or the next line.
    let limit = window.rows - 4
    session.rowsForScreen = limit >= 8 ? limit : nil
    guard !showsAllRows, limit >= 8 else {
      return screen.styledLinesWithWholeNotes(width: window.columns)
    }
    return screen.styledLines(width: window.columns, fitting: limit, &session.listPart)
  }

  /// Plays an animation. Input skips to its last frame.
  private func play(_ transition: Transition) {
    let last = transition.frames.count - 1
    var isSkipped = false
    for (number, frame) in transition.frames.enumerated() where !isSkipped || number == last {
      if number == last { output.write(TerminalText(.eraseBelow)) }
      output.print(frame.map { TerminalText(.eraseRight) + theme.colored($0) })
      if number == last { return }
      isSkipped = !session.clock.pause(
        Transition.pause, unless: Descriptor.standardInput.number)
      output.write(TerminalText(.up(frame.count)))
    }
  }

  func show(candidates: [String]) {
    let words = candidates.map { $0.terminalSafe.withoutTrailingBlanks }
    let column = (words.map(\.columns).max() ?? 0) + 2
    let count = max(1, window.columns / column)
    draw()
    leaveLine()
    tell(
      stride(from: 0, to: words.count, by: count).map { start in
        words[start...].prefix(count).map { $0.padded(to: column) }.joined()
          .withoutTrailingBlanks.cut(to: window.columns)
      })
  }

  func clear() {
    area.forget()
    output.write(TerminalText(.clear))
    shown.forget()
    show()
  }
}

/// A change of the window's size that the program draws when the terminal has told the place of the cursor.
///
/// Terminals wrap lines again or cut them, and they move lines into the history, from which a program can take none
/// back. So only the place of the cursor tells whether the shown screen is still in the window.
struct Resizing {
  /// Longer than a terminal takes for its answer, at the other end of a slow connection too.
  private static let limit = Duration.seconds(1)

  /// The number of answers that are on their way. The last one holds.
  var missing = 0
  var end = ContinuousClock.now + limit
  /// The keys that were typed meanwhile.
  var keys: [Key] = []
}

extension REPL {
  func windowChanged() {
    guard tellsPlace else { return redraw(at: nil) }
    resizing = Resizing(missing: (resizing?.missing ?? 0) + 1, keys: resizing?.keys ?? [])
    output.write(TerminalText(.askPlace))
  }

  /// Takes the answer of the terminal; other keys wait for it.
  func handleWhileResizing(_ key: Key) -> ExitStatus? {
    guard case .place(let row, let column) = key else {
      resizing?.keys.append(key)
      return nil
    }
    resizing?.missing -= 1
    return resizing?.missing == 0 ? endResizing(at: (row, column)) : nil
  }

  /// Draws the window and handles the keys that have waited; the exit status if one of them quits.
  ///
  /// - Parameter place: the place of the cursor; `nil` if the terminal has not told it.
  func endResizing(at place: (row: Int, column: Int)?) -> ExitStatus? {
    guard let keys = resizing?.keys else { return nil }
    resizing = nil
    redraw(at: place)
    return handle(keys)
  }

  /// Draws everything again, because another program has used the window. Ctrl-Z drops keys as Ctrl-C does.
  func resume() -> ExitStatus? {
    let keys = resizing?.keys ?? []
    resizing = nil
    decoder = KeyDecoder()
    window = size()
    session.width = window.columns
    area.forget()
    shown.forget()
    show()
    return handle(keys)
  }

  /// Draws the screen in place of the shown one. If a part of that is above the window, it stays, and the screen follows.
  private func redraw(at place: (row: Int, column: Int)?) {
    window = size()
    session.width = window.columns
    let width = options.wrapsAgain ? window.columns : .max
    let above = area.rowsAboveCursor(width: width, cursor: place?.column)
    output.write(area.erase(width: width, cursor: place?.column))
    forgetPlaceAfterErrors()
    // Below a long output the screen would push its beginning away.
    guard let below = shown.below else { return shown.forget() }
    let rows = below.flatMap { $0.wrapped(to: window.columns) }
    if let text = shown.makeWayAfterResize(
      width: width, room: place.map { $0.row - above } ?? window.rows - 1)
    {
      output.write(text)
      show()
      return tell(rows)
    }
    let fits = linesInWindow(of: session.screen).count + rows.count + 3 <= window.rows
    shown.leave(printsRowsAgain: fits)
    show()
    if fits { tell(rows) }
  }
}
