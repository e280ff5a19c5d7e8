import CairnApp

/// The rows of the window from the shown screen down to the edited line, so that the next screen can take
/// the place of this one.
///
/// An empty row is above the screen, and another one below it. Methods return the text to write where the
/// edited line began, after it was erased.
struct ScreenArea {
  struct Row {
    let content: String
    var style: (String) -> TerminalText = { TerminalText($0) }
    /// Whether it stays when the screen moves below it: an empty line does not.
    var isKept = true

    var text: TerminalText { style(content) }
    var columns: Int { content.columns }

    func wrapped(to columns: Int) -> [Row] {
      guard self.columns > columns else { return [self] }
      return [content].wrapped(to: columns, limit: nil)
        .map { Row(content: $0, style: style, isKept: isKept) }
    }
  }

  /// The shown screen as it is in the window.
  private(set) var lines: [StyledLine] = []
  /// The rows between the screen and the edited line; `nil` if their number is not known.
  private(set) var below: [Row]?
  /// The screen before the last input, and the rows of the input, if the shown screen has taken its place.
  private var replaced: (lines: [StyledLine], rows: [Row])?
  /// The most rows that were below the screen at a time, the edited line included. The window has scrolled
  /// so far.
  private var depth = 0
  /// Earlier screens right above, which another size of the window has moved out of it in part. A higher window
  /// may take them back.
  private var earlier: [[String]] = []

  /// The screen was printed where the edited line began.
  mutating func show(_ lines: [StyledLine]) {
    self.lines = lines
    (below, depth) = ([], 1)
  }

  /// The place of the screen is not known any more.
  mutating func forget() { (below, replaced, earlier) = (nil, nil, []) }

  /// The screen stays where it is, because the window does not hold all of it.
  ///
  /// - Parameter again: whether the rows below it are printed again below the next screen.
  mutating func leave(printsRowsAgain again: Bool) {
    let left = earlier + [[""] + lines.map(\.text) + [""] + (below ?? []).map(\.content)]
    forget()
    if again { earlier = left }
  }

  /// Forgets the texts of the rows that were typed and printed.
  mutating func forgetRows() {
    if below?.isEmpty == false { below = nil }
    replaced = nil
  }

  /// Rows were printed below the screen. The terminal has wrapped those that are wider than the window.
  mutating func add(_ rows: [Row], in window: WindowSize) {
    guard let count = below?.count, count + rows.count < window.rows,
      rows.allSatisfy({ $0.columns <= window.columns })
    else { return forget() }
    below? += rows
    depth = max(depth, count + rows.count + 1)
  }

  /// The line that was typed last is refused, and stays.
  mutating func keepRows() {
    below = below?.map { Row(content: $0.content, style: $0.style) }
  }

  mutating func drawLine(height: Int) { depth = max(depth, (below?.count ?? 0) + height) }

  /// Moves the rows below the screen up, in the place of the screen; `nil` if it is not in the window.
  mutating func makeWayAfterInput(in window: WindowSize) -> TerminalText? {
    guard let below, isInWindow(window) else { return nil }
    let kept = below.filter(\.isKept)
    if !kept.isEmpty { (replaced, earlier) = ((lines, kept), []) }
    return erasing(lines.count + 2 + below.count) + kept.map(\.text).asLines
  }

  /// Moves the rows below the screen up, because an effect has changed the screen; `nil` if it is not in the
  /// window.
  ///
  /// - Parameter other: whether the next screen is another one. The screen before the last input then
  ///   returns above the input.
  mutating func makeWayAfterEffect(
    forOther other: Bool, in window: WindowSize, _ theme: Theme
  ) -> TerminalText? {
    guard let below, isInWindow(window) else { return nil }
    let kept = below.filter(\.isKept)
    earlier = []
    guard other, let replaced, isInWindow(window, with: replaced.rows.count) else {
      self.replaced?.rows += kept
      return erasing(lines.count + 2 + below.count) + kept.map(\.text).asLines
    }
    self.replaced = nil
    let before = [TerminalText()] + replaced.lines.map(theme.colored) + [TerminalText()]
    return erasing(lines.count + 2 + below.count + replaced.rows.count)
      + (before + (replaced.rows + kept).map(\.text)).asLines
  }

  /// Erases the screen and the rows below it, which the terminal has wrapped to a new width; `nil` if they are not
  /// in the window.
  ///
  /// - Parameter room: the number of rows in the window above the edited line.
  mutating func makeWayAfterResize(width: Int, room: Int) -> TerminalText? {
    guard let below else { return nil }
    func height(_ rows: [String]) -> Int {
      rows.reduce(0) { $0 + $1.wrappedEnd(width: width).row + 1 }
    }
    var rows = height(["", ""] + lines.map(\.text) + below.map(\.content))
    guard rows <= room else { return nil }
    while let last = earlier.last, rows + height(last) <= room {
      rows += height(last)
      earlier.removeLast()
    }
    replaced = nil
    return erasing(rows)
  }

  /// Draws the changed lines in place; `nil` if one of them is above the window.
  ///
  /// - Parameter leavesOut: whether lines above the window may stay as they are.
  mutating func update(
    to new: [StyledLine], leavesOut: Bool, in window: WindowSize, _ theme: Theme
  ) -> TerminalText? {
    guard let below, new.count == lines.count else { return nil }
    var text = TerminalText(.carriageReturn)
    for index in new.indices where new[index] != lines[index] {
      let height = lines.count - index + 1
      guard height + depth <= window.rows else {
        if leavesOut { continue } else { return nil }
      }
      let up = height + below.count
      // A column that is erased behind a text counts when tmux wraps the row again.
      text += TerminalText(.up(up), .eraseRight) + theme.colored(new[index])
      text += TerminalText(.carriageReturn, .down(up))
    }
    lines = new
    return text
  }

  private func isInWindow(_ window: WindowSize, with above: Int = 0) -> Bool {
    above + lines.count + 2 + depth <= window.rows
  }

  /// Row by row: tmux keeps a window that is erased from its first row on in the scrollback.
  private func erasing(_ rows: Int) -> TerminalText {
    (0..<rows).reduce(into: TerminalText(.carriageReturn)) { text, _ in
      text += TerminalText(.up(1), .eraseRight)
    }
  }
}

/// The parts of a shown screen that decide how the next one is drawn.
struct ScreenFacts {
  let id: String
  let depth: Int
  let step: Int?
  /// The notes, the names of the rows, and a progress. A change of them is never left out.
  let remarks: [String]
  /// The title, and the names of the other inputs.
  private let structure: [String]

  init<Action>(_ screen: Screen<Action>, depth: Int) {
    (id, self.depth, step) = (screen.id, depth, screen.step?.number)
    let isRow = { (input: Input<Action>) in if case .row = input.kind { true } else { false } }
    let inputs = screen.inputs
    remarks =
      screen.notes + inputs.filter(isRow).map(\.name)
      + (screen.outline.showsProgress ? [""] : [])
    structure =
      [screen.title, screen.coveredTitle ?? ""] + inputs.filter { !isRow($0) }.map(\.name)
  }

  /// Whether only values, texts, notes and rows differ.
  func isSame(as other: ScreenFacts) -> Bool {
    (id, depth, step) == (other.id, other.depth, other.step) && structure == other.structure
  }
}
