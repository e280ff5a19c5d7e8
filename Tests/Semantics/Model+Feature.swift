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
