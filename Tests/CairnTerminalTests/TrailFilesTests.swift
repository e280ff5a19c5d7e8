import TestSupport
import Testing

@testable import CairnTerminal

/// The files that the operands of `replay` name.
struct TrailFilesTests {
  @Test func `a symbolic link to a folder names the trails in it`() throws {
    let folder = TemporaryFolder()
    try folder.makeFolder("all")
    try folder.makeFolder("all/more")
    for name in ["b", "more/a", "no"] { try folder.write("> open\n", to: "all/\(name).trail") }
    try folder.link("linked", to: folder["all"])
    try folder.link("all/again", to: folder["all"])
    for name in ["all", "linked", "linked/"] {
      let path = folder[name]
      let within = path.hasSuffix("/") ? path : path + "/"
      #expect(
        try TrailFiles.find(path) == ["b", "more/a", "no"].map { "\(within)\($0).trail" })
    }
  }
}
