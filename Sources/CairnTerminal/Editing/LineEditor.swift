/// Edits a line: takes keys, and returns an event when a key completes something.
///
/// It is a value and knows no terminal; ``layout(width:height:in:)`` gives the rows to draw.
struct LineEditor {
  enum Question: Equatable {
    case line
    /// The value of the secure field with this name.
    case secret(String)
  }

  /// The result of a key. A key that has no effect has none: nothing rings.
  enum Event: Equatable {
    case line(String)
    /// Several lines were pasted. The text after the last line break is being edited.
    case lines([String])
    case secret(String)
    /// So many pasted lines were left out after a secret, which is one line.
    case leftOut(Int)
    /// The line was discarded.
    case interrupted
    case end
    case clearScreen
    /// The completions of the word before the cursor, of which none is certain.
    case candidates([String])
  }

  private(set) var question = Question.line
  private(set) var buffer = LineBuffer()
  private(set) var search: HistorySearch?
  var history = LineHistory()

  /// Asks for the value of a secure field instead of a line, and ends a search.
  ///
  /// - Parameter keepingLine: whether the line is the beginning of the value, because the name was pasted
  ///   before it.
  mutating func askSecret(_ name: String, keepingLine: Bool = false) {
    search = nil
    if !keepingLine { buffer = LineBuffer() }
    question = .secret(name)
  }

  /// Replaces the history, ends a search in it, and forgets the text that was cut.
  mutating func replaceHistory(with history: LineHistory) {
    if let search { buffer = search.original }
    search = nil
    self.history = history
    buffer.forgetKilled()
  }

  mutating func handle(_ key: Key, in context: LineContext) -> Event? {
    if let search { return handle(key, while: search, in: context) }
    switch key {
    case .enter: return accept()
    case .interrupt: return discard()
    case .control("d") where buffer.isEmpty: return question == .line ? .end : discard()
    case .paste(let text): return paste(text)
    case .tab: return complete(in: context)
    case .up, .control("p"):
      let current = buffer.text
      return recall { $0.older(than: current) }
    case .down, .control("n"): return recall { $0.newer() }
    case .control("r") where question == .line:
      search = HistorySearch(original: buffer)
      return nil
    case .control("l"): return .clearScreen
    case .text(let text):
      buffer.insert(text)
      return nil
    case .backspace, .delete, .left, .right, .home, .end, .wordLeft, .wordRight, .deleteWordLeft,
      .deleteWordRight, .place, .control:
      return edit(key, in: context)
    }
  }

  func isMasked(in context: LineContext) -> Bool {
    question != .line || context.secretNameEnd(in: buffer) != nil
  }

  private mutating func edit(_ key: Key, in context: LineContext) -> Event? {
    let isSecret = isMasked(in: context)
    switch key {
    case .left, .control("b"): buffer.moveLeft()
    case .right, .control("f"): buffer.moveRight()
    case .home, .control("a"): buffer.move(to: 0)
    case .end, .control("e"): buffer.move(to: buffer.count)
    case .wordLeft: buffer.move(to: buffer.wordStart)
    case .wordRight: buffer.move(to: buffer.wordEnd)
    case .backspace: buffer.deleteLeft()
    case .delete, .control("d"): buffer.deleteRight()
    case .control("k"): buffer.kill(to: buffer.count)
    case .control("u"): buffer.kill(to: 0)
    case .control("w"): buffer.kill(to: buffer.longWordStart)
    case .deleteWordLeft: buffer.kill(to: buffer.wordStart)
    case .deleteWordRight: buffer.kill(to: buffer.wordEnd)
    case .control("y"): buffer.yank()
    case .text, .paste, .enter, .tab, .up, .down, .interrupt, .place, .control: return nil
    }
    if isSecret { buffer.forgetKilled() }
    return nil
  }

  private mutating func accept() -> Event {
    let text = buffer.text
    let answered = question
    discardLine()
    return answered == .line ? .line(text) : .secret(text)
  }

  private mutating func discard() -> Event {
    discardLine()
    return .interrupted
  }

  mutating func discardLine() {
    buffer.replace(with: "")
    history.reset()
    question = .line
  }

  private mutating func paste(_ text: String) -> Event? {
    let parts = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard question == .line, parts.count > 1, let last = parts.last else {
      buffer.insert(String(parts[0]))
      let count = parts.dropFirst().count { !$0.isEmpty }
      return count == 0 ? nil : .leftOut(count)
    }
    let lines = [buffer.before + parts[0]] + parts.dropFirst().dropLast().map(String.init)
    buffer.replace(before: String(last))
    return .lines(lines)
  }

  private mutating func recall(_ step: (inout LineHistory) -> String?) -> Event? {
    guard question == .line, let line = step(&history) else { return nil }
    buffer.replace(with: line)
    return nil
  }

  private mutating func complete(in context: LineContext) -> Event? {
    guard question == .line else { return nil }
    let completion = context.complete(buffer.before)
    guard completion.line == buffer.before else {
      buffer.replace(before: completion.line)
      return nil
    }
    return completion.candidates.count > 1 ? .candidates(completion.candidates) : nil
  }

  private mutating func handle(
    _ key: Key, while search: HistorySearch, in context: LineContext
  ) -> Event? {
    var search = search
    switch key {
    case .text(let text): search.type(text, in: history.lines)
    case .backspace: search.deleteLast(in: history.lines)
    case .control("r"): search.older(in: history.lines)
    case .control("g"), .interrupt:
      buffer = search.original
      self.search = nil
      return nil
    case .paste, .enter, .tab, .delete, .left, .right, .up, .down, .home, .end, .wordLeft,
      .wordRight, .deleteWordLeft, .deleteWordRight, .place, .control:
      if let line = history.line(at: search.match) { buffer.replace(with: line) }
      self.search = nil
      return handle(key, in: context)
    }
    self.search = search
    return nil
  }
}
