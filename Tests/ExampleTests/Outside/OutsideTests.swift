import Foundation
import TestSupport
import Testing

/// Packages outside this one: what `new-app` writes, and what the page of a persistent app tells to write.
///
/// Serialized, because they share their products.
@Suite(.longBlocking, .gate, .serialized, .timeLimit(.minutes(10))) struct OutsideTests {
  private let folder = Folder()

  @Test func `a new app builds, passes its tests and its trail, and is proved`() throws {
    let run = try Folder().run(.newApp, "my-notes", folder.path)
    #expect(run.output.contains("cd \(folder.path)\n  swift run my-notes\n  swift test\n"))
    #expect(run.errors == "" && run.status == 0)
    let app = OutsidePackage(folder: folder, program: "my-notes")
    try app.build()
    let tests = try app.run("swift test 2>&1")
    #expect(tests.status == 0 && tests.output.contains("with 4 tests in 1 suite passed"))
    try app.run("swift run my-notes replay Trails").expect(
      "Trails/add.trail: passed\n1 passed, 0 failed\n")
    let search = try app.run("swift run my-notes explore")
    #expect(search.status == 0, "\(search.output)")
    #expect(search.output.contains("proved      every step: an entry stays on the list\n"))
    // An entry with a line break is one entry.
    let lines = #"printf '%s\n' add 'text "oat\nmilk"' save"#
    try app.run("\(lines) | swift run my-notes | tail -5").expect(
      "MyNotes\n\n  - oat\\nmilk\n\n  add\n")
    #expect(app.folder.text("my-notes.json") == #"["oat\nmilk"]"#)
  }

  @Test func `the page of a persistent app can be followed, and prints its outputs`() throws {
    let checkout = OutsidePackage.checkout.path
    let page = try TutorialPage(
      String(
        contentsOfFile: "\(checkout)/Sources/Cairn/Cairn.docc/Meetings.md", encoding: .utf8))
    let app = OutsidePackage(folder: folder, program: "meetings")
    var isBuilt = false
    for step in page.steps {
      switch step {
      case .file(let path, let text):
        try folder.write(text.replacing("../cairn", with: checkout), to: path)
        isBuilt = isBuilt && !path.hasSuffix(".swift")
      case .edit(let path, let change):
        try folder.write(
          TutorialPage.edited(#require(folder.text(path)), by: change), to: path)
        isBuilt = false
      case .run(let command, let shown):
        if !isBuilt, command.contains("swift") {
          try app.build()
          isBuilt = true
        }
        if shown.contains("\n> ") {
          try converse(command, shown, with: app)
        } else {
          let run = try app.run("\(command) 2>&1")
          #expect(
            TutorialPage.matches(run.output, shown), "\(command) printed:\n\(run.output)")
        }
      }
    }
    #expect(page.steps.count > 15)
  }

  /// Types the lines of a session at a terminal.
  private func converse(
    _ command: String, _ shown: String, with app: OutsidePackage
  ) throws {
    let words = command.split(separator: " ").map(String.init)
    try #require(words.starts(with: ["swift", "run", app.program]))
    let window = try Window(
      path: app.path, arguments: Array(words.dropFirst(3)), in: app.folder, columns: 80, rows: 200)
    for line in shown.split(separator: "\n") where line.hasPrefix("> ") {
      try window.wait(forLast: ">")
      try window.type("\(line.dropFirst(2))\r")
    }
    try window.wait(forLast: "status 0")
    let lines = window.emulator.transcript.split(separator: "\n", omittingEmptySubsequences: false)
    let printed = lines.dropLast().map { $0 + "\n" }.joined()
    #expect(printed == shown, "\(command) printed:\n\(printed)")
  }
}

/// A package outside this one, which depends on this checkout.
///
/// All of them are built into one folder, `.build/outside`, so that Cairn is built once for all tests,
/// and not again in the next run.
struct OutsidePackage {
  static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardizedFileURL

  private static let products = checkout.appending(path: ".build/outside/debug")

  // No options of the compiler: this is the build of a user, which the gate makes only here.
  private static let options =
    "--scratch-path '\(checkout.appending(path: ".build/outside").path)'"

  let folder: Folder
  /// The name of its program.
  let program: String

  /// Builds the package with its tests. The build gives way to the other tests, some of which wait for a
  /// program at a terminal.
  func build() throws {
    let run = try shell("nice -n 5 swift build --build-tests \(Self.options)")
    try #require(run.status == 0, "\(run.output)\(run.errors)")
  }

  /// Runs a command of a shell in its folder, after ``build()``. `swift run` and `swift test` build
  /// nothing.
  func run(_ command: String) throws -> Run {
    try shell(
      command.replacing("swift run \(program)", with: path)
        .replacing("swift test", with: "swift test --skip-build \(Self.options)"))
  }

  /// The path of its program.
  var path: String { Self.products.appending(path: program).path }

  private func shell(_ command: String) throws -> Run {
    try folder.run("/bin/sh", ["-c", command], variables: Self.environment)
  }

  /// The home of the user has the caches of the package manager.
  private static let environment = ProcessInfo.processInfo.environment
    .filter { ["HOME", "XDG_STATE_HOME"].contains($0.key) }
}

/// A page whose blocks are files, changes of files, and commands with their output, in order.
///
///     <!-- file: PATH -->   the contents of a file
///     <!-- edit: PATH -->   a `diff` block: the lines of the file with ` ` and `-` become those with ` ` and `+`;
///                           `⋮` separates changes at several places
///     <!-- run -->          `$ COMMAND`, and what it prints; `⋮` stands for lines that are left out
struct TutorialPage {
  enum Step {
    case file(String, String)
    case edit(String, String)
    case run(String, output: String)
  }

  let steps: [Step]

  init(_ text: String) throws {
    var steps: [Step] = []
    for part in text.components(separatedBy: "<!-- ").dropFirst() {
      let head = part.prefix { $0 != "\n" }.replacing(" -->", with: "")
        .split(separator: ": ", maxSplits: 1).map(String.init)
      let fences = part.components(separatedBy: "```")
      try #require(fences.count == 3, "not one block after \(head)")
      let block = String(fences[1].drop { $0 != "\n" }.dropFirst())
      switch (head[0], head.dropFirst().first) {
      case ("file", let path?): steps.append(.file(path, block))
      case ("edit", let path?): steps.append(.edit(path, block))
      case ("run", nil):
        let lines = block.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
        try #require(lines[0].hasPrefix("$ "))
        steps.append(.run(String(lines[0].dropFirst(2)), output: String(lines[1])))
      default: Issue.record("unknown mark: \(head)")
      }
    }
    self.steps = steps
  }

  /// A text after changes. The lines that each names must occur once.
  static func edited(_ text: String, by diff: String) throws -> String {
    try diff.components(separatedBy: "⋮\n").reduce(text, changed)
  }

  private static func changed(_ text: String, by diff: String) throws -> String {
    let lines = diff.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    func side(without mark: Character) -> String {
      lines.filter { $0.first != mark }.map { $0.dropFirst() + "\n" }.joined()
    }
    let parts = text.components(separatedBy: side(without: "+"))
    try #require(parts.count == 2, "these lines occur \(parts.count - 1) times:\n\(diff)")
    return parts.joined(separator: side(without: "-"))
  }

  /// Whether an output is the one of the page. Durations may differ.
  static func matches(_ output: String, _ shown: String) -> Bool {
    let parts = shown.components(separatedBy: "⋮\n").map { Self.withoutTimes($0) }
    var rest = withoutTimes(output)[...]
    guard rest.hasPrefix(parts[0]) else { return false }
    rest = rest.dropFirst(parts[0].count)
    for part in parts.dropFirst() {
      guard let range = part.isEmpty ? rest.endIndex..<rest.endIndex : rest.firstRange(of: part)
      else { return false }
      rest = rest[range.upperBound...]
    }
    return rest.isEmpty
  }

  private static func withoutTimes(_ text: String) -> String {
    text.replacing(/[0-9.]+ seconds/, with: "0 seconds")
      .replacing(/checked by replay: .*/, with: "checked")
      .replacing(/[0-9.]+ s, \d+ states a second, \d+ bytes a state/, with: "times")
  }
}
