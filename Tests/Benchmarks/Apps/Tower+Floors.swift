import Cairn

// The floors of the tower: the way to the counter as one function, and as ten.

extension Counter {
  @inline(never)
  static func flattened(_ state: inout Level1.State, _ action: Level1.Action) {
    guard case .child(let action) = action else { return }
    _ = Counter().reduce(into: &state.child, action: action)
  }

  @inline(never)
  static func flattened(_ state: inout Level2.State, _ action: Level2.Action) {
    guard case .child(.child(let action)) = action else { return }
    _ = Counter().reduce(into: &state.child.child, action: action)
  }

  @inline(never)
  static func flattened(_ state: inout Level5.State, _ action: Level5.Action) {
    guard case .child(.child(.child(.child(.child(let action))))) = action else { return }
    _ = Counter().reduce(into: &state.child.child.child.child.child, action: action)
  }

  @inline(never)
  static func flattened(_ state: inout Level10.State, _ action: Level10.Action) {
    guard
      case .child(
        .child(.child(.child(.child(.child(.child(.child(.child(.child(let action)))))))))) = action
    else { return }
    _ = Counter().reduce(
      into: &state.child.child.child.child.child.child.child.child.child.child, action: action)
  }
}

extension Counter {
  @inline(never)
  static func nested(_ state: inout Level1.State, _ action: Level1.Action) {
    guard case .child(let action) = action else { return }
    reduced(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level2.State, _ action: Level2.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level3.State, _ action: Level3.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level4.State, _ action: Level4.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level5.State, _ action: Level5.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level6.State, _ action: Level6.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level7.State, _ action: Level7.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level8.State, _ action: Level8.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level9.State, _ action: Level9.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }

  @inline(never)
  static func nested(_ state: inout Level10.State, _ action: Level10.Action) {
    guard case .child(let action) = action else { return }
    nested(&state.child, action)
  }
}
