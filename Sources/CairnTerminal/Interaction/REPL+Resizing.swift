import CairnApp

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
  /// The size of the window has changed.
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

  /// Draws everything again, because another program has used the window.
  func resume() -> ExitStatus? {
    let keys = resizing?.keys ?? []
    resizing = nil
    window = size()
    session.width = window.columns
    area.forget()
    shown.forget()
    show()
    return handle(keys)
  }

  private func handle(_ keys: [Key]) -> ExitStatus? {
    for key in keys {
      if let status = handle(key) { return status }
    }
    return nil
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
