/// An enum of states. Exactly one of its features exists at a time.
///
///     state.modify(.onboarding) { $0.path.pop() }
///     state[case: .onboarding]?.path.count
public protocol EnumState {}

extension EnumState {
  /// The payload of a case; `nil` if the state is in another case.
  @inlinable
  public subscript<Value>(case path: CasePath<Self, Value>) -> Value? { path.extract(self) }

  /// Changes the payload of a case in place; returns `nil` if the state is in another case.
  @inlinable
  @discardableResult
  public mutating func modify<Value, Result>(
    _ path: CasePath<Self, Value>, _ change: (inout Value) -> Result
  ) -> Result? {
    path.modify(&self, change)
  }
}
