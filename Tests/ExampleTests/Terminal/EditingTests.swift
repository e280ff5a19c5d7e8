import Foundation
import TestSupport
import Testing

@Suite(.blocking) struct EditingTests {
  private let folder = Folder()

  /// The screen Credentials with an empty line.
  private func window() throws -> Window {
    let window = try Window.prompt(.onboarding, "--ephemeral", in: folder)
    try window.type("next\raccept\rnext\r", shows: "required\n  back\n\n>")
    return window
  }

  @Test func `Tab completes a word with one candidate, and lists several`() throws {
    try folder.makeFolder("notes")
    for name in ["notes/a b.trail", "notes/b.trail", ".hidden", "n\u{1B}"] {
      try folder.write("", to: name)
    }
    let window = try Window.prompt(.counter, in: folder)
    for (keys, line) in [
      ("inc\t", "> increment"), (":save no\t", "> :save notes/"),
      (":load notes/a \t", "> :load notes/a b.trail"), (":load .h\t", "> :load .hidden"),
      (":s\t", "\n> :s\n:state  :stack  :save\n> :s"),
      ("t\t\t", "\n> :sta\n:state  :stack\n> :sta"),
    ] {
      try window.type(keys, shows: line)
      if !line.hasSuffix(":s") {
        try window.type("\u{15}", untilLast: ">")
      }
    }
  }

  @Test func `the arrows recall earlier lines, and Ctrl-R finds one`() throws {
    let window = try window()
    for (keys, line) in [
      ("dra\u{1B}[A", "> next"), ("\u{10}", "> accept"),
      // Before the first line there is none.
      ("\u{1B}[A\u{1B}[A\u{1B}[A", "> next"), ("\u{1B}[B\u{1B}[B\u{E}", "> dra"),
      ("\u{12}c", "(search: c) accept"), ("x", "(no match: cx) accept"),
      ("\u{7F}\u{7F}e", "(search: e) next"), ("\u{12}", "(search: e) accept"),
      ("\u{7}", "> dra"),
    ] {
      try window.type(keys, untilLast: line)
    }
    // Enter runs the found line.
    try window.type("\u{15}back\r", shows: "  next\n  back\n\n>")
    try window.type("\u{12}acc\r", shows: "disabled: accept the terms first\n  back\n\n>")
    #expect(window.emulator.text.contains("\n> accept\n"))
  }

  // MARK: - Secure fields

  @Test func `Ctrl-C and Ctrl-D discard the value, and what was cut cannot be pasted elsewhere`()
    throws
  {
    let window = try window()
    try window.type("back\u{1}", shows: "\n> back")
    try window.type("\u{3}", shows: "\n> back^C\npress Ctrl-C again to quit\n>")
    for (key, end) in [("hunter2\u{3}", "^C\n>"), ("\u{4}", "password:\n>")] {
      try window.type("password\r", untilLast: "password:")
      try window.type(key, shows: end)
    }
    try window.type("password hunter2\u{15}email x\u{19}", untilLast: "> email x")
    try window.type("\u{15}password\r", untilLast: "password:")
    try window.type("hunter2\u{15}\r\u{19}y", untilLast: "> y")
  }
}
