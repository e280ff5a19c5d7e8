import CairnApp
import Foundation

/// Where `explore` writes trails.
struct TrailFolder {
  private let path: String

  /// Makes the folder, unless it is there.
  init(_ path: String) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("--trails needs the name of a folder") }
    self.path = path
    var file = stat()
    let isThere = stat(path, &file) == 0
    do throws(SystemError) {
      if !isThere {
        guard mkdir(path, 0o777) == 0 else { throw SystemError(code: errno) }
      }
      guard !isThere || file.st_mode & S_IFMT == S_IFDIR else { throw SystemError(code: ENOTDIR) }
      guard access(path, W_OK | X_OK) == 0 else { throw SystemError(code: errno) }
    } catch {
      throw UsageError("--trails: \(path.terminalSafe): no trails can be written there: \(error)")
    }
  }

  /// Writes a file; its path. A trail of the same property that was found before is replaced.
  ///
  /// - Throws: what keeps it from being written, and anything else that is there.
  func write(_ trail: TrailFile) throws(UsageError) -> String {
    let file = path.hasSuffix("/") ? path + trail.name : "\(path)/\(trail.name)"
    let old = try? Descriptor.contents(of: file)
    guard old.map(trail.isSameProperty) ?? true else {
      throw UsageError(
        "\(file.terminalSafe): cannot be written: something else is there; give another folder, or"
          + " remove it")
    }
    do throws(SystemError) {
      if old == nil {
        try Descriptor.create(file, with: trail.text)
      } else {
        try Descriptor.replaceContents(of: file, with: trail.text)
      }
    } catch {
      throw UsageError("\(file.terminalSafe): cannot be written: \(error)")
    }
    return file.terminalSafe
  }
}
