import CairnApp
import CairnExplorer
import CairnModel

/// The command `graph`: prints the ways through an app.
struct DrawGraph<A: App> {
  private let search: SearchOptions<A>
  private let format: GraphFormat
  private let nodes: GraphNodes

  init(_ options: OptionValues) throws(UsageError) {
    search = try SearchOptions(options)
    format = try options.choice("--format") ?? .mermaid
    nodes = try options.choice("--by") ?? .screen
  }

  func run(_ searcher: AppSearcher<A>) throws(UsageError) -> ExitStatus {
    let exploration = try search.explore(checking: [], by: searcher)
    Output.standard.write(exploration.graph(by: nodes).text(as: format))
    if let limit = exploration.limit {
      Output.error.print("\(A.name): the graph is not whole: \(limit)")
    }
    return ExitStatus(of: exploration)
  }
}

extension OptionValues {
  /// The value of an option that is one of a few words; `nil` if it was not given.
  fileprivate func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String
  ) throws(UsageError) -> Choice? {
    guard let text = self[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let known = Choice.allCases.map(\.rawValue).joinedWithAnd
      throw UsageError("\(name): \(text.inQuotes) is none of \(known)")
    }
    return choice
  }
}
