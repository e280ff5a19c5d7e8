import Foundation

/// The compiler that built this test, asked what is wrong with a program.
enum Compiler {
  /// What it says of a file of declarations; nothing if all is well.
  static func diagnose(_ source: String) throws -> String {
    try diagnose(source, as: "Snippet.swift", "-parse-as-library")
  }

  /// What it says of a program that may have statements outside of functions.
  static func diagnose(program source: String) throws -> String {
    try diagnose(source, as: "main.swift")
  }

  private static func diagnose(
    _ source: String, as name: String, _ options: String...
  ) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: name)
    try Data(source.utf8).write(to: file)

    let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "Modules")
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-I", modules.path]
      + options + [file.path]
    let output = Pipe()
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: text, as: UTF8.self)
  }
}
