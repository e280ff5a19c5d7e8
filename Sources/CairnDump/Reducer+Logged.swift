import Cairn

extension Reducer {
  /// Logs every action of this reducer and the change that it makes in the state.
  ///
  ///     Root().logged()
  ///     // .credentials(.emailChanged("ada"))
  ///     //   - credentials.email: ""
  ///     //   + credentials.email: "ada"
  ///
  /// Secrets are printed as bullets. For debugging only: the state before the action is kept during
  /// the reduction, so that collections are copied, and both states are reflected.
  ///
  /// - Parameter print: receives each text. The default prints it.
  public func logged(
    to print: @escaping @Sendable (String) -> Void = { Swift.print($0) }
  ) -> some Reducer<State, Action> {
    ObservedReducer(base: self) { action, old in
      { new in
        let change = difference(from: old, to: new) ?? "(no change)"
        let lines = change.split(separator: "\n", omittingEmptySubsequences: false)
        print(([dumped(action)] + lines.map { "  \($0)" }).joined(separator: "\n"))
      }
    }
  }
}
