import CairnExplorer
import CairnScreen
import CairnTrail
import Foundation

/// A trail that shows that a property does not hold, and what its file is called.
struct TrailFile: Equatable {
  let property: String
  let name: String
  let text: String

  /// For each property that a trail refutes, a file of its own: `no dead end` is in
  /// `no-dead-end.trail`.
  static func refutations<A>(in exploration: AppExploration<A>) -> [TrailFile] {
    var names: Set<String> = []
    return exploration.verdicts.compactMap { verdict in
      guard verdict.result == .refuted, let trail = verdict.trail else { return nil }
      let words = verdict.property.lowercased().split { !$0.isLetter && !$0.isNumber }
      let stem = words.isEmpty ? "property" : words.joined(separator: "-")
      let name = (1...).lazy.map { $0 == 1 ? stem : "\(stem)-\($0)" }
        .first { names.insert($0).inserted }
      return TrailFile(
        property: verdict.property, name: "\(name ?? stem).trail", text: trail)
    }
  }

  /// Whether a file holds such a trail, if perhaps a longer one.
  func isSameProperty(_ contents: [UInt8]) -> Bool {
    String(decoding: contents, as: UTF8.self).contains("\n# This does not hold: \(property)\n")
  }
}

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
