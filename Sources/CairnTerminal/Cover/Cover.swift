import CairnApp
import CairnExplorer
import CairnModel
import CairnStorage
import CairnTrail
import Foundation

/// The command `cover`: writes few trails that cover an app, and keeps those that still serve.
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
    let set = try exploration.cover(by: mode, keeping: folder.trails())
    Output.standard.print(set.lines)
    // The new files first: if one cannot be written, no other is lost.
    for trail in set.added {
      try folder.write(trail.text, to: "\(trail.name).trail", replacing: isTrail)
    }
    let names = set.kept + set.added.map(\.name)
    if writesTests {
      for (name, text) in folder.trails() where names.contains(name) {
        guard let trail = try? Trail.parse(text, file: name) else { continue }
        try folder.write(
          CoverTest.text(of: trail, named: "\(name) by \(mode.rawValue)", for: A.self),
          to: "\(name).swift", replacing: CoverTest.isTest)
      }
    }
    for name in set.broken.map(\.file) + set.unneeded {
      let isNew = names.contains(name)
      if !isNew { folder.remove("\(name).trail", if: isTrail) }
      if !isNew || !writesTests { folder.remove("\(name).swift", if: CoverTest.isTest) }
    }
    if let gap = exploration.gap {
      Output.error.print("\(A.name): the set is incomplete: \(gap)")
    }
    let status = ExitStatus(ofGraph: exploration)
    return status == .done && !(set.broken.isEmpty && set.open.isEmpty) ? .failed : status
  }

  private func isTrail(_ contents: [UInt8]) -> Bool {
    CoverSet.isTrail(String(decoding: contents, as: UTF8.self), by: mode)
  }
}

extension CoverSet {
  /// The report: the numbers, the files, and what is not covered.
  fileprivate var lines: [String] {
    let count = kept.count + added.count
    let trails = count == 1 ? "1 trail" : "\(count) trails"
    let bound = lowerBound.map { "; at least \($0) needed" } ?? ""
    return ["\(trails) for \(mode.count(goals))\(bound)"]
      + kept.map { "kept        \($0).trail" }
      + broken.map { "broken      \($0.file).trail: \($0.reason)" }
      + unneeded.map { "not needed  \($0).trail: other trails cover the same" }
      + added.map { "new         \($0.name).trail: \(mode.count($0.goals.count))" }
      + open.map { "not covered \($0.goal): \($0.problem ?? "its trail does not replay")" }
  }
}

extension TrailFolder {
  /// All trails, in order of their names, without the extension. Of a file that cannot be read, the text is empty.
  fileprivate func trails() -> [(name: String, text: String)] {
    let names = (try? Disk(relativeTo: "").names(in: path)) ?? []
    return names.filter { $0.hasSuffix(".trail") && !$0.hasPrefix(".") }
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { (String($0.dropLast(6)), String(decoding: contents(of: $0) ?? [], as: UTF8.self)) }
  }

  /// - Parameter isReplaced: whether a file that begins with these bytes is replaced.
  fileprivate func write(
    _ text: String, to name: String, replacing isReplaced: ([UInt8]) -> Bool
  ) throws(UsageError) {
    let path = file(name)
    if contents(of: name) == Array(text.utf8) { return }
    do throws(SystemError) {
      try Descriptor.write(text, to: path, replacing: isReplaced)
    } catch {
      let problem = Self.cannotWrite(path, error)
      // A full disk is no wrong usage.
      guard error.code == EEXIST else { Output.fail(problem.description) }
      throw problem
    }
  }
}
