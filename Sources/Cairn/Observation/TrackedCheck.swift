/// Whether a value is other than it was when the check was made.
///
/// The value is found by its offset in the state where it has one, which is ten times as quick as
/// a key path. Checks are made where the types are known, in the module of whoever reads: where
/// they are not, looking up the types takes longer than following the path.
///
/// A class, so that it can be called without being retained: a closure that is called from an array
/// is retained meanwhile, which takes longer than the call.
@usableFromInline
final class TrackedCheck {
  private let offset: Int
  private let isOther: (UnsafeMutableRawPointer) -> Bool

  @usableFromInline
  init(offset: Int = 0, isOther: @escaping (UnsafeMutableRawPointer) -> Bool) {
    self.offset = offset
    self.isOther = isOther
  }

  /// For a value at a key path of the state.
  @inlinable
  convenience init<State, Value>(
    _ state: UnsafeMutablePointer<State>, _ path: KeyPath<State, Value>,
    _ change: TrackedChange<Value>
  ) {
    if let field = state.pointer(to: path) {
      let offset = UnsafeRawPointer(field) - UnsafeRawPointer(state)
      self.init(offset: offset, isOther: change.since(field.pointee))
    } else {
      let isOther = change.since(UnsafeMutablePointer.value(in: &state.pointee, at: path))
      self.init { state in
        let state = state.assumingMemoryBound(to: State.self)
        var value = UnsafeMutablePointer.value(in: &state.pointee, at: path)
        return withUnsafeMutablePointer(to: &value) { isOther($0) }
      }
    }
  }

  /// For something that is worked out from the state.
  convenience init<State>(
    of state: State.Type, _ isOther: @escaping (UnsafeMutablePointer<State>) -> Bool
  ) {
    self.init { isOther($0.assumingMemoryBound(to: State.self)) }
  }

  func differs(at state: UnsafeMutableRawPointer) -> Bool { isOther(state + offset) }
}

/// How a changed value is told from an unchanged one.
@usableFromInline
struct TrackedChange<Value> {
  /// Answers whether the value at an address is other than this one.
  @usableFromInline let since: (Value) -> (UnsafeMutableRawPointer) -> Bool

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
