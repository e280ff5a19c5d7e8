/// State that is an enum, so that it is in one of its cases and never in two.
///
///     state.modify(.onboarding) { $0.path.pop() }
///     state[case: .onboarding]?.path.count
public protocol EnumState {}

extension EnumState {
  /// The payload of one case, or `nil` in another.
  @inlinable
  public subscript<Value>(case path: CasePath<Self, Value>) -> Value? { path.extract(self) }

  /// Changes the payload of one case where it is; `nil`, and no change, in another.
  @inlinable
  @discardableResult
  public mutating func modify<Value, Result>(
    _ path: CasePath<Self, Value>, _ change: (inout Value) -> Result
  ) -> Result? {
    path.modify(&self, change)
  }
}
