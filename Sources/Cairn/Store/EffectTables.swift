/// The effects in flight, in the order in which they were started.
@usableFromInline
struct EffectTable<Action: Sendable> {
  @usableFromInline var byNumber = NumberedTable<RunningEffect<Action>>()
  @usableFromInline var lastNumber = 0
  @usableFromInline var foregroundCount = 0

  @inlinable var isEmpty: Bool { byNumber.isEmpty }

  @inlinable var all: [RunningEffect<Action>] { byNumber.values }

  @inlinable subscript(number: Int) -> RunningEffect<Action>? { byNumber[number] }

  @inlinable func contains(_ number: Int) -> Bool { byNumber.contains(number) }

  @inlinable
  mutating func insert(
    _ operation: consuming EffectOperation<Action>, _ context: EffectContext<Action>
  ) -> RunningEffect<Action> {
    lastNumber += 1
    let effect = RunningEffect(number: lastNumber, operation: operation, context: context)
    byNumber.insert(effect, number: lastNumber)
    if !effect.isBackground { foregroundCount += 1 }
    return effect
  }

  @inlinable mutating func remove(_ number: Int) -> RunningEffect<Action>? {
    guard let effect = byNumber.remove(number) else { return nil }
    if !effect.isBackground { foregroundCount -= 1 }
    return effect
  }

  /// Removes the effects that meet a condition and returns them in order. O(n).
  @inlinable
  mutating func removeAll(where condition: (EffectMetadata) -> Bool) -> [RunningEffect<Action>] {
    var numbers: [Int] = []
    for entry in byNumber.entries {
      if let effect = entry.value, condition(effect.metadata) { numbers.append(effect.number) }
    }
    return numbers.compactMap { remove($0) }
  }

  /// Replaces each effect by one that has not begun.
  @inlinable mutating func reset() {
    for effect in all {
      byNumber[effect.number] = RunningEffect(
        number: effect.number, operation: effect.operation, context: effect.context)
    }
  }

  /// Sets whether an effect counts for `isIdle`.
  @inlinable mutating func setBackground(_ number: Int, _ isBackground: Bool) {
    guard let effect = byNumber[number], effect.isBackground != isBackground else { return }
    var operation = effect.operation
    operation.isBackground = isBackground
    byNumber[number] = RunningEffect(number: number, operation: operation, context: effect.context)
    foregroundCount += isBackground ? -1 : 1
  }
}

/// The concatenations in progress: the stages to come, and the pending items of the present stage.
@usableFromInline
struct SequenceTable<Action: Sendable> {
  @usableFromInline
  struct Entry: Sendable {
    @usableFromInline let context: EffectContext<Action>
    @usableFromInline var stages: [Effect<Action>]
    @usableFromInline var nextStage = 0
    /// The ids whose parts were removed from later stages.
    @usableFromInline var removed: [CancelKey] = []
    @usableFromInline var pending = 0

    @inlinable init(context: EffectContext<Action>, stages: [Effect<Action>]) {
      self.context = context
      self.stages = stages
    }
  }

  @usableFromInline var entries = NumberedTable<Entry>()
  @usableFromInline var lastNumber = 0

  @inlinable
  mutating func insert(_ stages: [Effect<Action>], _ context: EffectContext<Action>) -> Int {
    lastNumber += 1
    entries.insert(Entry(context: context, stages: stages), number: lastNumber)
    return lastNumber
  }

  /// Counts one more pending item.
  @inlinable mutating func enter(_ number: Int?) {
    if let number { entries[number]?.pending += 1 }
  }

  /// Counts one pending item less; `true` if it was the last one of its stage.
  @inlinable mutating func leave(_ number: Int) -> Bool {
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
    if entry.nextStage > 0 { context.metadata.isDelayed = true }
    return (entry.stages[entry.nextStage], context)
  }

  /// Removes the parts of later stages that have an id, except for one sequence and those that contain
  /// it. Returns the sequences before the change. O(n).
  @inlinable
  mutating func removeStages(of key: CancelKey, except sequence: Int?) -> [Entry] {
    var kept: [Int] = []
    var outer = sequence
    while let number = outer {
      kept.append(number)
      outer = entries[number]?.context.metadata.sequence
    }
    var changed: [Entry] = []
    for number in entries.numbers where !kept.contains(number) {
      guard let before = entries[number] else { continue }
      var entry = before
      var isShorter = false
      for index in entry.nextStage..<entry.stages.count {
        let rest = entry.stages[index].removing(key, in: entry.context.metadata.scope)
        guard let rest else { continue }
        entry.stages[index] = rest
        isShorter = true
      }
      if isShorter { entry.removed.append(key) }
      // Kept, so that the caller destroys what was removed.
      changed.append(before)
      entries[number] = entry
    }
    return changed
  }

  /// Removes the sequences that meet a condition and returns them in order. O(n).
  @inlinable mutating func removeAll(where condition: (EffectMetadata) -> Bool) -> [Entry] {
    entries.isEmpty
      ? []
      : entries.numbers.filter { entries[$0].map { condition($0.context.metadata) } ?? false }
        .compactMap { entries.remove($0) }
  }
}

/// The open windows of throttled effects, in the order of their timers.
@usableFromInline
struct ThrottleTable<Action: Sendable> {
  @usableFromInline typealias Latest = (effect: Effect<Action>, context: EffectContext<Action>)

  @usableFromInline
  struct Window {
    @usableFromInline let key: CancelKey
    /// The effect that sleeps until the end of the window.
    @usableFromInline let timer: Int
    /// The effect that begins at the end of the window.
    @usableFromInline var latest: Latest?
    /// The ids whose parts were removed from the latest effect.
    @usableFromInline var removed: [CancelKey] = []

    @inlinable init(key: CancelKey, timer: Int) {
      self.key = key
      self.timer = timer
    }
  }

  @usableFromInline var windows: [Window] = []

  @inlinable func index(of key: CancelKey) -> Int? { windows.firstIndex { $0.key == key } }

  /// Closes the window of a timer. O(n).
  @inlinable mutating func close(timer: Int) -> Window? {
    windows.firstIndex { $0.timer == timer }.map { windows.remove(at: $0) }
  }
}
