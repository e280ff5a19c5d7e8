import TestSupport
import Testing

/// The command line of `new-app`. `OutsideTests` builds the app that it writes.
@Suite(.gate) struct NewAppTests {
  private static let usage = "usage: new-app NAME FOLDER [--url URL]\n"

  private let folder: Folder

  init() throws { folder = try Folder() }

  @Test(arguments: [
    ([], "give a name and a folder"),
    (["a", "b", "c"], "give one name and one folder"),
    (["a", "b", "--url"], "--url needs an address"),
    (["a", "b", "--force"], "unknown option --force"),
    (
      ["MyNotes", "b"],
      "\"MyNotes\" is not a name: write lower-case letters, digits and hyphens, such as my-notes"
    ),
    (["cairn", "b"], "\"cairn\" is the name of a module that the app imports; give another name"),
  ])
  func `wrong usage is explained, and writes nothing`(
    arguments: [String], message: String
  ) throws {
    try folder.run(.newApp, arguments, input: []).expect(
      "", errors: "new-app: \(message)\n\(Self.usage)", status: 2)
    #expect(folder.names == [])
  }

  @Test func `a folder with a file is refused, and nothing is overwritten`() throws {
    try folder.write("mine", to: "Package.swift")
    try Folder().run(.newApp, "notes", folder.path).expect(
      "", errors: "new-app: \(folder.path) is not empty; give a new or an empty folder\n", status: 1
    )
    #expect(folder.names == ["Package.swift"] && folder.text("Package.swift") == "mine")
  }

  @Test func `a file in place of the folder is an error`() throws {
    try folder.write("mine", to: "notes")
    let run = try folder.run(.newApp, "notes", "notes")
    #expect(run.status == 1 && run.errors.hasPrefix("new-app: ") && folder.text("notes") == "mine")
  }

  @Test func `an address takes the place of the checkout`() throws {
    let run = try folder.run(
      .newApp, "my-notes", "app", "--url", "https://example.com/team/cairn.git")
    #expect(run.status == 0)
    let manifest = try #require(folder.text("app/Package.swift"))
    #expect(
      manifest.contains(#".package(url: "https://example.com/team/cairn.git", branch: "main")"#))
    #expect(manifest.contains(#".product(name: "CairnTerminal", package: "cairn")"#))
    #expect(!manifest.contains("path:"))
    #expect(
      folder.text("app/Sources/my-notes/MyNotesApp.swift")?.contains("struct MyNotesApp") == true)
    #expect(
      folder.text("app/Tests/MyNotesTests/MyNotesTests.swift")?.contains("import my_notes") == true)
    #expect(folder.text("app/.gitignore")?.contains("my-notes.txt") == true)
  }

  @Test func `a name that ends with app names the app once`() throws {
    #expect(try folder.run(.newApp, "my-app", "app").status == 0)
    let app = folder.text("app/Sources/my-app/MyApp.swift")
    #expect(app?.contains("@main struct MyApp: App") == true)
    #expect(app?.contains("AppApp") == false)
    #expect(folder.text("app/README.md")?.contains("`Sources/my-app/MyApp.swift`") == true)
    #expect(folder.text("app/Tests/MyAppTests/MyAppTests.swift")?.contains("MyApp") == true)
  }

  @Test func `--help explains the options`() throws {
    let run = try folder.run(.newApp, "--help")
    #expect(
      run.output.hasPrefix(Self.usage) && run.output.contains("--url URL ") && run.status == 0)
  }
}
