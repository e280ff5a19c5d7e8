import CairnApp
import CairnExplorer

/// A search that says in a terminal how far it is, and that Ctrl-C ends: what is known by then is its
/// answer.
enum WatchedSearch {
  static func run<A: App>(
    _ search: (_ shouldContinue: @escaping (AppProgress) -> Bool) throws(UsageError) ->
      AppExploration<A>
  ) throws(UsageError) -> AppExploration<A> {
    let line = ProgressLine()
    defer { line.clear() }
    return try InterruptWatch.run { (wasInterrupted) throws(UsageError) in
      try search { progress in
        line.show(progress.description)
        return !wasInterrupted()
      }
    }
  }
}
