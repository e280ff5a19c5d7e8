import Foundation
import Testing

/// Standard streams that cannot be used.
@Suite struct StreamTests {
  private let folder: Folder
  private let program = Program.counter.path

  init() throws { folder = try Folder() }

  @Test func `an unreadable input or a closed stream is reported with status 1`() throws {
    try folder.run(program, input: .file(folder.path, O_RDONLY))
      .expect(counter(0), errors: "cannot read the input: Is a directory\n", status: 1)
    // It is not confused with a file that is opened later.
    try folder.run(program, input: .closed)
      .expect(counter(0), errors: "cannot read the input: Bad file descriptor\n", status: 1)
    try folder.run(program, output: .closed)
      .expect("", errors: "cannot write the output: Bad file descriptor\n", status: 1)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [[], ["--help"], ["explore", "--states", "1"]])
  func `a full disk is reported with status 1`(arguments: [String]) throws {
    try folder.run(program, arguments, output: .file("/dev/full", O_WRONLY))
      .expect("", errors: "cannot write the output: No space left on device\n", status: 1)
    for options in [["--journal"], ["record"]] where arguments == [] {
      try folder.run(.counter, options + ["/dev/full"]).expect(
        "", errors: "/dev/full: cannot be written: No space left on device\n", status: 1)
    }
  }

  @Test func `a refusal has its status even if it cannot be reported`() throws {
    try folder.write("nope\nincrement\n", to: "lines.txt")
    let lines = Child.Stream.file(folder["lines.txt"], O_RDONLY)
    try folder.run(program, input: lines, errors: .closed).expect(counter(0), status: 1)
    try folder.run(program, ["--keep-going"], input: lines, errors: .closed)
      .expect(counter(0, 1), status: 1)
    try folder.run(program, ["frob"], errors: .closed).expect("", status: 2)
  }

  @Test func `a lack of file descriptors is reported with status 1`() throws {
    // One descriptor suffices to load the program's libraries, but not for a pipe.
    try folder.run("/bin/sh", ["-c", #"ulimit -n 4; exec "$0""#, program])
      .expect("", errors: "cannot open a pipe: Too many open files\n", status: 1)
  }

  @Test func `a closed pipe ends the program, with a message only if its signal is ignored`() throws
  {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    readEnd.close()
    try folder.run(program, output: .descriptor(writeEnd)).expect("", status: 128 + SIGPIPE)
    try folder.run(
      "/bin/sh", ["-c", #"trap "" PIPE; exec "$0""#, program], output: .descriptor(writeEnd)
    ).expect("", errors: "cannot write the output: Broken pipe\n", status: 1)
  }

  @Test func `the program waits for input that another program has made non-blocking`() throws {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    _ = fcntl(readEnd.number, F_SETFL, O_NONBLOCK)
    let dialogue = try Dialogue(.counter, in: folder, input: (readEnd, writeEnd))
    #expect(try dialogue.read(to: "reset\n") == counter(0))
    try dialogue.send("increment\n")
    #expect(try dialogue.read(to: "reset\n") == "\n" + counter(1))
  }
}
