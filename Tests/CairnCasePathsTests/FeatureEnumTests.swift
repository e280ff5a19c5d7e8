import Cairn
import Testing

/// The generated parts of a struct of features, in use.
@Suite struct FeatureEnumTests {
  @Test func `a switch over the case of a store chooses the child store`() {
    let store = Store(Sheets.State.second(.init())) { Sheets() }
    switch store.scope().case {
    case .first: Issue.record("the state is in another case")
    case .second(let second): second.send(.tapped)
    }
    #expect(store.state == .second(.init(taps: 1)))
  }

  @Test func `a screen that has gone is in its last case`() {
    typealias Screen = StackAction<Sheets.Action>
    let path = CasePath<Screen?, Screen>.some
    let store = Store([.second(.init())] as StackState<Sheets.State>) {
      Reduce<StackState<Sheets.State>, Screen?> { screens, _ in
        screens = []
        return .none
      }
    }
    let screen = store.scope(\.self, path, id: 0)
    store.send(nil)
    let isSecond = if case .second? = screen?.case { true } else { false }
    #expect(isSecond)
  }

  @Test func `an enum in a struct of features may name its state and action in short`() {
    let action: CasePath<Sheets.Event, Sheets.Action> = .sent
    #expect(CaseLaw.violations(action.law(for: .first(.tapped))) == [])
    let states: CasePath<Sheets.Event, [Sheets.State]> = .seen
    #expect(states.extract(.seen([.first(.init())])) == [.first(.init())])
  }
}
