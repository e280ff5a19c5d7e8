import Cairn
import Foundation

/// Asks for a secret at the terminal with echo off.
enum SecretPrompt {
  private static let controlC: UInt8 = 3

  /// What was typed; `nil` if the line was given up with Ctrl-C or Ctrl-D.
  static func ask(_ name: String) -> Secret? {
    var saved = termios()
    guard tcgetattr(STDIN_FILENO, &saved) == 0 else { return nil }
    var silent = saved
    // Ctrl-C ends the line instead of the program, which would leave the echo off.
    silent.c_lflag &= ~tcflag_t(ECHO | ISIG)
    withUnsafeMutableBytes(of: &silent.c_cc) { $0[Int(VEOL)] = controlC }
    tcsetattr(STDIN_FILENO, TCSADRAIN, &silent)
    defer { tcsetattr(STDIN_FILENO, TCSADRAIN, &saved) }

    Output.standard.write("\(name): ")
    defer { Output.standard.write("\n") }
    var line = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &line, line.count)
    guard count > 0, line[count - 1] != controlC else { return nil }
    let text = line[..<count].prefix { $0 != UInt8(ascii: "\n") }
    return String(validating: text, as: UTF8.self).map { Secret($0) }
  }
}
