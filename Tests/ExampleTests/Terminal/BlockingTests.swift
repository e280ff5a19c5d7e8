import Foundation
import Testing

/// A program whose effects block their thread.
@Suite(.timeLimit(.minutes(10))) struct BlockingTests {
  private let folder: Folder
  private let disk: SlowDisk

  init() throws {
    folder = try Folder()
    disk = try SlowDisk(in: folder)
  }

  private func saver(saved: Int = 0, count: Int = 0, isSaving: Bool) -> String {
    """
    Saver

      Saved: \(saved), count: \(count)
    \(isSaving ? "  … Saving…\n" : "")
      pin    (empty)

      \(isSaving ? "save   disabled: it is being saved" : "save")
      count
      watch
    """
  }

  private func saving() throws -> Window {
    let window = try Window(
      .saver, "--disk", disk.path, in: folder, rows: 60, variables: Child.withBlockingEffects)
    try window.wait(forLast: ">")
    try window.type("save\r")
    try window.wait(for: "Saving") { $0.text.hasSuffix("> save\n\n\(saver(isSaving: true))\n\n>") }
    return window
  }

  @Test func `while the disk takes its time, saving is shown, and lines are answered`() throws {
    let window = try saving()
    try window.type("count\rcou")
    try window.wait(for: "the count") {
      $0.text.hasSuffix("> count\n\n\(saver(count: 1, isSaving: true))\n\n> cou")
    }
    try window.wait(for: "the status") { $0.text.contains("\n… 1 s\n> cou") }
    try disk.release()
    try window.wait(for: "saved") {
      $0.text.hasSuffix("\n\n\(saver(saved: 1, count: 1, isSaving: false))\n\n> cou")
    }
    try window.type("\u{15}\u{4}")
    try window.wait(forLast: "status 0")
    #expect(!window.emulator.text.contains("waiting"))
  }

  @Test func `a terminal in line mode answers lines meanwhile, too`() throws {
    let terminal = try Dialogue(
      atTerminal: .saver, "--disk", disk.path, in: folder, variables: Child.withBlockingEffects)
    _ = try terminal.read(to: "\n> ")
    #expect(try terminal.answer(to: "save").hasSuffix("\n\n\(saver(isSaving: true))\n\n> "))
    #expect(
      try terminal.answer(to: "count").hasSuffix("\n\n\(saver(count: 1, isSaving: true))\n\n> "))
    try disk.release()
    #expect(
      try terminal.read(to: "\n> ").hasSuffix(
        "\n\n\(saver(saved: 1, count: 1, isSaving: false))\n\n> "))
    try terminal.send(":quit\n")
    #expect(try terminal.readToStatus() == ":quit\nstatus 0\n")
  }

  @Test(arguments: [":quit\r", "\u{4}"])
  func `leaving waits for the disk`(keys: String) throws {
    let window = try saving()
    try window.type(keys)
    try window.wait(forLast: #"waiting for "save"; press Ctrl-C to leave now"#)
    #expect(try window.isTerminalAsBefore())
    try disk.release()
    try window.wait(forLast: "status 0")
    #expect(try window.isTerminalAsBefore())
  }

  @Test(arguments: [":quit\r", "\u{4}"])
  func `Ctrl-C leaves before the disk answers, and the program says what was not finished`(
    keys: String
  ) throws {
    let window = try saving()
    try window.type(keys)
    try window.wait(forLast: #"waiting for "save"; press Ctrl-C to leave now"#)
    try window.type("\u{3}")
    try window.wait(for: "the end") { $0.text.hasSuffix("not finished: \"save\"\nstatus 1") }
    #expect(try window.isTerminalAsBefore())
  }

  @Test func `two Ctrl-C at the prompt leave at once, and the program says what was not finished`()
    throws
  {
    let window = try saving()
    try window.type("\u{3}")
    try window.wait(for: "the hint") { $0.text.hasSuffix("\npress Ctrl-C again to quit\n>") }
    try window.type("\u{3}")
    try window.wait(for: "the end") { $0.text.hasSuffix("> ^C\nnot finished: \"save\"\nstatus 1") }
    #expect(try window.isTerminalAsBefore())
  }

  @Test func `leaving a recording does not wait`() throws {
    let window = try Window(.onboarding, "record", "a.trail", "--latency", "9m", in: folder)
    try window.wait(forLast: ">")
    try window.type(":quit\r")
    try window.wait(forLast: "status 0")
    #expect(!window.emulator.text.contains("waiting"))
    #expect(folder.text("a.trail")?.hasSuffix("\n@ idle\n? screen welcome\n") == true)
  }

  @Test func `leaving does not wait for background effects`() throws {
    let window = try Window(
      .saver, "--disk", disk.path, in: folder, rows: 60, variables: Child.withBlockingEffects)
    try window.wait(forLast: ">")
    try window.type("watch\r:quit\r")
    try window.wait(forLast: "status 0")
    #expect(!window.emulator.text.contains("waiting"))
  }

  @Test func `a script waits for the disk after each line and at its end`() throws {
    let script = try Dialogue(
      .saver, "--disk", disk.path, in: folder, variables: Child.withBlockingEffects)
    #expect(try script.read(to: "  watch\n") == saver(isSaving: false) + "\n")
    try script.send("save\nsave\n:quit\n")
    for saved in 1...2 {
      try disk.release()
      #expect(
        try script.read(to: "  watch\n") == "\n" + saver(saved: saved, isSaving: false) + "\n")
    }
    #expect(script.wait() == 0)
  }

  @Test func `Ctrl-C ends a script that waits for a line as it ends any program`() throws {
    let script = try Dialogue(.saver, in: folder)
    _ = try script.read(to: "  watch\n")
    script.send(signal: SIGINT)
    #expect(script.wait() == 128 + SIGINT)
  }

  @Test func `Ctrl-C ends a waiting script, which says what was not finished`() throws {
    let script = try Dialogue(
      .saver, "--disk", disk.path, in: folder, variables: Child.withBlockingEffects)
    try script.send("save\n")
    let access = try disk.access()
    script.send(signal: SIGINT)
    #expect(try script.read(to: "not finished: \"save\"\n").hasSuffix("not finished: \"save\"\n"))
    #expect(script.wait() == 1)
    withExtendedLifetime(access) {}
  }
}
