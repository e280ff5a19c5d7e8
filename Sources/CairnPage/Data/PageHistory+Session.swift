import CairnApp
import CairnDump

/// What the history of a living session has besides its moments.
struct LiveHistory {
  /// The number of the first moments that pages have as they are.
  var sentCount = 0
  /// The moment of each input, done or undone, from input number `first` on.
  var inputs: [Int] = []
  var first = 0
  /// The number of inputs that are done, and the moments of the others.
  var position = 0
  var undone: [PageMoment] = []
  /// The time up to which lines let time pass, and the moment of the line that does so from then on.
  var time = Duration.zero
  var timeMoment: Int?

  /// The moments from number `index` on are others than pages have.
  mutating func change(from index: Int) { sentCount = min(sentCount, index) }
}

extension PageHistory {
  /// The history of a living session, whose inputs can be undone.
  package static func live() -> PageHistory {
    let history = PageHistory(PageTables())
    history.live = LiveHistory()
    return history
  }

  /// An input is taken.
  ///
  /// - Parameters:
  ///   - line: the line of a trail, with placeholders for secrets.
  ///   - position: the number of inputs before.
  ///   - haveEnded: whether no effect is in flight.
  package func take(_ line: String, after position: Int, haveEnded: Bool, at time: Duration) {
    if hasEffects { beginTime(at: time) }
    endTime(haveEnded: haveEnded, at: time)
    guard var live else { return }
    live.inputs.removeSubrange(min(max(position - live.first, 0), live.inputs.count)...)
    live.inputs.append(moments.count)
    (live.position, live.undone, live.time) = (position + 1, [], time)
    (self.live, self.line) = (live, PageLine(line))
  }

  /// Inputs are undone or redone, so that `position` are done: before the state is restored.
  package func move(to position: Int, at time: Duration) {
    guard var live else { return }
    let (new, old) = (position - live.first, live.position - live.first)
    guard new >= 0, old >= 0 else {
      self.live = LiveHistory(
        sentCount: live.sentCount, first: position, position: position, time: time)
      return
    }
    // What has happened since other inputs were undone.
    if old < live.inputs.count { keep(live.inputs[old]) }
    if new > old {
      let end = new < live.inputs.count ? live.inputs[new] : moments.count + live.undone.count
      let count = min(max(end - moments.count, 0), live.undone.count)
      moments += live.undone.prefix(count)
      live.undone.removeFirst(count)
    } else if new < live.inputs.count {
      live.undone = moments[min(live.inputs[new], moments.count)...] + live.undone
      keep(live.inputs[new])
    }
    live.sentCount = self.live?.sentCount ?? 0
    (live.position, live.time, live.timeMoment) = (position, time, nil)
    self.live = live
  }

  /// The first inputs are forgotten, and the others have smaller numbers.
  package func forgetInputs(_ count: Int) {
    live?.first -= count
    live?.position -= count
  }

  /// The moments that pages do not have, and the number of those before.
  package func takeNew(haveEnded: Bool, at time: Duration) -> (keep: Int, moments: [PageMoment]) {
    endTime(haveEnded: haveEnded, at: time)
    defer { live?.sentCount = moments.count }
    let count = live?.sentCount ?? 0
    return (count, Array(moments[count...]))
  }

  /// Whether it is time to begin anew, because of the memory that it takes.
  package var isTooLarge: Bool { moments.count > 20_000 || tables.size > 32 << 20 }

  /// Time has passed since the last line: the next moment comes after a line that lets it pass.
  func beginTime(at time: Duration) {
    guard let live, live.timeMoment == nil, live.time < time else { return }
    self.live?.timeMoment = moments.count
    append(.time, text: "", at: live.time)
  }

  private func endTime(haveEnded: Bool, at time: Duration) {
    guard let live, let index = live.timeMoment else { return }
    let text = haveEnded ? "@ idle" : "@ \((time - live.time).notation)"
    change(index) { moment in (moment.text, moment.line) = (text, PageLine(text)) }
    self.live?.timeMoment = nil
    self.live?.time = time
  }
}
