import Cairn
import CairnScreen
import CairnTrail

extension AppSearch {
  /// Sends what a disabled input means all the same: the reducer has to refuse it.
  @usableFromInline
  mutating func refuse(
    _ input: Input<A.Root.Action>, _ samples: [TypedSample], at index: Int
  ) throws(UsageError) {
    let situation = map.space.states[index]
    // What is refused leaves everything as it is: one run serves for all.
    let run = situation.isAtRest ? nil : try run(to: index)
    for sample in samples {
      guard let action = input.action(typing: sample.value) else { continue }
      let isRefused =
        run?.driver.refuses(action)
        ?? ((try? quiet.state(after: action, in: situation.state)) == situation.state)
      guard isRefused else {
        return findings.visit(notRefused: map.graph.steps[sample.step], at: index)
      }
    }
  }
}
