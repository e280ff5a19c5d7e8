import CairnSimulation
import CairnTesting
import Testing

@testable import semantics

/// Every way to run effects follows the rules, on a sample; `swift run -c release semantics` compares all cases.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SemanticsTests {
  @Test(arguments: Way.all + [.testStore]) func `effects follow the rules`(way: Way) async {
    let (count, difference) = await way.compare(isGate: false)
    print("\(way): \(count) cases")
    if let difference { Issue.record(Comment(rawValue: difference)) }
    #expect(count > 0)
  }

  @Test func `a case contains the case without its last time`() async throws {
    let way = try #require(Way.all.first)
    let numbers = stride(from: 0, to: Case.count, by: 997).filter(Case.isContained)
    #expect(numbers.count > 100)
    for number in numbers {
      let tested = Case(number: number)
      let (notes, expected) = await way.run(tested)
      let long = Case(tree: tested.tree, place: tested.place, script: tested.script + [.time])
      let (longNotes, longExpected) = await way.run(long)
      guard notes == longNotes.withoutLastTime, expected == longExpected.withoutLastTime else {
        Issue.record("Case \(number): \(notes), with more time: \(longNotes)")
        return
      }
    }
  }
}

extension [Note] {
  /// The notes without the one after the last event, which the last note takes in.
  fileprivate var withoutLastTime: [Note] {
    var notes = self
    guard case .settled(let time, let isPresent, let cancelled, let foreground)? = notes.popLast(),
      let index = notes.lastIndex(where: { if case .settled = $0 { true } else { false } }),
      case .settled(_, _, let earlier, _) = notes.remove(at: index)
    else { return self }
    return notes + [
      .settled(
        at: time - Times.step, isPresent: isPresent, cancelled: (earlier + cancelled).sorted(),
        foreground: foreground)
    ]
  }
}

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
