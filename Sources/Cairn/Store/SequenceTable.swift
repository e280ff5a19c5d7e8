/// The concatenations under way: which stages are to come, and how much of the present one is left.
@usableFromInline
struct SequenceTable<Action: Sendable> {
  @usableFromInline
  struct Entry {
    @usableFromInline let context: EffectContext<Action>
    @usableFromInline var stages: ArraySlice<Effect<Action>>
    @usableFromInline var pending = 0

    @inlinable
    init(context: EffectContext<Action>, stages: ArraySlice<Effect<Action>>) {
      self.context = context
      self.stages = stages
    }
  }

  @usableFromInline var entries: [Int: Entry] = [:]
  @usableFromInline var lastNumber = 0

  @inlinable
  init() {}

  @inlinable
  var scopes: some Collection<EffectScope> { entries.values.lazy.map { $0.context.terms.scope } }

  @inlinable
  mutating func open(_ stages: [Effect<Action>], _ context: EffectContext<Action>) -> Int {
    lastNumber += 1
    entries[lastNumber] = Entry(context: context, stages: stages[...])
    return lastNumber
  }

  /// Notes that something has begun that the sequence has to wait for.
  @inlinable
  mutating func enter(_ number: Int?) {
    if let number { entries[number]?.pending += 1 }
  }

  /// Notes that something has ended; `true` if that was the last of its stage.
  @inlinable
  mutating func leave(_ number: Int) -> Bool {
    entries[number]?.pending -= 1
    return entries[number]?.pending == 0
  }

  /// The next stage and the context to run it in, held open by one; `nil` if there is none.
  @inlinable
  mutating func nextStage(
    of number: Int
  ) -> (effect: Effect<Action>, context: EffectContext<Action>)? {
    guard let entry = entries[number], let effect = entry.stages.first else { return nil }
    entries[number]?.stages.removeFirst()
    entries[number]?.pending += 1
    var context = entry.context.part(entry.stages.startIndex)
    context.terms.sequence = number
    return (effect, context)
  }

  /// Forgets a sequence; `nil` if it is not there, else the one around it, if there is one.
  @inlinable
  mutating func close(_ number: Int) -> Int?? {
    entries.removeValue(forKey: number).map { $0.context.terms.sequence }
  }

  /// Forgets the sequences that meet a condition, and returns those around them.
  @inlinable
  mutating func closeAll(where condition: (EffectTerms) -> Bool) -> [Int] {
    guard !entries.isEmpty else { return [] }
    let closed = entries.filter { condition($0.value.context.terms) }
    for number in closed.keys { entries[number] = nil }
    return closed.sorted { $0.key < $1.key }.compactMap { $0.value.context.terms.sequence }
  }
}
