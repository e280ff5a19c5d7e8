/// The effects in flight, found by number, by cancel key and by scope.
@usableFromInline
struct EffectTable<Action: Sendable> {
  @usableFromInline var byNumber = NumberedTable<RunningEffect<Action>>()
  @usableFromInline var byKey: [CancelKey: Set<Int>] = [:]
  /// Those of the root feature aside: it never ends.
  @usableFromInline var byScope: [EffectScope: Set<Int>] = [:]
  @usableFromInline var lastNumber = 0

  @usableFromInline var foregroundCount = 0

  @inlinable
  var isEmpty: Bool { byNumber.isEmpty }

  @inlinable
  var all: [RunningEffect<Action>] { byNumber.values }

  @inlinable
  var scopes: some Collection<EffectScope> { byScope.keys }

  @inlinable
  subscript(number: Int) -> RunningEffect<Action>? { byNumber[number] }

  @inlinable
  mutating func insert(
    _ operation: consuming EffectOperation<Action>, _ context: EffectContext<Action>
  ) -> RunningEffect<Action> {
    lastNumber += 1
    let effect = RunningEffect(number: lastNumber, operation: operation, context: context)
    byNumber.append(effect, number: lastNumber)
    if !context.terms.scope.isRoot { byScope[context.terms.scope, default: []].insert(lastNumber) }
    for key in context.terms.keys { byKey[key, default: []].insert(lastNumber) }
    if !effect.isBackground { foregroundCount += 1 }
    return effect
  }

  @discardableResult
  @inlinable
  mutating func remove(_ number: Int) -> RunningEffect<Action>? {
    guard let effect = byNumber.remove(number) else { return nil }
    if !effect.terms.scope.isRoot { byScope.remove(number, from: effect.terms.scope) }
    for key in effect.terms.keys { byKey.remove(number, from: key) }
    if !effect.isBackground { foregroundCount -= 1 }
    return effect
  }

  /// Has idleness wait for an effect that was in the background.
  @inlinable
  mutating func bringToForeground(_ number: Int) {
    guard let effect = byNumber[number], effect.isBackground else { return }
    var operation = effect.operation
    operation.isBackground = false
    byNumber[number] = RunningEffect(number: number, operation: operation, context: effect.context)
    foregroundCount += 1
  }

  /// Removes the effects with a key and returns them in order.
  @inlinable
  mutating func removeAll(with key: CancelKey) -> [RunningEffect<Action>] {
    removeAll(byKey[key] ?? [])
  }

  /// Removes the effects of these scopes and returns them in order.
  @inlinable
  mutating func removeAll(in scopes: Set<EffectScope>) -> [RunningEffect<Action>] {
    removeAll(scopes.flatMap { byScope[$0] ?? [] })
  }

  /// Removes the effects that meet a condition and returns them in order. O(n).
  @inlinable
  mutating func removeAll(
    where condition: (RunningEffect<Action>) -> Bool
  ) -> [RunningEffect<Action>] {
    removeAll(byNumber.values.filter(condition).map(\.number))
  }

  @inlinable
  mutating func removeAll(_ numbers: some Collection<Int>) -> [RunningEffect<Action>] {
    numbers.sorted().compactMap { remove($0) }
  }
}

extension Dictionary where Value == Set<Int> {
  @inlinable
  mutating func remove(_ number: Int, from key: Key) {
    self[key]?.remove(number)
    if self[key]?.isEmpty == true { self[key] = nil }
  }
}
