import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// Golden transcripts: whole sessions as a terminal shows them.
///
/// The input is the lines that begin with `> `, and a secret after each line that ends with `: `.
@Suite(.gate) struct TranscriptTests {
  private static let secret = "correct horse"

  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [
    (Program.counter, "Counter/Trails/session.transcript"),
    (.onboarding, "Onboarding/Trails/readme.transcript"),
  ])
  func `a session prints its transcript, input by input`(program: Program, path: String) throws {
    let transcript = try packageText("Examples/\(path)")
      .split(separator: "\n", omittingEmptySubsequences: false)
    let options = program == .onboarding ? ["--ephemeral"] : []
    var typed: [String] = []
    var expected = ""
    for line in transcript.dropLast() {
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
    let (terminal, programs, path) = try StreamEnd.terminal()
    defer { programs.close() }
    unlink(self[".output"])
    let child = try Child(
      program.path, arguments, in: self.path, input: .file(path, O_RDWR),
      output: .file(self[".output"], O_WRONLY | O_CREAT), errors: .file("/dev/null", O_WRONLY))
    try terminal.write(Array((lines + [":quit"]).map { $0 + "\n" }.joined().utf8))
    #expect(child.wait() == 0)
    return text(".output") ?? ""
  }
}
