import Foundation
import TestSupport
import Testing

/// The ends of a program at a terminal, each of which restores the terminal.
@Suite(.blocking) struct LeavingTests {
  private let folder = Folder()

  private func window() throws -> Window {
    let window = try Window.prompt(.counter, in: folder)
    #expect(try !window.isTerminalAsBefore())
    return window
  }

  private func expectStatus(_ status: Int32, in window: Window) throws {
    try window.wait(forLast: "status \(status)")
    #expect(try window.isTerminalAsBefore())
    #expect(window.emulator.modes.suffix(3) == ["?2004l", "0m", "?25h"])
  }

  @Test(arguments: ["\u{4}", ":quit\r"])
  func `Ctrl-D on an empty line and :quit end with status 0`(keys: String) throws {
    let window = try window()
    try window.type("nope\r" + keys)
    try expectStatus(0, in: window)
  }

  @Test func `Ctrl-C discards the line, and a second Ctrl-C in a row ends with status 130`() throws
  {
    let window = try window()
    try window.type("incr")
    try window.wait(forLast: "> incr")
    try window.type("\u{3}", shows: "\n> incr^C\npress Ctrl-C again to quit\n>")
    // A key between two makes the second one the first.
    try window.type("x")
    try window.wait(forLast: "> x")
    try window.type("\u{3}", shows: "\n> x^C\npress Ctrl-C again to quit\n>")
    try window.type("\u{3}")
    try expectStatus(130, in: window)
    #expect(window.emulator.text.hasSuffix("\npress Ctrl-C again to quit\n> ^C\nstatus 130"))
  }

  @Test func `Ctrl-Z stops the program, and fg shows its screen and line again`() throws {
    let window = try window()
    try window.type("increment\rdecr")
    try window.wait(forLast: "> decr")
    try window.type("\u{1A}")
    try expectStatus(128 + SIGTSTP, in: window)
    try window.type(
      "\n", shows: "status \(128 + SIGTSTP)\n\nline []\n\n\(counter(1))\n> decr")
    #expect(try !window.isTerminalAsBefore())
    try window.type("ement\r", shows: counter(0) + "\n>")
    try window.type("\u{4}")
    try expectStatus(0, in: window)
  }

  @Test(arguments: [[:], Window.plainLines])
  func `a program that is continued in the background stops before it draws`(
    variables: [String: String]
  ) throws {
    let script = """
      trap : INT; set -m; "$@"; echo "status $?"; bg >/dev/null 2>&1; wait %1; echo "again $?"
      fg >/dev/null 2>&1; echo "status $?"; read line
      """
    let window = try Window(.counter, in: folder, variables: variables, script: script)
    try window.wait(forLast: ">")
    try window.type("\u{1A}")
    let statuses = "status \(128 + SIGTSTP)\nagain \(128 + SIGTTOU)\n"
    try window.wait(for: statuses) { $0.text.contains(statuses) }
    try window.wait(forLast: ">")
    try window.type("increment\r")
    try window.wait(for: "the count") { $0.text.contains("Count: 1") }
  }

  @Test func `a closed window ends the program even without the signal`() throws {
    let window = try Window(
      .counter, in: folder,
      script: #"trap "" HUP; "$@" 2>errors; echo $? >status"#)
    try window.wait(forLast: ">")
    window.vanish()
    #expect(folder.text("status") == "1\n")
    #expect(folder.text("errors") == "the terminal was closed\n")
  }

  @Test func `a file that cannot be saved is reported and left unchanged`() throws {
    try folder.write("mine", to: "a.trail")
    try folder.makeFolder("trails")
    let window = try window()
    try window.type(
      ":save a.trail\r:save trails\r:save no/a.trail\r:load no.trail\r",
      shows: """
        > :save a.trail
        a.trail exists already; give another name, or remove it
        > :save trails
        trails is a folder; give the name of a file
        > :save no/a.trail
        no/a.trail: cannot be written: No such file or directory
        > :load no.trail
        no.trail: cannot be read: No such file or directory
        >
        """)
    #expect(folder.text("a.trail") == "mine")
  }
}
