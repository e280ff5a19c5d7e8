import Cairn

extension CasePath<Level1.Action, Counter.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level2.Action, Level1.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level3.Action, Level2.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level4.Action, Level3.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level5.Action, Level4.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level6.Action, Level5.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level7.Action, Level6.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level8.Action, Level7.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level9.Action, Level8.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}

extension CasePath<Level10.Action, Level9.Action> {
  static var child: Self { Self(Root.child) { if case .child(let x) = $0 { x } else { nil } } }
}
