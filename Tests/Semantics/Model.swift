/// The rules of effects, as the page "Effects" and the comments of the verbs state them. The model shares nothing
/// with the engine, and nothing in it is clever or fast.
final class Model {
  /// What an effect belongs to, and the modifiers around it. The feature is the number of its instance, 0 for
  /// its parent. A delayed dismissal, after other work, is a step of its own.
  struct Context {
    var feature = 0
    var handle = 0
    var go = 0
    var ids: Set<ID> = []
    /// The sequences that contain it. The last one waits for it.
    var sequences: [Sequence] = []
    var isDelayed = false
    var isBackground = false
    var isShielded = false

    var sequence: Sequence? { sequences.last }
  }

  /// An effect that has not begun.
  typealias Part = (tree: Tree, path: Int, context: Context)

  /// Work in flight, the pause of a debounced effect, or the open window of a throttled one.
  final class Running {
    let (context, leaf): (Context, Leaf?)
    var steps: [Tree.Step]
    var catches = false
    var duration = Times.sleep
    /// The id of a window, and the throttled effect that begins when it ends.
    var window: ID?
    var waiting: Part?
    var (hasBegun, said) = (false, 0)
    var wakes: (time: Int, order: Int)?

    init(_ context: Context, _ leaf: Leaf?, _ steps: [Tree.Step]) {
      (self.context, self.leaf, self.steps) = (context, leaf, steps)
    }

    /// A window is in the background unless an effect waits for its end.
    var isBackground: Bool {
      window == nil ? context.isBackground : waiting?.context.isBackground ?? true
    }
  }

  /// A concatenation: its later stages, and the number of parts of the present stage that have not finished.
  final class Sequence {
    let context: Context
    var stages: [Part]
    var (isFirst, pending) = (true, 1)

    init(_ context: Context, _ stages: [Part]) { (self.context, self.stages) = (context, stages) }
  }

  var notes: [Note] = []
  let (tree, place): (Tree, Place)
  /// Actions, and dismissals without one.
  var queue: [(act: Act?, context: Context)] = []
  var effects: [Running] = []
  var sequences: [Sequence] = []
  var (time, lastSleep, lastHandle, lastGo, instance, isPresent) = (0, 0, 0, 0, 1, true)
  var (cancelled, isUndismissable): ([Leaf], Bool) = ([], false)

  init(_ tree: Tree, in place: Place) { (self.tree, self.place) = (tree, place) }

  /// Effects begin when the queue is empty, in the order in which they were returned.
  func settle() {
    reduceQueue()
    while let next = effects.first(where: { !$0.hasBegun }) {
      next.hasBegun = true
      if let leaf = next.leaf { notes.append(.begins(leaf, at: time)) }
      run(next)
      reduceQueue()
    }
  }

  func reduceQueue() {
    while !queue.isEmpty {
      let (act, context) = queue.removeFirst()
      if let act { reduce(act, handle: context.handle) } else { dismiss() }
      if isUndismissable { notes.append(.issue(.undismissable)) }
      isUndismissable = false
      // An action has finished when it is reduced; its effects are not waited for.
      finish(context.sequence)
    }
  }

  /// A dismissal that is a step of its own.
  func dismiss() {
    isUndismissable = !place.isRemovable
    if isUndismissable { return }
    notes.append(.dismissed)
    remove()
  }

  /// All effects of a feature that was removed end.
  func remove() {
    isPresent = false
    cancel { $0.feature != 0 }
  }

