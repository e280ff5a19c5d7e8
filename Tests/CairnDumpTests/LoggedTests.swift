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

@Test func `a logged reducer tells each action and what it changed, secrets as bullets`() {
  let log = Mutex<[String]>([])
  let tell: @Sendable (String) -> Void = { text in log.withLock { $0.append(text) } }
  let store = Store(Login.State()) { Login().logged(to: tell) }
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
