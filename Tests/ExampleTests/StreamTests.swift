import Foundation
import Testing

/// Standard streams that cannot be used.
@Suite struct StreamTests {
  private let folder: Folder
  private let program = Program.counter.path

  init() throws { folder = try Folder() }

  @Test func `unreadable input is reported with status 1`() throws {
    try folder.run(program, input: .file(folder.path, O_RDONLY))
      .expect(counter(0), errors: "cannot read the input: Is a directory\n", status: 1)
  }

  @Test func `closed input is reported and not confused with a file that is opened later`() throws {
    try folder.run(program, input: .closed)
      .expect(counter(0), errors: "cannot read the input: Bad file descriptor\n", status: 1)
  }

  @Test func `closed output is reported with status 1`() throws {
    try folder.run(program, output: .closed)
      .expect("", errors: "cannot write the output: Bad file descriptor\n", status: 1)
  }

  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")),
    arguments: [[], ["--help"], ["--version"], ["explore", "--states", "1"]])
  func `a full disk is reported with status 1`(arguments: [String]) throws {
    try folder.run(program, arguments, output: .file("/dev/full", O_WRONLY))
      .expect("", errors: "cannot write the output: No space left on device\n", status: 1)
  }

  @Test(arguments: [true, false])
  func `a refused line has its status even if it cannot be reported`(keepsGoing: Bool) throws {
    try folder.write("nope\nincrement\n", to: "lines.txt")
    try folder.run(
      program, keepsGoing ? ["--keep-going"] : [],
      input: .file(folder["lines.txt"], O_RDONLY), errors: .closed
    ).expect(keepsGoing ? counter(0, 1) : counter(0), status: 1)
  }

  @Test func `wrong usage has its status even if it cannot be reported`() throws {
    try folder.run(program, ["frob"], errors: .closed).expect("", status: 2)
  }

  @Test func `a lack of file descriptors is reported with status 1`() throws {
    // One descriptor suffices to load the program's libraries, but not for a pipe.
    try folder.run("/bin/sh", ["-c", #"ulimit -n 4; exec "$0""#, program])
      .expect("", errors: "cannot open a pipe: Too many open files\n", status: 1)
  }

  @Test func `a closed pipe ends the program without a message`() throws {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    readEnd.close()
    try folder.run(program, output: .descriptor(writeEnd)).expect("", status: 128 + SIGPIPE)
  }

  @Test func `a closed pipe is reported if its signal is ignored`() throws {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    readEnd.close()
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
