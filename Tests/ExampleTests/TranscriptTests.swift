import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// Golden transcripts: whole sessions as a terminal shows them.
///
/// The input is the lines that begin with `> `, and a secret after each line that ends with `: `.
@Suite(.gate) struct TranscriptTests {
  private static let secret = "correct horse"
  private static let examples = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Examples").standardizedFileURL

  private let folder: Folder

  init() throws { folder = try Folder() }

  private static func transcript(_ path: String) throws -> [Substring] {
    try String(contentsOf: examples.appending(path: path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
  }

  @Test(arguments: [
    (Program.counter, "Counter/Trails/session.transcript"),
    (.onboarding, "Onboarding/Trails/readme.transcript"),
  ])
  func `a session prints its transcript, input by input`(
    program: Program, path: String
  ) throws {
    let options = program == .onboarding ? ["--ephemeral"] : []
    var typed: [String] = []
    var expected = ""
    for line in try Self.transcript(path).dropLast() {
      if line.hasPrefix("> ") {
        let run = try folder.runAtTerminal(program, options, lines: typed)
        #expect(run == expected, "after \(typed)")
        typed.append(String(line.dropFirst(2)))
      } else if line.hasSuffix(": ") {
        typed.append(Self.secret)
      } else {
        expected += line + "\n"
      }
    }
    #expect(try folder.runAtTerminal(program, options, lines: typed) == expected)
  }
}

extension Folder {
  /// The output of a program in a file while these lines are typed at a terminal.
  fileprivate func runAtTerminal(
    _ program: Program, _ arguments: [String], lines: [String]
  ) throws -> String {
    var ends: (Int32, Int32) = (-1, -1)
    var name = [CChar](repeating: 0, count: 1024)
    guard openpty(&ends.0, &ends.1, &name, nil, nil) == 0 else { throw SystemError(code: errno) }
    let terminal = try StreamEnd(ends.0)
    _ = fcntl(ends.0, F_SETFD, FD_CLOEXEC)
    defer { close(ends.1) }
    unlink(self[".output"])
    let child = try Child(
      program.path, arguments, in: path, input: .file(String(cString: &name), O_RDWR),
      output: .file(self[".output"], O_WRONLY | O_CREAT), errors: .file("/dev/null", O_WRONLY))
    try terminal.write(Array((lines + [":quit"]).map { $0 + "\n" }.joined().utf8))
    #expect(child.wait() == 0)
    return text(".output") ?? ""
  }
}
