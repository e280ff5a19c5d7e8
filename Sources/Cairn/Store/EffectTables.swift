/// The effects in flight, found by number, by cancel key and by scope.
///
/// Removed keys are handed out, like removed effects: they hold ids of users.
@usableFromInline
struct EffectTable<Action: Sendable> {
  @usableFromInline var byNumber = NumberedTable<RunningEffect<Action>>()
  @usableFromInline var byKey: [CancelKey: Set<Int>] = [:]
  /// Without the effects of the root feature, which is never removed.
  @usableFromInline var byScope: [EffectScope: Set<Int>] = [:]
  @usableFromInline var lastNumber = 0
  @usableFromInline var foregroundCount = 0

  @inlinable
  var isEmpty: Bool { byNumber.isEmpty }

  @inlinable
  var all: [RunningEffect<Action>] { byNumber.values }

  @inlinable
  subscript(number: Int) -> RunningEffect<Action>? { byNumber[number] }

  @inlinable
  mutating func insert(
    _ operation: consuming EffectOperation<Action>, _ context: EffectContext<Action>
  ) -> RunningEffect<Action> {
    lastNumber += 1
    let effect = RunningEffect(number: lastNumber, operation: operation, context: context)
    let metadata = context.metadata
    byNumber.append(effect, number: lastNumber)
    if !metadata.scope.isRoot { byScope[metadata.scope, default: []].insert(lastNumber) }
    for key in metadata.keys { byKey[key, default: []].insert(lastNumber) }
    if !effect.isBackground { foregroundCount += 1 }
    return effect
  }

  @inlinable
  mutating func remove(
    _ number: Int, _ released: inout [Released<Action>]
  ) -> RunningEffect<Action>? {
    guard let effect = byNumber.remove(number) else { return nil }
    let metadata = effect.metadata
    if !metadata.scope.isRoot, let scope = byScope.remove(number, from: metadata.scope) {
      released.append(.scope(scope))
    }
    for key in metadata.keys {
      if let key = byKey.remove(number, from: key) { released.append(.key(key)) }
    }
    if !effect.isBackground { foregroundCount -= 1 }
    return effect
  }

  /// Makes a background effect count for `isIdle`.
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
  mutating func removeAll(
    with key: CancelKey, _ released: inout [Released<Action>]
  ) -> [RunningEffect<Action>] {
    removeAll(byKey[key] ?? [], &released)
  }

  /// Removes the effects of these scopes and returns them in order.
  @inlinable
  mutating func removeAll(
    in scopes: Set<EffectScope>, _ released: inout [Released<Action>]
  ) -> [RunningEffect<Action>] {
    removeAll(scopes.flatMap { byScope[$0] ?? [] }, &released)
  }

  /// Removes the effects that meet a condition and returns them in order. O(n).
  @inlinable
  mutating func removeAll(
    _ condition: (RunningEffect<Action>) -> Bool, _ released: inout [Released<Action>]
  ) -> [RunningEffect<Action>] {
    removeAll(byNumber.values.filter(condition).map(\.number), &released)
  }

  @inlinable
  mutating func removeAll(
    _ numbers: some Collection<Int>, _ released: inout [Released<Action>]
  ) -> [RunningEffect<Action>] {
    numbers.sorted().compactMap { remove($0, &released) }
  }
}

extension Dictionary where Value == Set<Int> {
  /// Removes a number, and returns the key that was removed with its last number.
  @inlinable
  mutating func remove(_ number: Int, from key: Key) -> Key? {
    guard let index = index(forKey: key) else { return nil }
    values[index].remove(number)
    return values[index].isEmpty ? remove(at: index).key : nil
  }
}

/// The concatenations in progress: the stages to come, and the pending items of the present stage.
@usableFromInline
struct SequenceTable<Action: Sendable> {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let context: EffectContext<Action>
    @usableFromInline let stages: [Effect<Action>]
    @usableFromInline var nextStage = 0
    @usableFromInline var pending = 0

