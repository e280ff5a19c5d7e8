import CairnPage
import Foundation
import TestSupport
import Testing

@Suite(.blocking, .timeLimit(.minutes(10))) struct WebTests {
  private let folder = Folder()

  /// A program with its address, and a page with its stream of events.
  private func open(
    _ program: Program, _ arguments: String..., variables: [String: String] = [:]
  ) throws -> WebProgram {
    try WebProgram(program, arguments, in: folder, variables: variables)
  }

  @Test(arguments: [(SIGINT, 130), (SIGTERM, 143)] as [(Int32, Int32)])
  func `the address is printed on one line, and Ctrl-C ends the program and the page`(
    signal: Int32, status: Int32
  ) throws {
    let web = try open(.counter, "web")
    #expect(web.address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\/[0-9a-f]{32}\//) != nil)
    #expect(web.type("increment") == "{}")
    #expect(web.event()?.contains("Count: 0") == true)
    #expect(web.event()?.contains("Count: 1") == true)
    web.program.send(signal: signal)
    #expect(web.event() == #"{"end":"counter has ended"}"#)
    #expect(web.program.wait() == status)
  }

  /// The first signal, the second one, and the status after it; without a second one, the file is saved.
  private static let signals: [(Int32, Int32?, Int32)] = [
    (SIGINT, nil, 130), (SIGTERM, nil, 143), (SIGINT, SIGINT, 1), (SIGTERM, SIGINT, 1),
    (SIGTERM, SIGTERM, 143),
  ]

  @Test(arguments: signals)
  func `what is being saved is waited for, and a second signal ends the wait`(
    signal: Int32, second: Int32?, status: Int32
  ) throws {
    let disk = try SlowDisk(in: folder)
    defer { unlink(disk.path) }
    let web = try open(
      .saver, "web", "--disk", disk.path, variables: Child.withBlockingEffects)
    #expect(web.type("save; count") == "{}")
    // The program has begun to save.
    let access = try disk.access()
    web.program.send(signal: signal)
    _ = try web.program.read(to: "waiting for \"save\"; press Ctrl-C to leave now\n")
    var event = web.event()
    while let other = event, !other.contains("remark") { event = web.event() }
    #expect(event?.contains(#""remark":"not run: count""#) == true)
    // The same one, to all processes of a group, of which a parent forwards it. The system merges equal signals
    // that wait for a process, so that a third one could be lost.
    if signal == SIGTERM, second != SIGTERM { try web.program.sendFromOther(signal: signal) }
    if let second { web.program.send(signal: second) } else { access.close() }
    if status == 1 { _ = try web.program.read(to: "not finished: \"save\"\n") }
    #expect(web.program.wait() == status)
  }

  @Test func `a server that is stopped goes on in the background`() throws {
    let script = """
      trap : INT; set -m; "$@"; echo "status $?"; bg >/dev/null 2>&1; wait %1; echo "ended $?"
      read line
      """
    let window = try Window(.counter, "web", in: folder, columns: 100, script: script)
    let pattern = /http:\/\/127\.0\.0\.1:(\d+)(\/[0-9a-f]{32}\/)/
    try window.wait(for: "an address") { $0.text.firstMatch(of: pattern) != nil }
    let address = try #require(window.emulator.text.firstMatch(of: pattern))
    let port = try #require(UInt16(address.output.1))
    try window.type("\u{1A}", until: "status \(128 + SIGTSTP)")
    let client = try LoopbackClient(port: port)
    client.send(request("POST", "\(address.output.2)input", at: port, body: ":quit"))
    try window.wait(until: "ended 0")
  }

  @Test func `a session is recorded and journaled as at the terminal`() throws {
    let web = try open(
      .onboarding, "web", "--record", "new.trail", "--start", "new", "--journal", "new.journal")
    for line in ["next", "accept", "next", "email ada@example.com", "password hunter2"] {
      #expect(web.type(line) == "{}")
    }
    #expect(web.type(":quit") == "{}")
    #expect(web.program.wait() == 0)
    let trail = folder.text("new.trail") ?? ""
    #expect(trail.contains("> password {secret-1}\n") && !trail.contains("hunter2"))
    try folder.run(.onboarding, "replay", "new.trail").expect(
      "new.trail: passed\n1 passed, 0 failed\n")
    #expect(try folder.run(.onboarding, "journal", "new.journal").status == 0)
  }

  @Test func `wrong usage ends the program with status 2`() throws {
    let web = try open(.counter, "web")
    let port = web.address.split(separator: "/")[1].split(separator: ":")[1]
    let cases: [([String], String)] = [
      (
        ["--port", "\(port)"],
        "the port \(port) cannot be used: Address already in use; give another one with --port, or"
          + " none for a free one"
      ),
      (["--port", "65536"], "--port: \"65536\" is not a whole number from 0 to 65535"),
      (["--start", "new"], "\"web\" takes --start only with --record"),
      (["--plain"], "\"web\" does not take --plain; it belongs to \"run\" and \"record\""),
      (["now"], "\"web\" takes no operand; remove \"now\""),
    ]
    for (words, message) in cases {
      try folder.run(.counter, ["web"] + words).expect(
        "", errors: "counter: \(message)\nTry: counter \(words == ["now"] ? "" : "web ")--help\n",
        status: 2)
    }
  }

  @Test func `an option of the app takes the place of one that only web has`() throws {
    let run = try folder.run(.dance, "web", "--open", "nowhere")
    #expect(run.errors.hasPrefix("dance: --open: \"nowhere\" is not a route") && run.status == 2)
    #expect(try folder.run(.dance, "web", "--help").output.contains("  --open ROUTE  "))
  }

  @Test(.gate) func `ten thousand inputs take a bounded memory, and little time each`() throws {
    let web = try open(.onboarding, "web", "--ephemeral")
    _ = web.event()
    let clock = ContinuousClock()
    let times = (0..<10_000).map { number in
      clock.measure {
        #expect(web.type(number % 2 == 0 ? "next" : "back") == "{}")
        #expect(web.event() != nil)
      }
    }
    let median = times.sorted()[times.count / 2]
    let memory = web.program.memory ?? 0
    web.program.send(signal: SIGINT)
    #expect(web.program.wait() == 130)
    print(
      "web: \(median) from a line to its event (median), \(memory >> 20) MiB after 10,000 lines")
    #expect(median < .milliseconds(20) && memory < 200 << 20)
  }
}

