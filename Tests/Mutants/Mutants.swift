import Foundation

/// Breaks the reducers of the examples in small ways, and counts the variants that their covering trails notice.
///
///     swift run mutants onboarding
///
/// A copy of the package is built once: a number in the environment switches one variant on. A variant is killed if
/// a trail fails, or if it does not end.
@main
struct Mutants {
  /// With the percentage of the variants that must be killed.
  static let apps = [
    (name: "Onboarding", least: 95), (name: "Timeline", least: 68), (name: "Workout", least: 80),
    (name: "Accounts", least: 84), (name: "Dance", least: 70),
  ]

  /// Variants that behave as the app does, with the reason.
  static let equivalent: [(source: String, kind: String, reason: String)] = [
    (
      "return .forParent", "effect left out",
      "a parent handles the action, whatever the child returns"
    )
  ]

  static func main() {
    do {
      exit(try status())
    } catch {
      print(error)
      exit(1)
    }
  }

  private static func status() throws -> Int32 {
    let words = CommandLine.arguments.dropFirst().map { $0.lowercased() }
    let chosen = apps.filter { words.isEmpty || words.contains($0.name.lowercased()) }
    guard words.allSatisfy({ word in apps.contains { $0.name.lowercased() == word } }) else {
      let names = apps.map { $0.name.lowercased() }
      print("usage: mutants [APP…]\n\napps: \(names.joined(separator: ", "))")
      return 2
    }
    let copy = try PackageCopy()
    defer { copy.remove() }
    let mutations = try copy.build(chosen.map(\.name))
    var isEnough = true
    for (app, least) in chosen {
      let (alive, all) = try survivors(of: app, mutations[app] ?? [], in: copy)
      let killed = all - alive.count
      print(
        "\(app.lowercased()): \(killed) of \(all) variants killed (\(killed * 100 / max(all, 1)) %, at least \(least) % needed)"
      )
      for mutation in alive {
        print("  survives: \(mutation.file):\(mutation.line): \(mutation.kind): \(mutation.source)")
      }
      if all == 0 || killed * 100 < all * least { isEnough = false }
    }
    return isEnough ? 0 : 1
  }

  private static func survivors(
    of app: String, _ mutations: [Mutation], in copy: PackageCopy
  ) throws -> (alive: [Mutation], all: Int) {
    guard try !copy.fails(app, mutant: -1) else {
      throw Problem(description: "\(app.lowercased()): the covering trails fail without a variant")
    }
    let real = mutations.filter { mutation in
      !equivalent.contains { mutation.source == $0.source && mutation.kind == $0.kind }
    }
    return (try real.filter { try !copy.fails(app, mutant: $0.number) }, real.count)
  }
}

/// Why nothing can be counted.
private struct Problem: Error, CustomStringConvertible {
  let description: String
}

/// A temporary copy of the package, whose apps have all variants.
struct PackageCopy {
  private let folder = FileManager.default.temporaryDirectory
    .appending(path: "cairn-mutants-\(ProcessInfo.processInfo.processIdentifier)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in ["Package.swift", "Sources", "Examples", "Tests"] {
      try FileManager.default.copyItem(
        at: URL(filePath: name), to: folder.appending(path: name))
    }
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Writes the variants and builds the apps. The lines whose variants the compiler rejects stay as they are.
  func build(_ apps: [String]) throws -> [String: [Mutation]] {
    var rejected: [String: Set<Int>] = [:]
    for _ in 0..<6 {
      let mutations = try write(apps, without: rejected)
      let arguments = apps.flatMap { ["--product", $0.lowercased()] }
      let log = try apps.indices.map { index in
        try run(
          "/usr/bin/env", ["swift", "build"] + arguments[(2 * index)...(2 * index + 1)], [:])
      }
      guard log.contains(where: { $0.status != 0 }) else { return mutations }
      var isNew = false
      for match in log.map(\.output).joined().matches(
        of: /Examples\/(\S+?\.swift):(\d+):\d+: error/)
      {
        if let line = Int(match.output.2) {
          isNew = rejected[String(match.output.1), default: []].insert(line).inserted || isNew
        }
      }
      guard isNew else { throw Problem(description: log.map(\.output).joined()) }
    }
    throw Problem(description: "the compiler rejects other variants each time")
  }

  private func write(
    _ apps: [String], without rejected: [String: Set<Int>]
  ) throws -> [String: [Mutation]] {
    var (all, count) = ([String: [Mutation]](), 0)
    for app in apps {
      let examples = URL(filePath: "Examples")
      let files =
        (FileManager.default.enumerator(atPath: "Examples/\(app)")?
        .compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      for file in files {
        let path = "\(app)/\(file)"
        let text = try String(contentsOf: examples.appending(path: path), encoding: .utf8)
        let mutated = MutatedFile(
          text, file: path, numbers: count, without: rejected[path] ?? [])
        count += mutated.mutations.count
        all[app, default: []] += mutated.mutations
        try mutated.lines.joined(separator: "\n").write(
          to: folder.appending(path: "Examples/\(path)"), atomically: true, encoding: .utf8)
      }
      try """
      import Foundation

      private let chosen = Int(ProcessInfo.processInfo.environment["CAIRN_MUTANT"] ?? "")

      func isMutant(_ number: Int) -> Bool { number == chosen }

      """.write(
        to: folder.appending(path: "Examples/\(app)/Mutants.swift"), atomically: true,
        encoding: .utf8)
    }
    return all
  }

  /// Whether the covering trails of an app fail with a variant.
  func fails(_ app: String, mutant: Int) throws -> Bool {
    let program = folder.appending(path: ".build/debug/\(app.lowercased())").path
    // A variant may not end.
    return try run(
      "/usr/bin/env", ["timeout", "60", program, "replay", "Examples/\(app)/Trails/Covered"],
      ["CAIRN_MUTANT": "\(mutant)"]
    ).status != 0
  }

  private func run(
    _ program: String, _ arguments: [String], _ variables: [String: String]
  ) throws -> (output: String, status: Int32) {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment.merging(variables) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return (String(decoding: output, as: UTF8.self), process.terminationStatus)
  }
}
