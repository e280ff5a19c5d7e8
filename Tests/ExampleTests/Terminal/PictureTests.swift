import Foundation
import TestSupport
import Testing

/// The picture in the README is a session of the onboarding.
///
///     CAIRN_WRITE_PICTURE=1 swift test --filter PictureTests    writes it again
@Suite(.gate, .timeLimit(.minutes(10))) struct PictureTests {
  private let file = package.appending(path: "Sources/Cairn/Cairn.docc/onboarding.svg")

  /// The typed lines, and the seconds for which the answer is shown.
  private static let session: [(line: String, shown: String, seconds: Double)] = [
    ("next", "next", 2), ("next", "next", 2), ("accept", "accept", 1), ("next", "next", 1.5),
    ("email ada@example.com", "email ada@example.com", 1.5),
    ("password correct horse", "password •••••••••••••", 2), (":undo", ":undo", 2.5),
    (":explore", ":explore", 6),
  ]

  @Test func `the picture is what the onboarding draws`() throws {
    let folder = try Folder()
    var picture = Picture(title: "swift run onboarding", columns: 80, rows: 26)
    let window = try Window.prompt(
      .onboarding, "--ephemeral", in: folder, columns: picture.columns, rows: picture.rows,
      variables: ["NO_COLOR": ""])
    picture.show(window.emulator, seconds: 2)
    for input in Self.session {
      try window.type(input.line)
      try window.wait(forLast: "> \(input.shown)")
      picture.show(window.emulator, seconds: 1.2)
      try window.type("\r")
      try window.wait(forLast: ">")
      picture.show(window.emulator, seconds: input.seconds)
    }
    if ProcessInfo.processInfo.environment["CAIRN_WRITE_PICTURE"] != nil {
      try picture.svg.write(to: file, atomically: true, encoding: .utf8)
    }
    // A busy machine checks fewer steps.
    let checked = /checked by replay: [^<]*/
    #expect(
      try picture.svg.replacing(checked, with: "")
        == String(contentsOf: file, encoding: .utf8).replacing(checked, with: ""))
  }
}
