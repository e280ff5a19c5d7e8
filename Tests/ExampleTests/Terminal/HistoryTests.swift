import Foundation
import Testing

/// The history between runs.
@Suite struct HistoryTests {
  private let folder: Folder
  private let file = "cairn/onboarding.history"

  init() throws { folder = try Folder() }

  private func run(_ keys: String) throws {
    let window = try Window(.onboarding, "--ephemeral", in: folder)
    try window.wait(forLast: ">")
    try window.type(keys + "\u{15}\u{4}")
    try window.wait(forLast: "status 0")
  }

  @Test func `the history contains names and colon commands, and no value of a field`() throws {
    try run("next\raccept\r \rnext\remail ada\remail bob\r pasword x\r:help  goto\r:frob x\r")
    try run("next\r")
    #expect(
      folder.text(file) == """
        next
        accept
        next
        email
        email
        :help goto
        next

        """)
    let attributes = try FileManager.default.attributesOfItem(atPath: folder[file])
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `the next run recalls names, and the same run whole lines`() throws {
    try run("next\raccept\r")
    let window = try Window(.onboarding, "--ephemeral", in: folder)
    try window.wait(forLast: ">")
    try window.type("\u{1B}[A\u{1B}[A")
    try window.wait(forLast: "> next")
    try window.type("\raccept\rnext\remail ada\r")
    try window.wait(for: "the e-mail") { $0.text.contains("  email     ada\n") }
    try window.type("\u{1B}[A")
    try window.wait(forLast: "> email ada")
  }

  @Test func `a long file is reduced to its last lines`() throws {
    try folder.makeFolder("cairn")
    let lines = (1...1000).map { "line-\($0)\n" }
    try folder.write(lines.joined(), to: file)
    try run("next\r")
    let kept = lines.suffix(500) + ["next\n"]
    #expect(folder.text(file) == kept.joined())
    #expect(folder.names == ["cairn"])
  }

  @Test func `a history that cannot be saved is reported once`() throws {
    try folder.write("", to: "cairn")
    let window = try Window(.counter, in: folder)
    try window.wait(forLast: ">")
    try window.type("increment\rincrement\r")
    try window.wait(for: "2") { $0.text.contains("  Count: 2\n") && $0.text.hasSuffix("\n>") }
    let complaints = window.emulator.transcript.ranges(
      of: "the history of this session is not saved")
    #expect(complaints.count == 1)
  }
}
