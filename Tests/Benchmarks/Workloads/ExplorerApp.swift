import CairnExplorer
import CairnModel

extension Benchmark {
  /// An app is explored through its screens, and what it claims is proved. The floor is the bare
  /// model: the same reducer, and a list of actions.
  static var explorerApp: Benchmark {
    Benchmark(
      name: "explorer-app", parameters: [20_001], rate: "states",
      budget: Budget(nanoseconds: 20_001 * 10_000)
    ) { states in
      Workload { operations in
        for _ in 0..<operations { sink = modelled() }
      } subject: { operations in
        for _ in 0..<operations { sink = explored(states) }
      }
    }
  }

  private static func modelled() -> Int {
    let dials = (0..<4).map { Locker.Action.dialTurned($0) }
    let model = Model(Locker.State(), reducer: Locker()) { state in
      guard let id = state.inside.ids.last else { return dials + [.flapToggled, .open] }
      return [.inside(.element(id: id, action: .back))]
    }
    do {
      return try model.explore(checking: [.noDeadEnd()]).states
    } catch {
      fatalError("\(error)")
    }
  }

  private static func explored(_ states: Int) -> Int {
    do {
      let exploration = try AppModel<LockerApp>().explore()
      guard exploration.isProved, exploration.states == states else { fatalError("\(exploration)") }
      return exploration.states
    } catch {
      fatalError("\(error)")
    }
  }
}
