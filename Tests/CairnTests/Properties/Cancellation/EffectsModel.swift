/// What the engine promises of effects in a simulation, with a dictionary of the effects in flight.
///
/// It knows nothing of the engine: an action is a list of deeds, a screen a number.
struct EffectsModel {
  enum Place: Hashable {
    case root
    case screen(Int)
    case sheet(Int)
  }
  struct Screen: Equatable {
    let number: Int
    var hasSheet = false
  }
  /// What became of an action.
  struct Line: Equatable {
    let deeds: [Deed]
    let effect: Int?
    let isReduced: Bool
    var isDismissal = false
    var started: [Int] = []
    var cancelled: [Int] = []
    var dropped: [[Deed]] = []
  }
  private struct Effect {
    let place: Place
    let ids: [Int]
    /// The action that returned it.
    let deeds: [Deed]
    var work: ArraySlice<Instruction>
    var hasBegun = false
  }
  /// A follow-up after which the place is dismissed.
  private struct Sequence {
    let place: Place
    let ids: [Int]
    let deeds: [Deed]
  }
  private struct Message {
    let place: Place
    let deeds: [Deed]
    var ids: [Int] = []
    var effect: Int?
    /// It dismisses its place; the deeds are those of the action that returned the effect.
    var isDismissal = false
    /// The sequence that waits for it.
    var sequence: Int?
    /// From an effect or a follow-up; the owner's own actions belong to nobody.
    var isOwned = true
  }
  private(set) var screens: [Screen] = []
  /// How many screens were ever pushed.
  private(set) var made = 0
  private(set) var trace: [Line] = []
  /// How many effects began, those included that have ended since.
  private(set) var begun = 0

  private var effects: [Int: Effect] = [:]
  private var lastEffect = 0
  private var sequences: [Int: Sequence] = [:]
  private var lastSequence = 0
  private var queue: [Message] = []
  private var line = Line(deeds: [], effect: nil, isReduced: false)
  private var now = 0
  private var ready: [Int] = []
  private var sleepers: [(deadline: Int, effect: Int)] = []

  var inFlight: [Int] { effects.keys.sorted() }

  mutating func forgetTrace() { trace = [] }
}

// What the owner does.
extension EffectsModel {
  mutating func send(_ deeds: [Deed], to place: Place) {
    queue.append(Message(place: place, deeds: deeds, isOwned: false))
    reduceAll()
  }

  /// Every ready effect continues until it sleeps or ends. Its actions are reduced at once.
  mutating func runJobs() {
    while !ready.isEmpty {
      let number = ready.removeFirst()
      if effects[number]?.hasBegun == false { begun += 1 }
      effects[number]?.hasBegun = true
      run(number)
    }
  }

  private mutating func run(_ number: Int) {
    while let effect = effects[number] {
      switch effects[number]?.work.popFirst() {
      case .sleep(let seconds):
        let later = sleepers.firstIndex { $0.deadline > now + seconds }
        return sleepers.insert((now + seconds, number), at: later ?? sleepers.count)
      case .send(let deeds):
        queue.append(Message(place: effect.place, deeds: deeds, ids: effect.ids, effect: number))
        reduceAll()
      case .cancel(let id):
        line = Line(deeds: [], effect: nil, isReduced: false)
        cancel(id, in: effect.place)
      case .dismiss:
        queue.append(
          Message(
            place: effect.place, deeds: effect.deeds, ids: effect.ids, effect: number,
            isDismissal: true))
        reduceAll()
      case nil:
        effects[number] = nil
      }
    }
  }

  mutating func advance(by seconds: Int) {
    let target = now + seconds
    runJobs()
    while let next = sleepers.first, next.deadline <= target {
      wakeFirst()
      runJobs()
    }
    now = target
  }

  mutating func advanceToNext() {
    runJobs()
    guard !sleepers.isEmpty else { return }
    wakeFirst()
    runJobs()
  }

  private mutating func wakeFirst() {
    let (deadline, effect) = sleepers.removeFirst()
    now = deadline
    ready.append(effect)
  }
}

// One reduction.
extension EffectsModel {
  private mutating func reduceAll() {
    while !queue.isEmpty {
      let message = queue.removeFirst()
      let isReduced = isThere(message.place) && !message.isDismissal
      line = Line(
        deeds: message.deeds, effect: message.effect, isReduced: isReduced,
        isDismissal: message.isDismissal)
      if isReduced { reduce(message.deeds, in: message.place) }
      if message.isDismissal { dismissLater(message.place) }
      if let number = message.sequence, let sequence = sequences.removeValue(forKey: number) {
        queue.append(
          Message(
            place: sequence.place, deeds: sequence.deeds, ids: sequence.ids, isDismissal: true))
      }
      line.cancelled.sort()
      trace.append(line)
    }
  }

