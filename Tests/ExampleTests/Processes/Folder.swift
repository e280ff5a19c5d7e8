import Foundation

/// A new folder for one test: the working folder and home of its programs. It is removed with
/// the object.
final class Folder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "cairn-examples-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(_ name: String) -> String { "\(path)/\(name)" }

  /// The names of the files and folders in it, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// The contents of all files in it, recursively.
  var texts: [String] {
    (FileManager.default.subpaths(atPath: path) ?? []).compactMap { text($0) }
  }

  func text(_ name: String) -> String? {
    FileManager.default.contents(atPath: self[name]).map { String(decoding: $0, as: UTF8.self) }
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: self[name]))
  }

  func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(
      atPath: self[name], withIntermediateDirectories: false)
  }
}
