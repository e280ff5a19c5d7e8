import Foundation
import Testing

/// The output and the status of a program that ended.
struct Run: Equatable {
  let output: String
  let errors: String
  let status: Int32

  func expect(
    _ output: String, errors: String = "", status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(self.output == output, sourceLocation: sourceLocation)
    #expect(self.errors == errors, sourceLocation: sourceLocation)
    #expect(self.status == status, sourceLocation: sourceLocation)
  }
}

extension Folder {
  /// Runs a program with lines from a pipe, each ended by a line feed.
  func run(_ program: Program, _ arguments: String..., lines: [String] = []) throws -> Run {
    try run(program, arguments, input: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  /// Runs a program with input from a pipe, or from a file if it is too much for a pipe that
  /// is not read yet.
  func run(
    _ program: Program, _ arguments: [String] = [], input: [UInt8]
  ) throws -> Run {
    guard input.count <= 4096 else {
      let file = self[".input"]
      try Data(input).write(to: URL(filePath: file))
      defer { unlink(file) }
      return try run(program.path, arguments, input: .file(file, O_RDONLY))
    }
    return try run(program.path, arguments, input: .descriptor(pipe(holding: input)))
  }

  private func pipe(holding bytes: [UInt8]) throws -> StreamEnd {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: self)
    try writeEnd.write(bytes)
    return readEnd
  }

  /// Runs a program with special standard streams.
  func run(
    _ path: String, _ arguments: [String] = [], variables: [String: String] = [:],
    input: Child.Stream = .file("/dev/null", O_RDONLY),
    output: Child.Stream? = nil, errors: Child.Stream? = nil
  ) throws -> Run {
    let files = (output: self[".output"], errors: self[".errors"])
    defer {
      unlink(files.output)
      unlink(files.errors)
    }
    let child = try Child(
      path, arguments, in: self.path, variables: variables, input: input,
      output: output ?? .file(files.output, O_WRONLY | O_CREAT),
      errors: errors ?? .file(files.errors, O_WRONLY | O_CREAT))
    let status = child.wait()
    return Run(
      output: text(".output") ?? "", errors: text(".errors") ?? "", status: status)
  }
}
