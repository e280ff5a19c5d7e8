import Foundation
import Testing

/// Several pasted lines.
@Suite struct PasteTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func paste(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

  @Test func `each line is run in turn, and the text after the last line break can be edited`()
    throws
  {
    let window = try Window.prompt(.counter, in: folder, rows: 60)
    try window.type("inc" + paste("rement\nincrement\r\nincrement\rres\tet") + "x")
    let banner = """
      counter: type a name from the screen, :help for help, :quit
      to exit.

      """
    try window.wait(
      for: """
        \(banner.dropLast())
        > increment
        > increment
        > increment

        \(counter(3))
        > res\\tetx
        """)
    // A refused line discards the lines after it.
    try window.type("\u{15}reset\r")
    try window.type(
      paste("decrement\nincrement\nincrement\n"),
      shows: """
        > decrement
        decrement is disabled: the count is zero
        2 pasted lines were not run
        >
        """)
  }

  @Test func `each line waits for the effects of the one before`() throws {
    let window = try Window.prompt(
      .onboarding, "--ephemeral", "--latency", "5s", "--virtual-time", in: folder, rows: 60)
    try window.type(paste("next\n") + "x")
    try window.wait(forLast: "> x")
    try window.type("\u{15}:advance 5s\r", shows: "  back\n\n>")
    #expect(
      window.emulator.text.contains(
        """
        > :advance 5s
        5 s passed

        Welcome                                                  1/7

          This takes seven short screens. You can go back at any
          time.

          next

        > next

        Terms of Service                                         2/7
        """))
  }
}
