import CairnApp
import Foundation

/// The names of files, for completion.
enum FileNames {
  /// The files and folders whose path begins so, sorted; folders end in a slash. Hidden ones have to
  /// be asked for by their dot, and names that no terminal can show are left out.
  static func beginning(with path: String) -> [String] {
    let slash = path.lastIndex(of: "/")
    let folder = slash.map { String(path[...$0]) } ?? ""
    let beginning = slash.map { path[path.index(after: $0)...] } ?? path[...]
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    return names.sorted().compactMap { name in
      guard name.hasPrefix(beginning), beginning.hasPrefix(".") || !name.hasPrefix("."),
        name.terminalSafe == name
      else { return nil }
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      return folder + name + (isFolder.boolValue ? "/" : "")
    }
  }
}
