import Foundation
import TestSupport

/// The compiler that built this test.
enum Compiler {
  /// Its diagnostics of a file of declarations; empty if there are none.
  static func diagnose(_ source: String) throws -> String {
    try compile(["Snippet.swift": source], check + ["-parse-as-library"])
  }

  /// Its diagnostics of a program with statements outside of functions.
  static func diagnose(program source: String) throws -> String {
    try compile(["main.swift": source], check)
  }

  private static let check = ["-emit-sil", "-o", "/dev/null"]

  /// Its output for files with these contents, by name.
  static func compile(_ sources: [String: String], _ options: [String]) throws -> String {
    try withTemporaryFolder { folder in
      let files = try sources.map { name, source in
        try folder.write(source, to: name)
        return folder[name]
      }
      return try compile(options + files.sorted())
    }
  }

  /// Its output for these arguments. It finds the modules of this package.
  static func compile(_ arguments: [String]) throws -> String {
    // A module in a folder of the arguments takes the place of one of the package.
    try run(["swiftc", "-swift-version", "6"] + arguments + search)
  }

  /// The options by which the tools find the modules of this package.
  private static var search: [String] {
    // Modules of Swift name the modules of C that they import.
    let maps = ["CTerminal", "CCrypt", "CPage"].flatMap { name in
      ["-Xcc", "-fmodule-map-file=\(products.path)/\(name).build/module.modulemap"]
    }
    return ["-I", products.path + "/Modules"] + maps
  }

  /// Writes the public symbols of a module of this package to a folder, as JSON.
  static func extractSymbols(of module: String, to folder: URL) throws {
    let triple = products.resolvingSymlinksInPath().deletingLastPathComponent().lastPathComponent
    let output = try run(
      [
        "swift", "symbolgraph-extract", "-module-name", module, "-target", triple,
        "-minimum-access-level", "public", "-output-dir", folder.path,
      ] + search)
    guard output.isEmpty else { throw Failure(description: output) }
  }

  /// The output of a command that was to have none.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The options for a program that is linked with the objects of this package: these may have been
  /// compiled for a sanitizer.
  static let linking: [String] = {
    let names = ["__asan_init": "address", "__tsan_init": "thread"]
    let name = names.first { dlsym(nil, $0.key) != nil }?.value
    // The linker gold prints remarks for a sanitizer.
    return name.map { ["-sanitize=\($0)", "-use-ld=lld"] } ?? []
  }()

  /// The output of a command, errors included.
  static func run(_ command: [String]) throws -> String {
    // Each call of the compiler leaves a folder in the temporary one.
    try withTemporaryFolder { try ProgramRun(command, variables: ["TMPDIR": $0.path]).output }
  }
}
