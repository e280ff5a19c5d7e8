import Foundation

/// Asks for a secret at the terminal with echo off.
enum SecretPrompt {
  private static let controlC: UInt8 = 3

  /// What was typed; `nil` if the line was given up with Ctrl-C or Ctrl-D.
  static func ask(_ name: String) -> LineReader.Line? {
    TerminationSignals.putOff { arrival in
      var saved = termios()
      guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
      var silent = saved
      // Ctrl-C ends the line instead of the program.
      silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
      withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = controlC }
      tcsetattr(STDIN_FILENO, TCSANOW, &silent)
      defer { tcsetattr(STDIN_FILENO, TCSANOW, &saved) }

      show("\(name): ")
      defer { show("\n") }
      return readLine(unless: arrival)
    }
  }

  /// A failure may not end the program here, with echo off; the next output meets it again.
  private static func show(_ text: String) {
    let output = Descriptor.standardOutput
    if output.isTerminal { try? output.write(text) }
  }

  /// A terminal gives one line at a time.
  private static func readLine(unless arrival: Int32) -> LineReader.Line? {
    var descriptors = [STDIN_FILENO, arrival]
      .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&descriptors, nfds_t(descriptors.count), -1) < 0, errno == EINTR {}
    guard descriptors[1].revents == 0, let line = try? Descriptor.standardInput.read(),
      let last = line.last, last != controlC
    else { return nil }
    return LineReader.line(line.prefix { $0 != UInt8(ascii: "\n") })
  }
}
