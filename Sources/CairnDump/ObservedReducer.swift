import Cairn

extension Reducer {
  /// Reports every action that this reducer receives, and the change of the state.
  ///
  ///     Root().logged()
  ///     // .credentials(.emailChanged("ada"))
  ///     //   - credentials.email: ""
  ///     //   + credentials.email: "ada"
  ///
  /// A `Secret` is shown as bullets. Use it for debugging only: it keeps the old state while the
  /// reducer runs, which copies collections, and reflects both states.
  ///
  /// - Parameter output: Receives the text of each action; by default, the text is printed.
  public func logged(
    to output: @escaping @Sendable (String) -> Void = { print($0) }
  ) -> some Reducer<State, Action> {
    ObservedReducer(self) { action, old in
      { new in
        let change = difference(from: old, to: new) ?? "(no change)"
        output(dumped(action) + "\n" + indented(change))
      }
    }
  }
}

/// A reducer that calls an observer before each action of its base, and that observer's result
/// after it.
///
///     let reducer = ObservedReducer(Root()) { action, state in
///       record(action)  // before the action
///       return { state in check(state) }  // after the action; `nil` if nothing is to be done
///     }
package struct ObservedReducer<Base: Reducer>: ReducerWrapper {
  package typealias Observer = (Base.Action, Base.State) -> ((Base.State) -> Void)?

  package let base: Base
  private let observer: Observer

  package init(_ base: Base, observer: @escaping Observer) {
    self.base = base
    self.observer = observer
  }

  package func reduce(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    let observeChange = observer(action, state)
    let effect = base.reduce(into: &state, action: action)
    observeChange?(state)
    return effect
  }
}
