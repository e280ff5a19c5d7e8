/// Whether a value is other than it was when the check was made.
///
/// The value is found by its offset in the state where it has one, which is ten times as quick as
/// a key path, and compared by a closure that was specialised where the type of the value is known.
struct TrackedCheck {
  private let offset: Int
  private let isOther: (UnsafeMutableRawPointer) -> Bool

  /// For a value at a key path of the state.
  init<State, Value>(
    _ state: UnsafeMutablePointer<State>, _ path: KeyPath<State, Value>,
    _ change: TrackedChange<Value>
  ) {
    if let field = state.pointer(to: path) {
      offset = UnsafeRawPointer(field) - UnsafeRawPointer(state)
      isOther = change.since(field.pointee)
    } else {
      offset = 0
      isOther = { [isOther = change.since(state.value(at: path))] state in
        var value = state.assumingMemoryBound(to: State.self).value(at: path)
        return withUnsafeMutablePointer(to: &value) { isOther($0) }
      }
    }
  }

  /// For something that is worked out from the state.
  init<State>(of state: State.Type, _ isOther: @escaping (UnsafeMutablePointer<State>) -> Bool) {
    offset = 0
    self.isOther = { isOther($0.assumingMemoryBound(to: State.self)) }
  }

  func differs(at state: UnsafeMutableRawPointer) -> Bool { isOther(state + offset) }
}

/// How a changed value is told from an unchanged one.
@usableFromInline
struct TrackedChange<Value> {
  /// Answers whether the value at an address is other than this one.
  let since: (Value) -> (UnsafeMutableRawPointer) -> Bool

  @usableFromInline
  init(since: @escaping (Value) -> (UnsafeMutableRawPointer) -> Bool) {
    self.since = since
  }
}

extension TrackedChange {
  /// Values that cannot be compared count as changed.
  @inlinable
  static var always: Self { Self { _ in { _ in true } } }
}

extension TrackedChange where Value: Equatable {
  @inlinable
  static var whenUnequal: Self {
    Self { last in { $0.assumingMemoryBound(to: Value.self).pointee != last } }
  }
}
