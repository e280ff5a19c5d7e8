import CairnApp
import CairnExplorer
import CairnModel
import Foundation

/// The command `cover`: writes the fewest trails that cover an app, and keeps those that still serve.
struct Cover<A: App> {
  private let search: SearchOptions<A>
  private let mode: CoverMode
  private let folder: TrailFolder
  private let writesTests: Bool

  init(_ path: String, _ options: OptionValues) throws(UsageError) {
    search = try SearchOptions(options, isGraph: true)
    mode = try options.choice("--by") ?? .screen
    folder = try TrailFolder(path, of: "cover")
    writesTests = options.has("--swift")
  }

  func run(_ searcher: AppSearcher<A>) throws(UsageError) -> ExitStatus {
    let exploration = try search.explore(checking: [], by: searcher)
    let set = try exploration.cover(by: mode, keeping: folder.trails(by: mode))
    Output.standard.print(set.lines)
    for name in set.broken.map(\.file) + set.unneeded {
      folder.remove("\(name).trail")
      folder.remove("\(name).swift", ifBegins: CoverTest.mark)
    }
    for trail in set.added { try folder.write(trail.text, to: "\(trail.name).trail") }
    if writesTests {
      let texts =
        set.added.map { ($0.name, $0.text) }
        + folder.trails(by: mode).filter { file in
          set.kept.contains(file.name)
        }
      for (name, text) in texts {
        try folder.write(
          CoverTest.text(of: text, named: name, for: A.self), to: "\(name).swift",
          replacing: CoverTest.mark)
      }
    }
    if let limit = exploration.limit {
      Output.error.print("\(A.name): the set is incomplete: \(limit)")
    }
    let status = ExitStatus(of: exploration)
    return status == .done && !(set.broken.isEmpty && set.open.isEmpty) ? .failed : status
  }
}

extension CoverSet {
  /// The report: the numbers, the files, and what is not covered.
  fileprivate var lines: [String] {
    let count = kept.count + added.count
    let trails = count == 1 ? "1 trail" : "\(count) trails"
    return ["\(trails) for \(mode.count(goals)); at least \(lowerBound) needed"]
      + kept.map { "kept        \($0).trail" }
      + broken.map { "broken      \($0.file).trail: \($0.reason)" }
      + unneeded.map { "not needed  \($0).trail: other trails cover the same" }
      + added.map { "new         \($0.name).trail: \(mode.count($0.goals.count))" }
      + open.map { "not covered \($0): its trail does not replay" }
  }
}

extension TrailFolder {
  /// The trails that `cover` has written, in order of their names, without the extension.
  fileprivate func trails(by mode: CoverMode) -> [(name: String, text: String)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".trail") && !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .compactMap { name in
        guard
          let bytes = try? Descriptor.contents(
            of: file(name), upTo: FileLimit.trail, isRegular: true)
        else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        return CoverSet.isTrail(text) ? (String(name.dropLast(6)), text) : nil
      }
  }

  /// Removes a file.
  ///
  /// - Parameter mark: the beginning of a file that is removed.
  fileprivate func remove(_ name: String, ifBegins mark: String = "") {
    guard
      let bytes = try? Descriptor.contents(of: file(name), upTo: FileLimit.trail, isRegular: true),
      bytes.starts(with: mark.utf8)
    else { return }
    unsafe unlink(file(name).systemPath)
  }

  /// - Parameter mark: the beginning of a file that is replaced; `nil` if none is.
  fileprivate func write(
    _ text: String, to name: String, replacing mark: String? = nil
  ) throws(UsageError) {
    let path = file(name)
    let old = try? Descriptor.contents(of: path, upTo: FileLimit.trail)
    if let old, Array(text.utf8) == old { return }
    do throws(SystemError) {
      guard let old else {
        try Descriptor.create(path, with: text)
        return
      }
      guard let mark, old.starts(with: mark.utf8) else { throw SystemError(code: EEXIST) }
      try Descriptor.replaceContents(of: path, with: text)
    } catch {
      throw UsageError("\(path.terminalSafe): cannot be written: \(error)")
    }
  }
}