  private mutating func reduce(_ deeds: [Deed], in place: Place) {
    let isDismissed = deeds.contains(.dismiss)
    if isDismissed { dismiss(place) }
    for case .change(let change) in deeds { make(change) }
    for deed in deeds { start(deed, of: deeds, in: place) }
    if isDismissed { end { $0.isWithin(place) } }
    let present = self
    end { !present.isThere($0) }
  }

  private mutating func dismissLater(_ place: Place) {
    dismiss(place)
    let present = self
    end { !present.isThere($0) }
  }

  private mutating func start(_ deed: Deed, of deeds: [Deed], in place: Place) {
    switch deed {
    case .start(let work, let ids, let replacing):
      // The outermost name comes first.
      if replacing { for id in ids.reversed() { cancel(id, in: place) } }
      lastEffect += 1
      effects[lastEffect] = Effect(place: place, ids: ids, deeds: deeds, work: work[...])
      ready.append(lastEffect)
      line.started.append(lastEffect)
    case .followUp(let followUp, let ids, let thenDismiss):
      var message = Message(place: place, deeds: followUp, ids: ids)
      if thenDismiss {
        lastSequence += 1
        message.sequence = lastSequence
        sequences[lastSequence] = Sequence(place: place, ids: ids, deeds: deeds)
      }
      queue.append(message)
    case .cancel(let id): cancel(id, in: place)
    case .dismiss, .change: break
    }
  }

  private mutating func cancel(_ id: Int, in place: Place) {
    for (number, effect) in effects where effect.place == place && effect.ids.contains(id) {
      forget(number)
    }
    sequences = sequences.filter { $1.place != place || !$1.ids.contains(id) }
    drop { $0.place == place && $0.ids.contains(id) }
  }

  private mutating func end(where ended: (Place) -> Bool) {
    for (number, effect) in effects where ended(effect.place) { forget(number) }
    sequences = sequences.filter { !ended($1.place) }
    drop { ended($0.place) }
  }

  private mutating func drop(where condition: (Message) -> Bool) {
    line.dropped += queue.filter { $0.isOwned && !$0.isDismissal && condition($0) }.map(\.deeds)
    queue.removeAll { $0.isOwned && condition($0) }
  }

  /// An effect that is cancelled by the action that starts it never begins.
  private mutating func forget(_ number: Int) {
    effects[number] = nil
    if let index = line.started.firstIndex(of: number) {
      line.started.remove(at: index)
    } else {
      line.cancelled.append(number)
    }
    ready.removeAll { $0 == number }
    sleepers.removeAll { $0.effect == number }
  }
}

// What is on the screen.
extension EffectsModel {
  private func isThere(_ place: Place) -> Bool {
    switch place {
    case .root: true
    case .screen(let number): index(number) != nil
    case .sheet(let number): screens.contains { $0.number == number && $0.hasSheet }
    }
  }

  private mutating func dismiss(_ place: Place) {
    switch place {
    case .root: break
    case .screen(let number):
      if let index = index(number) { screens.removeSubrange(index...) }
    case .sheet(let number):
      if let index = index(number) { screens[index].hasSheet = false }
    }
  }

  private func index(_ number: Int) -> Int? { screens.firstIndex { $0.number == number } }

  private mutating func make(_ change: Change) {
    let count = screens.count
    switch change {
    case .push: push()
    case .replaceAll(let count):
      screens = []
      for _ in 0..<count { push() }
    case _ where count == 0: break
    case .popFrom(let screen): screens.removeSubrange((screen % count)...)
    case .remove(let screen): screens.remove(at: screen % count)
    case .setSheet(let screen, let isThere): screens[screen % count].hasSheet = isThere
    }
  }

  private mutating func push() {
    screens.append(Screen(number: made))
    made += 1
  }
}

extension EffectsModel.Place {
  /// Whether what ends with `other` ends here too: nothing does with the root, which stays.
  fileprivate func isWithin(_ other: Self) -> Bool {
    switch (other, self) {
    case (.root, _): false
    case (.screen(let ended), .screen(let number)), (.screen(let ended), .sheet(let number)),
      (.sheet(let ended), .sheet(let number)):
      ended == number
    case (.screen, .root), (.sheet, .root), (.sheet, .screen): false
    }
  }
}
