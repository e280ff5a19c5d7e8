import Foundation

/// A stream to write lines to, unbuffered.
struct Output {
  let descriptor: Int32

  static let standard = Output(descriptor: STDOUT_FILENO)
  static let error = Output(descriptor: STDERR_FILENO)

  var isTerminal: Bool { isatty(descriptor) == 1 }

  func print(_ line: String) { write(line + "\n") }

  func print(_ lines: [String]) { write(lines.map { $0 + "\n" }.joined()) }

  /// Writes text as it is. What cannot be written is not passed over: the program ends.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        bytes = bytes.dropFirst(written)
      } else if errno != EINTR {
        let reason = String(cString: strerror(errno))
        if descriptor != STDERR_FILENO { Output.error.print("cannot write the output: \(reason)") }
        exit(ExitStatus.failed.rawValue)
      }
    }
  }
}