  func interpret(_ part: Part) {
    let (context, path) = (part.context, part.path)
    let leaf = Leaf(go: context.go, path: path)
    switch part.tree {
    case .none: break
    case .send: enqueue(.said(leaf, 0), context)
    case .chain: enqueue(.chained(leaf), context)
    case .cancel(let id): cancel(id, in: context)
    case .dismiss: if context.isDelayed { enqueue(nil, context) } else { isUndismissable = true }
    case .run(let steps, let catches): start(context, leaf, steps).catches = catches
    case .pause(let id): start(context, nil).duration = Times.pause(id)
    case .joined(let join, let one, let other):
      let parts = [(one, 2 * path, context), (other, 2 * path + 1, context)].filter { !$0.0.isNone }
      // A concatenation of one effect is that effect.
      if join == .concatenate, parts.count == 2 { return begin(parts, context) }
      parts.forEach(interpret)
    case .modified(let modifier, let tree):
      var inner = (tree: tree, path: 2 * path, context: context)
      if let id = modifier.id { inner.context.ids.insert(id) }
      switch modifier {
      case .cancellable(let id, let cancelInFlight): if cancelInFlight { cancel(id, in: context) }
      case .debounced(let id):
        cancel(id, in: context)
        let pause = (tree: Tree.pause(id), path: path, context: inner.context)
        return tree.isNone ? () : begin([pause, inner], inner.context)
      case .throttled(let id, let latest):
        inner.context.isDelayed = true
        return tree.isNone ? () : throttle(id, latest: latest, inner, whole: part)
      case .background: inner.context.isBackground = true
      case .shielded: inner.context.isShielded = true
      }
      interpret(inner)
    }
  }

  func enqueue(_ act: Act?, _ context: Context) {
    context.sequence?.pending += 1
    queue.append((act, context))
  }

  @discardableResult
  func start(_ context: Context, _ leaf: Leaf?, _ steps: [Tree.Step] = [.sleep]) -> Running {
    context.sequence?.pending += 1
    effects.append(Running(context, leaf, steps))
    return effects[effects.count - 1]
  }

  /// The first effect begins at once and opens a window. One within the window is dropped or, with `latest`,
  /// waits for its end in place of the one that waited before. No handle cancels a window.
  func throttle(_ id: ID, latest: Bool, _ inner: Part, whole: Part) {
    let feature = inner.context.feature
    if let window = effects.first(where: { $0.window == id && $0.context.feature == feature }) {
      guard latest else { return }
      whole.context.sequence?.pending += 1
      let replaced = window.waiting
      window.waiting = whole
      finish(replaced?.context.sequence)
    } else {
      interpret(inner)
      let timer = start(Context(feature: feature, ids: [id]), nil)
      (timer.duration, timer.window) = (Times.window(id), id)
    }
  }

  /// Runs an effect until it sleeps or ends. `send` resumes when its action and the follow-ups are reduced.
  func run(_ effect: Running) {
    while effects.contains(where: { $0 === effect }) {
      guard let step = effect.steps.first else {
        effects.removeAll { $0 === effect }
        if let waiting = effect.waiting { interpret(waiting) }
        finish(effect.waiting?.context.sequence)
        return finish(effect.context.sequence)
      }
      effect.steps.removeFirst()
      if step == .sleep || step == .nap {
        lastSleep += 1
        effect.wakes = (time + effect.duration, lastSleep)
        return
      }
      if step == .fail, !effect.catches {
        notes.append(.issue(.thrown))
      } else if let leaf = effect.leaf {
        var context = effect.context
        context.sequences = []
        queue.append((.said(leaf, effect.said), context))
        effect.said += 1
        reduceQueue()
      }
    }
  }

  func begin(_ stages: [Part], _ context: Context) {
    context.sequence?.pending += 1
    sequences.append(Sequence(context, stages))
    finish(sequences.last)
  }

  /// A part of the present stage has finished; after the last part the next stage begins.
  func finish(_ sequence: Sequence?) {
    sequence?.pending -= 1
    guard let sequence, sequence.pending == 0, sequences.contains(where: { $0 === sequence }) else {
      return
    }
    if sequence.stages.isEmpty {
      sequences.removeAll { $0 === sequence }
      return finish(sequence.context.sequence)
    }
    var stage = sequence.stages.removeFirst()
    stage.context.sequences = sequence.context.sequences + [sequence]
    if !sequence.isFirst { stage.context.isDelayed = true }
    (sequence.isFirst, sequence.pending) = (false, 1)
    interpret(stage)
    finish(sequence)
  }

