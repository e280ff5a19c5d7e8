import CairnApp
import CairnTrail
import Foundation

/// The trails that words of a command line name: files, and folders with all `*.trail` in them.
enum TrailFiles {
  /// The files in the order of the words; those of a folder sorted, folders within it included and
  /// hidden ones left out. A word that names no trail stays, to be met again when it is read.
  ///
  /// - Throws: a folder without any trail.
  static func find(_ word: String) throws(UsageError) -> [String] {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: word, isDirectory: &isFolder), isFolder.boolValue
    else { return [word] }
    let folder = word.hasSuffix("/") ? word : word + "/"
    let found = (FileManager.default.enumerator(atPath: word)?.compactMap { $0 as? String } ?? [])
      .filter { path in
        path.hasSuffix(".trail")
          && !path.split(separator: "/").contains { $0.hasPrefix(".") }
      }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { folder + $0 }
    guard !found.isEmpty else {
      throw UsageError("\(word.terminalSafe): the folder holds no *.trail files")
    }
    return found
  }

  static func read(_ file: String) throws(Unplayable) -> Trail {
    let name = file.terminalSafe
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: file)
    } catch {
      throw .unreadable(file: name, reason: "cannot be read: \(error)")
    }
    do throws(TrailSyntaxErrors) {
      return try Trail.parse(bytes: bytes, file: name)
    } catch {
      throw .malformed(error)
    }
  }
}

/// Why a trail is not played at all.
enum Unplayable: Error, CustomStringConvertible {
  case unreadable(file: String, reason: String)
  case malformed(TrailSyntaxErrors)

  var description: String {
    switch self {
    case .unreadable(let file, let reason): "\(file): \(reason)"
    case .malformed(let errors): errors.description
    }
  }
}
