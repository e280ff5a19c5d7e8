import Foundation
import Testing

@testable import CairnTerminal

/// A running program that a test controls over pipes.
final class Dialogue {
  private let child: Child
  private let input: StreamEnd
  private let output: StreamEnd
  private var unread: [UInt8] = []

  convenience init(
    _ program: Program, _ arguments: String..., in folder: Folder,
    variables: [String: String] = [:],
    input pipe: (readEnd: StreamEnd, writeEnd: StreamEnd)? = nil
  ) throws {
    try self.init(program, arguments, in: folder, variables: variables, input: pipe)
  }

  init(
    _ program: Program, _ arguments: [String], in folder: Folder,
    variables: [String: String] = [:],
    input pipe: (readEnd: StreamEnd, writeEnd: StreamEnd)? = nil
  ) throws {
    let (childInput, input) = try pipe ?? StreamEnd.pipe(in: folder)
    let (output, childOutput) = try StreamEnd.pipe(in: folder)
    child = try Child(
      program.path, arguments, in: folder.path, variables: variables,
      input: .descriptor(childInput), output: .descriptor(childOutput),
      errors: .descriptor(childOutput))
    self.input = input
    self.output = output
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(lines: [String]) throws { try send(lines.map { $0 + "\n" }.joined()) }

  func send(_ bytes: [UInt8]) throws { try input.write(bytes) }

  /// Waits for this text and returns all output up to it. Throws if the program ends first.
  func read(to end: String) throws -> String {
    while true {
      let text = String(decoding: unread, as: UTF8.self)
      if let range = text.firstRange(of: end) {
        unread = Array(text[range.upperBound...].utf8)
        return String(text[..<range.upperBound])
      }
      guard let more = output.read() else {
        throw MissingText(expected: end, printed: text)
      }
      unread += more
    }
  }

  func send(signal: Int32) { child.send(signal) }

  func sendFromOther(signal: Int32) throws { try child.sendFromOther(signal) }

  /// Waits for the end of the program and returns its status.
  func wait() -> Int32 { child.wait() }

  /// The memory of the running program, in bytes.
  var memory: Int? { child.memory }

  /// Kills the program and waits for its end.
  func kill() {
    child.send(SIGKILL)
    #expect(child.wait() == 128 + SIGKILL)
  }
}

struct MissingText: Error, CustomStringConvertible {
  let expected: String
  let printed: String

  var description: String { "the output has no \"\(expected)\":\n\(printed)" }
}
