import Foundation
import TestSupport
import Testing

/// The program that gives random inputs to the code that reads bytes from outside.
@Suite(.blocking, .gate) struct FuzzTests {
  private let folder = Folder()
  private static let targets = [
    "trail", "duration", "journal", "session", "line", "keys", "json", "http", "saved",
  ]

  @Test(arguments: targets)
  func `the corpus and random inputs break no rule`(target: String) throws {
    let run = try folder.run(.fuzz, target, "500", "1")
    #expect(run.errors == "" && run.status == 0)
    let line = /[a-z]+: \d+ \+ 500 inputs, \d+ random bytes, no finding\n/
    #expect(run.output.wholeMatch(of: line) != nil)
  }

  @Test func `the help lists the targets`() throws {
    let run = try folder.run(.fuzz, "--help")
    let names = run.output.matches(of: #/(?m)^  ([a-z]+) /#).map { String($0.output.1) }
    #expect(names == Self.targets && run.status == 0)
  }

  @Test func `the corpus is written into files, for libFuzzer`() throws {
    let run = try folder.run(.fuzz, "trail", "--corpus", "corpus")
    #expect(run.errors == "" && run.status == 0)
    #expect(folder.text("corpus/trail-0")?.hasPrefix("% app form\n") == true)
  }
}

/// The command line of `new-app`. `OutsideTests` builds the app that it writes.
@Suite(.longBlocking, .gate) struct NewAppTests {
  private static let usage = "usage: new-app NAME FOLDER [--url URL]\n"
  private static let noAddress =
    "is not the address of a package; write https://HOST/PATH, git@HOST:PATH or a path that begins"
    + " with / or ../"

  private let folder = Folder()

  @Test(
    arguments: [
      ([], "give a name and a folder"),
      (["a", ""], "give a name and a folder"),
      (["a", "b", "c"], "give one name and one folder"),
      (["a", "b", "--url"], "--url needs an address"),
      (["a", "b", "--url", "/c", "--url", "/d"], "--url is given twice; give it once"),
      (["a", "b", "--url", "example.com/cairn"], "--url: \"example.com/cairn\" \(noAddress)"),
      (["a", "b", "--url", "https://cairn"], "--url: \"https://cairn\" \(noAddress)"),
      (["a", "b", "--url", "/a\"b"], #"--url: "/a\"b" \#(noAddress)"#),
      (["a", "b", "--url", "/a\nb"], #"--url: "/a\nb" \#(noAddress)"#),
      (["a", "b", "--url", "/a\\b"], #"--url: "/a\\b" \#(noAddress)"#),
      (["a", "b", "--force"], "unknown option --force"),
      (
        ["MyNotes", "b"],
        "\"MyNotes\" is not a name: write lower-case letters, digits and hyphens, such as my-notes"
      ),
      (
        ["cairn", "b"], "\"cairn\" is the name of a module that the app imports; give another name"
      ),
      (["os", "b"], "\"os\" is the name of a module that the app imports; give another name"),
      (["index", "b"], "\"index\" is the name of a folder of each build; give another name"),
      (["modules", "b"], "\"modules\" is the name of a folder of each build; give another name"),
      (["class", "b"], "\"class\" is a keyword of Swift; give another name"),
      (
        ["app", "b"], "\"app\" gives the type App, which is a protocol of Cairn; give another name"
      ),
    ] as [([String], String)])
  func `wrong usage is explained, and writes nothing`(
    arguments: [String], message: String
  ) throws {
    try folder.run(.newApp, arguments).expect(
      "", errors: "new-app: \(message)\n\(Self.usage)", status: 2)
    let help = try folder.run(.newApp, "--help")
    #expect(help.output.hasPrefix(Self.usage) && help.output.contains("--url URL "))
    #expect(help.status == 0 && folder.names == [])
  }

  @Test func `the name of a program of this package is refused`() throws {
    let manifest = try String(
      contentsOf: package.appending(path: "Package.swift"), encoding: .utf8)
    let programs = manifest.matches(of: /program\(\s*"([a-z-]+)"/).map { String($0.output.1) }
    #expect(programs.count == 14)
    for name in programs + ["new-app"] {
      let message = "\"\(name)\" is the name of a program of Cairn; give another name"
      try folder.run(.newApp, name, "app").expect(
        "", errors: "new-app: \(message)\n\(Self.usage)", status: 2)
    }
    #expect(folder.names == [])
  }

  @Test func `a folder with a file, or a file in its place, is refused and stays`() throws {
    try folder.write("mine", to: "notes")
    for (path, reason) in [
      (folder.path, "\(folder.path) is not empty; give a new or an empty folder\n"),
      ("notes", "notes is not empty; give a new or an empty folder\n"),
      // The package manager takes it for Cairn.
      (
        package.lastPathComponent.uppercased(),
        "the package manager takes the folder \(package.lastPathComponent.uppercased()) for Cairn,"
          + " because both have the name \(package.lastPathComponent.uppercased());"
          + " give another folder\n"
      ),
    ] {
      let run = try folder.run(.newApp, "notes", path)
      #expect(run.status == 1 && run.errors.hasPrefix("new-app: \(reason)"), "\(run)")
    }
    #expect(folder.names == ["notes"] && folder.text("notes") == "mine")
  }

  @Test func `a package that cannot be written whole leaves nothing, and the message has the file`()
    throws
  {
    // The limit holds for the files of streams, too.
    let script =
      #"trap '' XFSZ; (ulimit -f 0; exec "$0" notes app) 2>&1 | cat; "$0" notes app > /dev/null"#
    let run = try folder.run("/bin/sh", ["-c", script, Program.newApp.path])
    let message = #/new-app: .*\/app\/.* cannot be written: File too large\n/#
    #expect(run.output.wholeMatch(of: message) != nil && run.status == 0, "\(run)")
    #expect(folder.text("app/Package.swift") != nil)
  }

  @Test func `the printed commands can be copied, also for a folder with a blank`() throws {
    let run = try folder.run(.newApp, "notes", "my apps/it's")
    #expect(run.output.contains("\n  cd 'my apps/it'\\''s'\n  swift run notes\n"))
    #expect(run.errors == "" && run.status == 0)
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
    #expect(folder.text("app/.gitignore")?.contains("my-notes.json") == true)
  }

  @Test(arguments: [
    ("my-starter", "MyStarter", "MyStarterApp"), ("restarter", "Restarter", "RestarterApp"),
    ("my-app", "MyApp", "MyApp"),
  ])
  func `the template has the name of the app, and no name is replaced or extended twice`(
    name: String, type: String, app: String
  ) throws {
    #expect(try folder.run(.newApp, name, "app").status == 0)
    let module = name.replacing("-", with: "_")
    for (path, part) in [
      ("Tests/\(type)Tests/\(type)Tests.swift", "\n@testable import \(module)\n\n"),
      ("Tests/\(type)Tests/\(type)Tests.swift", "\n@Suite struct \(type)Tests {\n"),
      ("Sources/\(name)/\(app).swift", "@main struct \(app): App {\n"),
      ("README.md", "`Sources/\(name)/\(app).swift`"),
      ("Package.swift", "path: \"\(package.path)\""),
    ] { #expect(folder.text("app/\(path)")?.contains(part) == true, "\(part)") }
  }
}
