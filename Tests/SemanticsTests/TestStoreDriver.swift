import CairnSimulation
import CairnTesting
import Testing

@testable import semantics

extension Way {
  static let testStore = Way(description: "a TestStore", stride: (8, 3989)) { tested in
    let expected = Model.notes(of: tested)
    // An issue fails a test.
    if expected.contains(where: \.isIssue) { return ([], []) }
    return (
      tested.asserted(expected), Model.visibleNotes(of: tested).map(\.withoutEffects)
    )
  }
}

extension Case {
  /// A test that asserts the expected actions and states; the texts of its failures are notes.
  fileprivate func asserted(_ expected: [Note]) -> [Note] {
    let simulation = Simulation()
    let world = World(self, clock: simulation.clock)
    withKnownIssue(isIntermittent: true) {
      let store = TestStore(Features.State(), simulation: simulation) { Features(world: world) }
      test(store, in: world, expected)
      store.finish()
    } matching: { issue in
      world.note(.failed(issue.comments.map(\.rawValue).joined(separator: "\n")))
      return true
    }
    return world.notes
  }

  private func test(
    _ store: TestStore<Features.State, Features.Action>, in world: World, _ expected: [Note]
  ) {
    /// The state after an action, or after a dismissal; `nil` if it is the same.
    func change(_ act: Act?) -> ((inout Features.State) -> Void)? {
      var state = store.state
      world.muted {
        guard let act else { return place.dismiss(in: &state) }
        _ = Features(world: world).reduce(into: &state, action: place.action(act))
      }
      return state == store.state ? nil : { [state] in $0 = state }
    }
    var handles: [TestStoreTask<Features.State, Features.Action>] = []
    var expected = expected[...]
    for event in events {
      if let act = event?.act {
        let handle = store.send(place.action(act), change: change(act))
        if act == .go { handles.append(handle) }
        expected = expected.dropFirst()
      }
      if event == .cancelFirst { handles.removeFirst().cancel() }
      if event == .cancelLast { handles.removeLast().cancel() }
      if event == .time { store.advance(by: .seconds(Times.step)) }
      if event == nil { store.advance(by: .seconds(Times.end)) }
      while let note = expected.popFirst() {
        if case .reduced(let act, _, _) = note {
          store.receive(place.action(act), change: change(act))
        } else if note == .dismissed {
          store.receive(.dismissal, change: change(nil))
        } else if case .settled = note {
          break
        }
      }
      world.settled(isPresent: place.isPresent(in: store.state))
    }
  }
}
