import Cairn
import CairnExplorer
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

/// Inputs between two timer firings.
@Suite struct TimeTests {
  @Test func `a request that starts during another can end after it`() throws {
    let exploration = try Overlap.exploration([1_000, 700], for: ["+a +b -a"])
    let trail = try #require(exploration.verdicts.first?.trail)
    #expect(
      trail == """
        % app overlap
        % options --times=1000-1000,700-700
        # reachable: +a +b -a
        > a
        @ 650ms
        > b
        @ 350ms
        @ idle

        """)
    #expect(try exploration.playedTrail(of: "reachable: +a +b -a") == nil)
  }

  @Test func `a longer request that starts later ends later`() throws {
    #expect(
      try Overlap.found([700, 1_000], among: ["+a +b -b -a", "+a +b -a -b"]) == ["+a +b -a -b"])
  }

  @Test func `three requests overlap as their times allow`() throws {
    // b ends within a, so that the time left for c, after b and before a, is too short.
    let found = try Overlap.found(
      [10, 4, 7], among: ["+a +b -b +c -c -a", "+a +b +c -b -c -a", "+a +b -b +c -a -c"])
    #expect(found == ["+a +b +c -b -c -a", "+a +b -b +c -a -c"])
  }

  /// Every order of the starts and ends of three requests.
  private static let logs: [[String]] = {
    var logs: [[String]] = [[]]
    for _ in 0..<6 {
      logs = logs.flatMap { log in
        ["a", "b", "c"].compactMap { name in
          guard log.contains("+\(name)") else { return log + ["+\(name)"] }
          return log.contains("-\(name)") ? nil : log + ["-\(name)"]
        }
      }
    }
    return logs
  }()

  /// The possible orders if each request starts at one of many instants.
  private func possible(_ ranges: [ClosedRange<Int>]) -> Set<String> {
    // Quarters of the unit of all times are enough for three starts to differ. A delay is not zero.
    let delays = ranges.map { range in
      (range.lowerBound * 4...range.upperBound * 4).filter { $0 > 0 }
    }
    var possible: Set<String> = []
    for a in delays[0] {
      for b in delays[1] {
        for c in delays[2] { possible.formUnion(self.possible([a, b, c])) }
      }
    }
    return possible
  }

  /// The possible orders of requests with these durations.
  private func possible(_ times: [Int]) -> Set<String> {
    let horizon = times.reduce(1, +)
    let logs = Self.logs.map { log in
      (text: log.joined(separator: " "), events: log.map(Event.init))
    }
    var possible: Set<String> = []
    for b in -horizon...horizon {
      for c in -horizon...horizon {
        let begins = [0, b, c]
        for log in logs where !possible.contains(log.text) {
          let isInOrder = zip(log.events, log.events.dropFirst()).allSatisfy { one, other in
            let (first, next) = (one.moment(begins, times), other.moment(begins, times))
            // A request that ends at the instant of another's start has ended before it.
            return first < next || first == next && (one.isEnd || !other.isEnd)
          }
          if isInOrder { possible.insert(log.text) }
        }
      }
    }
    return possible
  }

  private struct Event {
    let index: Int
    let isEnd: Bool

    init(_ text: String) {
      isEnd = text.hasPrefix("-")
      index = ["a", "b", "c"].firstIndex(of: String(text.suffix(1))) ?? 0
    }

    func moment(_ begins: [Int], _ times: [Int]) -> Int {
      begins[index] + (isEnd ? times[index] : 0)
    }
  }

  @Test(.gate, arguments: [[3, 2, 1], [2, 2, 3]])
  func `the search finds exactly the possible orders`(_ times: [Int]) throws {
    let logs = Self.logs.map { $0.joined(separator: " ") }
    #expect(try Overlap.found(times, among: logs) == possible(times.map { $0...$0 }))
  }

  @Test(.gate, arguments: [[0...1, 2...2, 1...1], [1...2, 3...3, 1...1], [0...1, 1...1, 0...1]])
  func `the search finds exactly the possible orders of delays in ranges`(
    _ ranges: [ClosedRange<Int>]
  ) throws {
    let logs = Self.logs.map { $0.joined(separator: " ") }
    let (found, possible) = (try Overlap.found(ranges, among: logs), possible(ranges))
    #expect(found.subtracting(possible) == [])
    #expect(possible.subtracting(found) == [])
  }

  /// After the nap, the slow request ends before the fast one; without the nap either can end
  /// first. Waiting for its end is the shorter path.
  private enum Nap: Question {
    static let buttons = ["start", "arm", "skip", "fast"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      switch button {
      case "start":
        state.pressed = ["start", "skip"]
        return .merge(
          world.note("slow", after: 1_500), world.note("up").cancellable(id: "nap"))
      case "arm":
        guard state.noted.isEmpty else { return .none }
        state.pressed = ["start", "arm"]
        return .none
      case "skip":
        state.pressed = ["start", "skip"]
        state.noted = ["up"]
        return .cancel(id: "nap")
      default:
        guard state.noted == ["up"] else { return .none }
        state.pressed = ["start", "arm", "skip", "fast"]
        return world.note("fast")
      }
    }
  }

  @Test func `the remaining sleep distinguishes nodes`() throws {
    let all = ["up fast slow", "up slow fast"]
    #expect(try Probe<Nap>.found(among: all) == all)
  }

  /// Records the time of the clock after a second.
  private enum Stamp: Question {
    static let buttons = ["first", "second"]

    static func press(_ button: String, _ state: inout State, in world: World) -> Effect<Action> {
      guard button == "first" || state.noted.count == 1 else { return .none }
      state.pressed.insert(button)
      return .run(name: "stamp") { [clock = world.clock] send in
        try await clock.sleep(for: .seconds(1))
        let time = (clock as? VirtualClock)?.now.offset ?? .zero
        await send(.note("\(time.components.seconds)"))
      }
    }
  }

  @Test func `time continues without effects in flight`() throws {
    #expect(try Probe<Stamp>.found(among: ["1 1", "1 2"]) == ["1 2"])
  }
}