    @inlinable
    init(context: EffectContext<Action>, stages: [Effect<Action>]) {
      self.context = context
      self.stages = stages
    }
  }

  @usableFromInline var entries = NumberedTable<Entry>()
  @usableFromInline var lastNumber = 0

  @inlinable
  var scopes: [EffectScope] {
    entries.isEmpty ? [] : entries.values.map { $0.context.metadata.scope }
  }

  @inlinable
  mutating func insert(_ stages: [Effect<Action>], _ context: EffectContext<Action>) -> Int {
    lastNumber += 1
    entries.append(Entry(context: context, stages: stages), number: lastNumber)
    return lastNumber
  }

  /// Counts one more pending item.
  @inlinable
  mutating func enter(_ number: Int?) {
    if let number { entries[number]?.pending += 1 }
  }

  /// Counts one pending item less; `true` if it was the last one of its stage.
  @inlinable
  mutating func leave(_ number: Int) -> Bool {
    entries[number]?.pending -= 1
    return entries[number]?.pending == 0
  }

  /// The next stage and its context. Counts one pending item, so the sequence cannot finish
  /// meanwhile.
  @inlinable
  mutating func nextStage(
    of number: Int
  ) -> (effect: Effect<Action>, context: EffectContext<Action>)? {
    guard let entry = entries[number], entry.nextStage < entry.stages.count else { return nil }
    entries[number]?.nextStage += 1
    entries[number]?.pending += 1
    var context = entry.context.branch(entry.nextStage)
    context.metadata.sequence = number
    return (entry.stages[entry.nextStage], context)
  }

  @inlinable
  mutating func remove(_ number: Int) -> Entry? { entries.remove(number) }

  /// Removes the sequences that meet a condition and returns them in order. O(n).
  @inlinable
  mutating func removeAll(where condition: (Entry) -> Bool) -> [Entry] {
    guard !entries.isEmpty else { return [] }
    return entries.numbers.filter { number in entries[number].map(condition) ?? false }
      .compactMap { entries.remove($0) }
  }
}

/// The open windows of throttled effects, and the effects that wait for the end of a window.
@usableFromInline
struct ThrottleTable<Action: Sendable> {
  @usableFromInline typealias Latest = (effect: Effect<Action>, context: EffectContext<Action>)

  @usableFromInline
  struct Window {
    /// The effect that sleeps until the end of the window.
    @usableFromInline let timer: Int
    @usableFromInline var latest: Latest?

    @inlinable
    init(timer: Int) {
      self.timer = timer
    }
  }

  @usableFromInline var windows: [CancelKey: Window] = [:]

  @inlinable
  var isEmpty: Bool { windows.isEmpty }

  /// The actions, by number, whose effects wait for the end of a window, in the order of the timers.
  @inlinable
  var waitingActions: [Int] {
    windows.values.sorted { $0.timer < $1.timer }
      .compactMap { $0.latest?.context.metadata.actionNumber }
  }

  @inlinable
  mutating func open(_ key: CancelKey, timer: Int) { windows[key] = Window(timer: timer) }

  /// The timer of an open window.
  @inlinable
  func timer(of key: CancelKey) -> Int? { windows[key]?.timer }

  /// Keeps an effect until the end of the window, and returns the one that it replaces.
  @inlinable
  mutating func replaceLatest(with latest: Latest, for key: CancelKey) -> Latest? {
    guard let index = windows.index(forKey: key) else { return nil }
    let replaced = windows.values[index].latest
    windows.values[index].latest = latest
    return replaced
  }

  /// Closes the window of a timer that ended, and returns the effect that waited for it. O(n).
  @inlinable
  mutating func close(timer: Int, _ released: inout [Released<Action>]) -> Latest? {
    guard !windows.isEmpty,
      let index = windows.firstIndex(where: { $0.value.timer == timer })
    else { return nil }
    let (key, window) = windows.remove(at: index)
    released.append(.key(key))
    return window.latest
  }
}

/// Values under numbers that only grow, in the order of the numbers.
///
/// A sorted array with holes: a value is found in O(log n), added and removed in amortised O(1),
/// and nothing is hashed.
@usableFromInline
struct NumberedTable<Value> {
  @usableFromInline
  struct Entry {
    @usableFromInline let number: Int
    /// `nil` after its removal.
    @usableFromInline var value: Value?

    @inlinable
    init(number: Int, value: Value) {
      self.number = number
      self.value = value
    }
  }

  @usableFromInline var entries: [Entry] = []
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  var isEmpty: Bool { count == 0 }

  /// In the order of their numbers. O(n).
  @inlinable
  var values: [Value] { entries.compactMap { $0.value } }

  @inlinable
  var numbers: [Int] { entries.compactMap { $0.value == nil ? nil : $0.number } }

  /// - Precondition: a value that is set replaces one that is present.
  @inlinable
  subscript(number: Int) -> Value? {
    get { index(of: number).flatMap { entries[$0].value } }
    _modify {
      guard let index = index(of: number) else {
        var absent: Value?
        defer { precondition(absent == nil, "there is no entry \(number) to replace") }
        yield &absent
        return
      }
      yield &entries[index].value
    }
  }

  /// - Precondition: the number is greater than any before; the binary search depends on it.
  @inlinable
  mutating func append(_ value: Value, number: Int) {
    precondition(entries.last.map { $0.number < number } ?? true, "entry \(number) is out of order")
    entries.append(Entry(number: number, value: value))
    count += 1
  }

  @inlinable
  mutating func remove(_ number: Int) -> Value? {
    guard let index = index(of: number), let value = entries[index].value.take() else { return nil }
    count -= 1
    while let last = entries.last, last.value == nil { entries.removeLast() }
    if count < entries.count / 2 { entries.removeAll { $0.value == nil } }
    return value
  }

  @inlinable
  func index(of number: Int) -> Int? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].number < number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].number == number ? low : nil
  }
}