  /// Cancels what has an id: also waiting effects and later stages, but not the later stages of a sequence
  /// that contains the cancellation, unless the sequence has the id.
  func cancel(_ id: ID, in context: Context) {
    let isHere = { (other: Context) in other.feature == context.feature }
    for sequence in sequences where isHere(sequence.context) {
      if context.sequences.contains(where: { $0 === sequence }) { continue }
      sequence.stages = sequence.stages.map { ($0.tree.without(id), $0.path, $0.context) }
    }
    for effect in effects where isHere(effect.context) {
      if let waiting = effect.waiting { effect.waiting?.tree = waiting.tree.without(id) }
    }
    cancel { isHere($0) && $0.ids.contains(id) }
  }

  /// Everything that matches ends. A part of a sequence that is cancelled has finished.
  func cancel(where matches: (Context) -> Bool) {
    var contexts = effects.map(\.context).filter(matches)
    var emptied: [Context] = []
    cancelled += effects.filter { $0.hasBegun && matches($0.context) }.compactMap(\.leaf)
    for effect in effects {
      guard let (tree, _, context) = effect.waiting else { continue }
      guard matches(effect.context) || matches(context) || tree.isNone else { continue }
      if tree.isNone { emptied.append(context) } else { contexts.append(context) }
      effect.waiting = nil
    }
    contexts += queue.map(\.context).filter(matches) + sequences.map(\.context).filter(matches)
    effects.removeAll { matches($0.context) }
    queue.removeAll { matches($0.context) }
    sequences.removeAll { matches($0.context) }
    for context in contexts + emptied { finish(context.sequence) }
  }
}

/// The script of a case, and the counterpart of the reducers of `Feature` and `Features`.
extension Model {
  /// The notes of a case.
  static func notes(of tested: Case) -> [Note] {
    let model = Model(tested.tree, in: tested.place)
    model.play(tested.events)
    return model.notes
  }

  private func play(_ events: [Event?]) {
    var handles: [Int] = []
    for event in events {
      if let act = event?.act {
        lastHandle += 1
        if act == .go { handles.append(lastHandle) }
        queue.append((act, Context(handle: lastHandle)))
      } else if event?.isCancellation == true {
        let handle = event == .cancelFirst ? handles.removeFirst() : handles.removeLast()
        cancel { $0.handle == handle && !$0.isShielded }
      }
      settle()
      if event == nil || event == .time { advance(by: event == nil ? Times.end : Times.step) }
      let foreground = effects.count { !$0.isBackground }
      notes.append(
        .settled(
          at: time, isPresent: isPresent, cancelled: cancelled.sorted(), foreground: foreground))
      cancelled = []
    }
  }

  /// Wakes one sleeper at a time: of two with one deadline, the one that has slept longer.
  private func advance(by duration: Int) {
    let end = time + duration
    let never = (end + 1, 0)
    while let next = effects.min(by: { $0.wakes ?? never < $1.wakes ?? never }),
      let wakes = next.wakes, wakes.time <= end
    {
      (time, next.wakes) = (wakes.time, nil)
      run(next)
      settle()
    }
    time = end
  }

  func reduce(_ act: Act, handle: Int) {
    if act == .toggle, place.isRemovable {
      // The parent removes the feature, or presents another instance.
      if !isPresent { (instance, lastGo) = (instance + 1, instance * 10) }
      isPresent.toggle()
    } else if act != .toggle, !isPresent {
      return notes.append(.issue(.undelivered))
    }
    if act == .go { lastGo += 1 }
    if act == .go, place.isRemovable, tree.dismisses { isPresent = false }
    notes.append(.reduced(act, at: time, isPresent: isPresent))
    // The effects of the same reduction end with the feature.
    if !isPresent { return remove() }
    let context = Context(feature: instance, handle: handle, go: lastGo)
    switch act {
    case .go: interpret((tree, 1, context))
    case .stop: cancel(.x, in: context)
    // The parent cancels an id of its own.
    case .toggle: if place == .root { cancel(.x, in: context) }
    case .chained(let leaf):
      start(context, Leaf(go: leaf.go, path: -leaf.path), [.sleep, .send])
    case .said: break
    }
  }
}
