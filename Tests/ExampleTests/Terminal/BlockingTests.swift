import Foundation
import TestSupport
import Testing

/// A program whose effects block their thread.
@Suite(.blocking, .timeLimit(.minutes(10))) struct BlockingTests {
  private let folder = Folder()
  private let disk: SlowDisk

  init() throws { disk = try SlowDisk(in: folder) }

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
    let window = try opened()
    try window.type("save\r", shows: "> save\n\n\(saver(isSaving: true))\n\n>")
    return window
  }

  private func opened() throws -> Window {
    try Window.prompt(
      .saver, "--disk", disk.path, in: folder, rows: 60, variables: Child.withBlockingEffects)
  }

  @Test func `while the disk takes its time, saving is shown, and lines are answered`() throws {
    let window = try saving()
    try window.type("count\rcou", shows: "> count\n\n\(saver(count: 1, isSaving: true))\n\n> cou")
    try window.wait(until: "\n… 1 s\n> cou")
    try disk.release()
    try window.wait(for: "saved") {
      $0.text.hasSuffix("\n\n\(saver(saved: 1, count: 1, isSaving: false))\n\n> cou")
    }
    try window.type("\u{15}\u{4}", untilLast: "status 0")
    #expect(!window.emulator.text.contains("waiting"))
  }

  @Test(
    arguments: [(":quit\r", nil), ("\u{4}", SIGINT), (":quit\r", SIGTERM)] as [(String, Int32?)])
  func `leaving waits for the disk, and a signal ends that with the name of what is not finished`(
    keys: String, signal: Int32?
  ) throws {
    let window = try saving()
    try window.type(keys, untilLast: #"waiting for "save"; press Ctrl-C to leave now"#)
    #expect(try window.isTerminalAsBefore())
    if signal == SIGINT {
      try window.type("\u{3}", shows: "not finished: \"save\"\nstatus 1")
    } else if let signal {
      try window.send(signal: signal)
      try window.wait(until: "status \(128 + signal)")
      #expect(window.emulator.text.contains("\nnot finished: \"save\"\n"))
    } else {
      try disk.release()
      try window.wait(forLast: "status 0")
    }
    #expect(try window.isTerminalAsBefore())
  }

  @Test func `two Ctrl-C at the prompt leave at once, and the program says what was not finished`()
    throws
  {
    let window = try saving()
    try window.type("\u{3}", shows: "\npress Ctrl-C again to quit\n>")
    try window.type("\u{3}", shows: "> ^C\nnot finished: \"save\"\nstatus 1")
    #expect(try window.isTerminalAsBefore())
  }

  @Test func `leaving waits neither for a recording nor for background effects`() throws {
    let recording = try Window.prompt(
      .onboarding, "record", "a.trail", "--latency", "9m", in: folder)
    let watching = try opened()
    try watching.type("watch\r")
    for window in [recording, watching] {
      try window.type(":quit\r", untilLast: "status 0")
      #expect(!window.emulator.text.contains("waiting"))
    }
    #expect(folder.text("a.trail")?.hasSuffix("\n@ idle\n? screen welcome\n") == true)
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

  @Test(arguments: ["", "save\n", "save; count\ncount\n"])
  func `Ctrl-C ends a script, which says what was not finished`(lines: String) throws {
    let script = try Dialogue(
      .saver, "--disk", disk.path, in: folder, variables: Child.withBlockingEffects)
    _ = try script.read(to: "  watch\n")
    try script.send(lines)
    // The program has begun to save.
    let access = lines.isEmpty ? nil : try disk.access()
    script.send(signal: SIGINT)
    if access != nil { _ = try script.read(to: "not finished: \"save\"\n") }
    #expect(script.wait() == (access == nil ? 128 + SIGINT : 1))
    withExtendedLifetime(access) {}
  }
}
