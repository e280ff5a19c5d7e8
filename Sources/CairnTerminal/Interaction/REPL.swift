import Cairn
import CairnScreen
import CairnTrail
import Foundation

/// A person at the terminal: a screen, and a line that is edited below it.
///
/// Everything that is decided is decided by values (`KeyDecoder`, `LineEditor`, `PromptArea`); this
/// moves bytes between them and the terminal, and lets effects go on while it waits for a key.
final class REPL<A: App> {
  let session: Session<A>
  let output = Output.standard
  let theme: Theme
  let isAnimated: Bool
  private var historyFile: HistoryFile?

  var decoder = KeyDecoder()
  var editor = LineEditor()
  var area = PromptArea()
  var window = WindowSize.current
  /// The screen as it was shown last, in a width that no window changes.
  var shown: [String] = []
  /// Which screen was shown last, for the way to the next.
  var place: (id: String, depth: Int, step: Int?)?
  /// Whether the screen is what stands right above the line.
  var showsScreen = false
  /// Lines that were pasted and wait for the effects of those before them.
  private var pasted: [String] = []
  private var wasInterrupted = false

  init(_ session: Session<A>, _ options: RunOptions, _ historyFile: HistoryFile?) {
    self.session = session
    self.historyFile = historyFile
    isAnimated = options.isAnimated
    theme = if case .lines(let theme) = options.presentation { theme } else { .none }
  }

  func run() -> ExitStatus {
    editor.history = LineHistory(historyFile?.read() ?? [])
    do throws(SystemError) {
      try RawTerminal.enter()
    } catch {
      Output.fail("cannot use the terminal: \(error)")
    }
    defer { RawTerminal.leave() }
    output.print(
      ["\(A.name): type what the screen offers, :help for help, :quit to leave."]
        .wrapped(to: window.columns, limit: nil))
    session.clock.catchUp()
    show()
    while true {
      if let status = goOn() { return status }
    }
  }

  /// Waits for one thing to happen, and answers it; the status if it was to leave.
  private func goOn() -> ExitStatus? {
    draw()
    let ready = session.clock.wait(
      for: [STDIN_FILENO, RawTerminal.newsDescriptor], upTo: timeToNextStatus)
    if let status = poll() { return status }
    if ready.contains(STDIN_FILENO) {
      for key in decoder.keys(of: read()) {
        if let status = handle(key) { return status }
      }
    }
    while !pasted.isEmpty, session.driver.effects.isEmpty {
      if let status = take(pasted.removeFirst(), isPasted: true) { return status }
    }
    showWhatEffectsChanged()
    return nil
  }

  private func read() -> [UInt8] {
    do throws(SystemError) {
      let bytes = try Descriptor.standardInput.read()
      if bytes.isEmpty { Output.fail("the terminal is gone") }
      return bytes
    } catch {
      Output.fail("cannot read the input: \(error)")
    }
  }

  private func poll() -> ExitStatus? {
    let news = RawTerminal.poll()
    if news.isResized || news.isResumed { redraw(isResumed: news.isResumed) }
    return news.isInterrupted ? handle(.interrupt) : nil
  }

  private func handle(_ key: Key) -> ExitStatus? {
    let isSecondInterrupt = wasInterrupted && key == .interrupt
    wasInterrupted = false
    let question = editor.question
    // What came with it is to be seen before it stays.
    if key == .enter || key == .interrupt { draw() }
    switch editor.handle(key, in: session.lineContext) {
    case nil: return nil
    case .line(let line)?:
      leaveLine(showing: line)
      return take(line, isPasted: false)
    case .lines(let lines)?: pasted += lines
    case .secret(let secret)?:
      leaveLine()
      if case .secret(let name) = question {
        _ = show(session.answer(to: name, secret: Secret(secret)))
      }
    case .interrupted?:
      leaveLine(after: "^C")
      pasted = []
      if isSecondInterrupt { return .interrupted }
      wasInterrupted = question == .line
      if wasInterrupted { output.print("Ctrl-C again leaves") }
    case .end?:
      leaveLine()
      return .done
    case .clearScreen?: clear()
    case .candidates(let candidates)?: show(candidates: candidates)
    case .bell?: output.write("\u{7}")
    }
    return nil
  }

  /// Does what a line says; the status if it was to leave.
  private func take(_ line: String, isPasted: Bool) -> ExitStatus? {
    if isPasted { leaveLine(showing: line) }
    remember(line)
    if let name = session.screen.secureField(alone: line), !isPasted {
      editor.askSecret(name)
      return nil
    }
    let answer = session.answer(to: line)
    if case .refused = answer, !pasted.isEmpty {
      let count = pasted.count
      pasted = []
      _ = show(answer)
      output.print("\(count) pasted line\(count == 1 ? " was" : "s were") not run")
      return nil
    }
    return show(answer) ? nil : .done
  }

  /// Keeps a line that cannot hold a secret: whole until the program ends, its name in the file.
  private func remember(_ line: String) {
    guard let entry = HistoryEntry(line, on: session.screen) else { return }
    editor.history.add(entry.line)
    do throws(SystemError) {
      try historyFile?.add(entry.kept)
    } catch {
      historyFile = nil
      output.print("what is typed is not kept for the next time: \(error)")
    }
  }
}
