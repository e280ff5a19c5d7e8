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
    ObservedReducer(self) { event, old in
      { new in
        let change = difference(from: old, to: new) ?? "(no change)"
        output(event.text + "\n" + indented(change))
      }
    }
  }
}

/// A reducer that calls an observer before each change of its base, and the result of the observer after it.
package struct ObservedReducer<Base: Reducer>: Reducer {
  package enum Event {
    case action(Base.Action)
    /// The dismissal of the feature that receives the action through `depth` operators.
    case dismissal(of: Base.Action, depth: Int)

    var text: String {
      switch self {
      case .action(let action): dumped(action)
      case .dismissal(let action, depth: _): "dismissal by an effect of " + dumped(action)
      }
    }
  }

  package typealias Observer = (Event, Base.State) -> ((Base.State) -> Void)?

  private let base: Base
  private let observer: Observer

  package init(_ base: Base, observer: @escaping Observer) {
    self.base = base
    self.observer = observer
  }

  package func reduce(
    into state: inout Base.State, action: Base.Action
  ) -> Effect<Base.Action> {
    observe(.action(action), in: &state) { base.reduce(into: &$0, action: action) }
  }

  package static var _node: _Kernel.Node<Self> {
    .wrapping(Base.self, \.base) { reducer, action, scope, state in
      reducer.observe(.dismissal(of: action, depth: scope.count), in: &state) {
        reducer.base.dismissRecipient(of: action, scope: scope, in: &$0)
      }
    }
  }

  private func observe(
    _ event: Event, in state: inout Base.State,
    _ change: (inout Base.State) -> Effect<Base.Action>
  ) -> Effect<Base.Action> {
    let observeChange = observer(event, state)
    let effect = change(&state)
    observeChange?(state)
    return effect
  }
}
