import CairnApp
import CairnExplorer

/// The command `explore`: visits what an app can come to, and says which of its properties hold.
struct Explore<A: App> {
  private let search: SearchOptions<A>
  private let report: ExplorationReport
  private let folder: String?

  init(_ options: OptionValues) throws(UsageError) {
    search = try SearchOptions(options)
    report = options.has("--json") ? .json : .text
    folder = options["--trails"]
  }

  func run(_ searcher: AppSearcher<A>) throws(UsageError) -> ExitStatus {
    // What cannot be written is better known before a long search than after it.
    let trails = try folder.map { (path) throws(UsageError) in try TrailFolder(path) }
    let exploration = try search.explore(by: searcher)
    Output.standard.print(report.lines(of: exploration))
    if let trails { write(TrailFile.refutations(in: exploration), to: trails) }
    return ExitStatus(of: exploration)
  }

  private func write(_ files: [TrailFile], to folder: TrailFolder) {
    for file in files {
      do throws(UsageError) {
        Output.error.print("\(try folder.write(file)): written")
      } catch {
        Output.fail(error.description)
      }
    }
  }
}

extension ExitStatus {
  init<A>(of exploration: AppExploration<A>) {
    let isRefuted = exploration.verdicts.contains { $0.result == .refuted }
    switch exploration.limit {
    case .interrupted?: self = .interrupted
    case _ where isRefuted: self = .failed
    case .depth?, .states?, .time?: self = .boundMet
    case nil: self = .done
    }
  }
}
