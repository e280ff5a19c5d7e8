import Foundation

/// A stream to write lines to.
struct Output {
  private let descriptor: Descriptor

  static let standard = Output(descriptor: .standardOutput)
  static let error = Output(descriptor: .standardError)

  /// Ends the program because of the world around it.
  static func fail(_ message: String) -> Never {
    error.print(message)
    exit(ExitStatus.failed.rawValue)
  }

  var isTerminal: Bool { descriptor.isTerminal }

  func print(_ line: String) { write(line + "\n") }

  func print(_ lines: [String]) { write(lines.map { $0 + "\n" }.joined()) }

  /// Writes text as it is. What cannot be written is not passed over: the program ends.
  func write(_ text: String) {
    do throws(SystemError) {
      try descriptor.write(text)
    } catch {
      // Of standard error there is nowhere left to say so; the status has to do.
      if descriptor.number != STDERR_FILENO { Self.fail("cannot write the output: \(error)") }
    }
  }
}
