import CairnApp
import Foundation

/// Says in a terminal how far something long is, on a line that is taken back afterwards.
///
/// Nothing is said in the first half second, nor where standard error is no terminal.
final class ProgressLine {
  private let isShown =
    Output.error.isTerminal && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  private var isVisible = false
  private var next = ContinuousClock.now + .milliseconds(500)

  /// Puts a text in place of the one before, ten times a second at most.
  func show(_ text: @autoclosure () -> String) {
    guard isShown, ContinuousClock.now >= next else { return }
    next = .now + .milliseconds(100)
    isVisible = true
    // One that went on in the next row could not be taken back, not even for the ^C behind it.
    let room = max(1, WindowSize.current.columns - 3)
    Output.error.write("\r\u{1B}[K\(text().cut(to: room))")
  }

  /// Takes the line back before something else is printed.
  func clear() {
    if isVisible { Output.error.write("\r\u{1B}[K") }
    isVisible = false
  }
}
