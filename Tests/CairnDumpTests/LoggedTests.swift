import Cairn
import CairnDump
import Synchronization
import Testing

private struct Login: Reducer {
  struct State {
    var email = ""
    var password: Secret = ""
  }
  enum Action {
    case emailChanged(String)
    case passwordChanged(Secret)
    case nothing
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .emailChanged(let email): state.email = email
    case .passwordChanged(let password): state.password = password
    case .nothing: break
    }
    return .none
  }
}

@Test func `a logged reducer reports each action and its change, secrets as bullets`() {
  let log = Mutex<[String]>([])
  let output: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
  let store = Store(Login.State()) { Login().logged(to: output) }
  store.send(.emailChanged("ada"))
  store.send(.passwordChanged("1234"))
  store.send(.nothing)
  #expect(
    log.withLock { $0 } == [
      """
      .emailChanged("ada")
        - email: ""
        + email: "ada"
          (1 unchanged)
      """,
      """
      .passwordChanged(••••)
        - password: ""
        + password: ••••
          (1 unchanged)
      """,
      """
      .nothing
        (no change)
      """,
    ])
}

@Test func `an observer is called before each action, and its result after it`() {
  let log = Mutex<[String]>([])
  let note: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
  let store = Store(0) {
    ObservedReducer(
      Reduce<Int, Int> { state, action in
        note("reduced \(action)")
        state += action
        return .none
      }
    ) { event, old in
      guard case .action(let action) = event else { return nil }
      note("before \(action): \(old)")
      return action == 2 ? nil : { new in note("after \(action): \(new)") }
    }
  }
  store.send(1)
  store.send(2)
  #expect(
    log.withLock { $0 }
      == ["before 1: 0", "reduced 1", "after 1: 1", "before 2: 1", "reduced 2"])
}
