import Cairn

/// A part of a task that is ready to run.
struct ReadyJob: Sendable {
  let job: UnownedJob
  /// `nil` for work that belongs to no effect of a store.
  let lane: EffectLane?
  let isFirst: Bool

  var option: Choice.Option { lane.map { .effect($0.effect.number) } ?? .work }
}

/// The jobs that are ready, in the order in which they became so.
struct ReadyJobs {
  private var jobs: [ReadyJob?] = []
  /// Those before it have been taken out.
  private var head = 0

  var isEmpty: Bool { head == jobs.count }

  /// The jobs that may run next: all but those that begin an effect while one that was started
  /// before it, by the same action, has not begun.
  var eligible: [(place: Int, job: ReadyJob)] {
    var beginning: [EffectIdentity] = []
    return jobs.indices[head...].compactMap { place in
      guard let job = jobs[place] else { return nil }
      guard job.isFirst, let effect = job.lane?.effect else { return (place, job) }
      guard !beginning.contains(where: effect.isMerged) else { return nil }
      beginning.append(effect)
      return (place, job)
    }
  }

  func contains(where condition: (ReadyJob) -> Bool) -> Bool {
    jobs[head...].contains { $0.map(condition) ?? false }
  }

  mutating func append(_ job: ReadyJob) { jobs.append(job) }

  /// The first in, in amortised O(1).
  mutating func popFirst() -> ReadyJob? {
    guard head < jobs.count else { return nil }
    defer {
      head += 1
      if head == jobs.count || head > 64 && head > jobs.count / 2 {
        jobs.removeSubrange(..<head)
        head = 0
      }
    }
    return jobs[head].take()
  }

  /// Takes out an eligible job. O(n).
  mutating func remove(at place: Int) -> ReadyJob? { jobs.remove(at: place) }

  mutating func removeAll() -> [ReadyJob] {
    defer { self = ReadyJobs() }
    return jobs[head...].compactMap(\.self)
  }
}
