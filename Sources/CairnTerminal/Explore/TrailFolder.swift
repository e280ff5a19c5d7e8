import Cairn
import CairnApp
import CairnExplorer
import CairnTrail
import Foundation

/// The trail that refutes a property, and the name of its file.
struct TrailFile: Equatable {
  let property: String
  let name: String
  let text: String

  /// The trail that refutes a property: `no-dead-end.trail` for `no dead end`. `nil` if none does.
  init?<A>(_ verdict: AppExploration<A>.Verdict, besides names: Set<String>) {
    guard verdict.result == .refuted, let trail = verdict.trail else { return nil }
    let words = verdict.property.lowercased().split { !$0.isLetter && !$0.isNumber }
    let stem = words.isEmpty ? "property" : words.joined(separator: "-").shortenedForFile
    let name = (1...).lazy.map { $0 == 1 ? "\(stem).trail" : "\(stem)-\($0).trail" }
      .first { !names.contains($0) }
    (property, self.name, text) = (verdict.property, name ?? "\(stem).trail", trail)
  }

  /// Whether the contents of a file are a trail that refutes the same property of the same app, which the first
  /// line names.
  func isSameProperty(_ contents: [UInt8]) -> Bool {
    let mark = "# This does not hold: \(property)"
    let lines = Trail.sourceLines(of: String(decoding: contents, as: UTF8.self))
    return lines.first == Trail.sourceLines(of: text).first && lines.contains { $0 == mark }
  }
}

/// The folder in which `explore` and `cover` write trails.
struct TrailFolder {
  let path: String

  /// Makes the folder, unless it exists.
  ///
  /// - Parameter asked: the option or the command that names it.
  init(_ path: String, of asked: String = "--trails") throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("\(asked) needs the name of a folder") }
    self.path = path
    do throws(SystemError) {
      switch Descriptor.kind(of: path) {
      case .folder: break
      case nil:
        guard unsafe mkdir(path.systemPath, 0o777) == 0 else { throw SystemError(code: errno) }
      case .file, .link, .pipe, .socket, .device: throw SystemError(code: ENOTDIR)
      }
      guard unsafe access(path.systemPath, W_OK | X_OK) == 0 else { throw SystemError(code: errno) }
    } catch {
      throw UsageError("\(asked): \(path.terminalSafe): trails cannot be written there: \(error)")
    }
  }

  func file(_ name: String) -> String { path.hasSuffix("/") ? path + name : "\(path)/\(name)" }

  func contents(of name: String) -> [UInt8]? {
    try? Descriptor.contents(of: file(name), upTo: FileLimit.trail, isRegular: true)
  }

  /// Removes a file with certain contents. Returns whether it was removed.
  @discardableResult
  func remove(_ name: String, if isRemoved: ([UInt8]) -> Bool) -> Bool {
    guard let contents = contents(of: name), isRemoved(contents) else { return false }
    return unsafe unlink(file(name).systemPath) == 0
  }

  /// Writes a file, and returns its path. An earlier trail of the same property is replaced, and no other file.
  func write(_ trail: TrailFile) throws(UsageError) -> String {
    let file = file(trail.name)
    do throws(SystemError) {
      try Descriptor.write(trail.text, to: file, replacing: trail.isSameProperty)
    } catch {
      throw Self.cannotWrite(file, error)
    }
    return file
  }

  static func cannotWrite(_ file: String, _ error: SystemError) -> UsageError {
    let reason =
      error.code == EEXIST
      ? "another file has this name; give another folder, or remove the file"
      : error.description
    return UsageError("\(file.terminalSafe): cannot be written: \(reason)")
  }
}

/// The trails that a search has written so far.
final class WrittenTrails {
  private let folder: TrailFolder?
  /// By property.
  private var files: [String: TrailFile] = [:]

  /// - Parameter folder: `nil` to write none.
  init(in folder: TrailFolder?) {
    self.folder = folder
  }

  /// Whether a trail could not be written. It does not end the search.
  private(set) var hasFailed = false

  /// Writes the trail of a refuted property, unless it is written.
  func write<A>(_ verdict: AppExploration<A>.Verdict) {
    let others = files.values.filter { $0.property != verdict.property }
    guard let folder, let file = TrailFile(verdict, besides: Set(others.map(\.name))),
      files[verdict.property] != file
    else { return }
    files[verdict.property] = file
    do throws(UsageError) {
      let path = try folder.write(file)
      Output.error.print("\(path.terminalSafe): written", naming: path)
    } catch {
      hasFailed = true
      Output.error.print(error.description)
    }
  }

  /// Writes the trails of searches, for each property that of the first search that refutes it.
  func write<A>(of explorations: [AppExploration<A>]) {
    var properties: Set<String> = []
    for verdict in explorations.flatMap(\.verdicts)
    where verdict.result == .refuted && verdict.trail != nil {
      if properties.insert(verdict.property).inserted { write(verdict) }
    }
  }

  /// Removes the trails of properties that are not refuted in the end. A repeated search and a check can take a
  /// refutation back.
  func keep<A>(_ verdicts: [AppExploration<A>.Verdict]) {
    let refuted = Set(verdicts.filter { $0.result == .refuted }.map(\.property))
    guard let folder else { return }
    for file in files.values.sorted(by: { $0.name < $1.name })
    where !refuted.contains(file.property) && folder.remove(file.name, if: file.isSameProperty) {
      let path = folder.file(file.name).terminalSafe
      Output.error.print("\(path): removed: the property is not refuted in the end")
    }
  }
}