/// A program that serves a page, and the page.
private final class WebProgram {
  let program: Dialogue
  let address: String
  private let port: UInt16
  private let path: String
  private let input: LoopbackClient
  private let events: LoopbackClient

  init(
    _ program: Program, _ arguments: [String], in folder: Folder, variables: [String: String]
  ) throws {
    self.program = try Dialogue(program, arguments, in: folder, variables: variables)
    address = String(try self.program.read(to: "\n").dropLast())
    path = "/" + address.split(separator: "/")[2] + "/"
    port = UInt16(address.split(separator: "/")[1].split(separator: ":")[1]) ?? 0
    input = try LoopbackClient(port: port)
    events = try LoopbackClient(port: port)
    events.send(request("GET", path + "events", at: port))
    _ = events.read(to: "retry: 1000\n")
  }

  /// The data of the next event, after the heartbeats before it.
  func event() -> String? {
    while let text = events.read(to: "\n\n") {
      if text == ":\n\n" { continue }
      return text.firstMatch(of: /\ndata: (.*)\n\n/).map { String($0.output.1) }
    }
    return nil
  }

  /// The answer to a typed line.
  func type(_ line: String) -> String {
    input.send(request("POST", path + "input", at: port, body: line))
    return input.read(to: "X-Frame-Options: DENY\r\n\r\n").flatMap { _ in input.read(to: "}") }
      ?? ""
  }
}
