import Cairn

/// A part of a task that is ready to run.
struct ReadyJob: Sendable {
  let job: UnownedJob
  /// `nil` for work that belongs to no effect of a store.
  let lane: EffectLane?
  let isFirst: Bool

  var option: ChoicePoint.Option { lane.map { .effect($0.effect.number) } ?? .work }
}

extension Queue<ReadyJob> {
  /// The jobs that may run next, and how many are before each: all but those that begin an effect
  /// while one that was started before it, by the same action, has not begun.
  var eligible: [(place: Int, job: ReadyJob)] {
    var beginning: [EffectIdentity] = []
    return contents.enumerated().compactMap { place, job in
      guard job.isFirst, let effect = job.lane?.effect else { return (place, job) }
      guard !beginning.contains(where: effect.isMerged) else { return nil }
      beginning.append(effect)
      return (place, job)
    }
  }
}
