// How an action is reduced: at once while nothing else is under way and nobody looks on, else by
// way of the queue.
extension Store {
  /// - Returns: the number of what the action began.
  @inlinable @inline(__always)
  func reduce(_ action: Action, _ origin: Step<Action>.Origin) -> Int {
    guard core.pointee.activity == .quiet else { return reduceAttended(action, origin) }
    core.pointee.activity = .stepping
    let effect = withUnsafePointer(to: action) { core.pointee.machine.reduce($0) }
    guard effect.isNone, core.pointee.activity == .stepping else {
      return conclude(action, origin, effect)
    }
    core.pointee.activity = .quiet
    return Self.noRoot
  }

  /// What an action without effects began.
  @usableFromInline static var noRoot: Int { 0 }

  @inlinable @inline(never)
  func reduceAttended(_ action: Action, _ origin: Step<Action>.Origin) -> Int {
    core.pointee.lastRoot += 1
    let root = core.pointee.lastRoot
    if core.pointee.activity.isStepping {
      core.pointee.activity = .interrupted
      core.pointee.aside.append((action, root, origin))
    } else {
      enqueueAside()
      core.pointee.machine.enqueue(action, root: root, origin: origin)
      stepAll()
    }
    return root
  }

  /// Does what comes of an action that was reduced while nothing else was under way.
  @inlinable @inline(never)
  func conclude(
    _ action: Action, _ origin: Step<Action>.Origin, _ effect: Effect<Action>
  ) -> Int {
    guard core.pointee.activity == .stepping, let followUp = effect.followUp else {
      return begin(effect, of: action, origin)
    }
    return reduce(followUp)
  }

  /// Reduces a follow-up that nothing waits before, and those that follow it: it needs no queue.
  @inlinable @inline(__always)
  func reduce(_ followUp: Action) -> Int {
    var action = followUp
    while true {
      let effect = withUnsafePointer(to: action) { core.pointee.machine.reduce($0) }
      guard core.pointee.activity == .stepping else { return begin(effect, of: action, .followUp) }
      if effect.isNone { break }
      guard let next = effect.followUp else { return begin(effect, of: action, .followUp) }
      action = next
    }
    core.pointee.activity = .quiet
    return Self.noRoot
  }

  @inlinable @inline(never)
  func begin(
    _ effect: Effect<Action>, of action: Action, _ origin: Step<Action>.Origin
  ) -> Int {
    core.pointee.lastRoot += 1
    let root = core.pointee.lastRoot
    if core.pointee.activity == .stepping, let operation = effect.operation {
      core.pointee.activity = .attended
      start(core.pointee.machine.begin(operation, of: action, root: root))
      return root
    }
    let next = QueuedAction(action: action, sender: .owner(origin, root: root))
    core.pointee.isDraining = true
    settle(core.pointee.machine.conclude(next, effect))
    core.pointee.isDraining = false
    stepAll()
    return root
  }

  @inlinable
  func stepAll() {
    guard !core.pointee.isDraining else { return }
    core.pointee.isDraining = true
    while let next = core.pointee.machine.queue.popFirst() { reduce(next) }
    core.pointee.isDraining = false
    if isQuiet { core.pointee.activity = .quiet }
  }

  @inlinable
  func reduce(_ next: QueuedAction<Action>) {
    core.pointee.activity = .stepping
    let effect = withUnsafePointer(to: next.action) { core.pointee.machine.reduce($0) }
    guard effect.isNone, core.pointee.activity == .stepping, isUnobserved,
      core.pointee.machine.endsNothing(next)
    else { return settle(core.pointee.machine.conclude(next, effect)) }
    core.pointee.activity = .attended
    next.waiter?.resume()
  }
}
