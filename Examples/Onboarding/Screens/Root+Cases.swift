import Cairn

extension CasePath<Root.State, Onboarding.State> {
  static var onboarding: Self {
    Self(Root.onboarding) { if case .onboarding(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Root.State, Main.State> {
  static var main: Self { Self(Root.main) { if case .main(let x) = $0 { x } else { nil } } }
}
extension CasePath<Root.State, Unlock.State> {
  static var unlock: Self { Self(Root.unlock) { if case .unlock(let x) = $0 { x } else { nil } } }
}

extension CasePath<Root.Action, Onboarding.Action> {
  static var onboarding: Self {
    Self(Root.onboarding) { if case .onboarding(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Root.Action, Main.Action> {
  static var main: Self { Self(Root.main) { if case .main(let x) = $0 { x } else { nil } } }
}
extension CasePath<Root.Action, Unlock.Action> {
  static var unlock: Self { Self(Root.unlock) { if case .unlock(let x) = $0 { x } else { nil } } }
}
extension CasePath<Root.Action, LoadedSession> {
  static var loaded: Self { Self(Root.loaded) { if case .loaded(let x) = $0 { x } else { nil } } }
}

extension CasePath<Onboarding.Action, StackAction<Path.Action>> {
  static var path: Self { Self(Root.path) { if case .path(let x) = $0 { x } else { nil } } }
}
extension CasePath<Onboarding.Action, Session> {
  static var completed: Self {
    Self(Root.completed) { if case .completed(let x) = $0 { x } else { nil } }
  }
}
