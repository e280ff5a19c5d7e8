import Foundation

/// Lines that are seen as soon as they are printed, through a pipe too.
enum Output {
  static func print(_ lines: String...) { write(lines, to: .standardOutput) }

  static func complain(_ line: String) { write(["benchmarks: " + line], to: .standardError) }

  private static func write(_ lines: [String], to file: FileHandle) {
    file.write(Data(lines.map { $0 + "\n" }.joined().utf8))
  }
}
