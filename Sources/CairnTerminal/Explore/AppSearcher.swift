import Cairn
import CairnApp
import CairnExplorer
import CairnModel

/// A search through an app, made where the app is known: compiled for its types, it takes a fraction
/// of the time.
@usableFromInline
struct AppSearcher<A: App> {
  @usableFromInline typealias Search = (
    AppModel<A>, [AppProperty<A.Root.State>]?, Bounds, @escaping (AppProgress) -> Bool
  ) throws(UsageError) -> AppExploration<A>

  @usableFromInline let explore: Search

  @inlinable
  init() {
    explore = { (model, properties, bounds, shouldContinue) throws(UsageError) in
      try model.explore(checking: properties, within: bounds, shouldContinue)
    }
  }
}
