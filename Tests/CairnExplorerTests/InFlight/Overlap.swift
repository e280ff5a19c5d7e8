import Cairn
import CairnApp
import CairnExplorer

/// An app whose requests `a`, `b` and so on can be started once each; `--times=10,3-7` sets their
/// durations in milliseconds, or the ranges of them. Its log has all starts and ends, in order: `+a +b -a -b`.
struct Overlap: App {
  struct State: Hashable {
    let names: [String]
    var log: [String] = []

    var text: String { log.joined(separator: " ") }
  }

  enum Action: Sendable {
    case begin(String)
    case end(String)
  }

  static let name = "overlap"
  static let summary = "Begins requests and waits for them."
  static let options = [AppOption("--times", value: "LIST", help: "how long each request takes")]

  let state: State
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) throws(UsageError) {
    let times = Self.times(launch.options["--times"] ?? "")
    state = State(names: times.keys.sorted())
    reducer = Reduce { [choices = launch.choices] state, action in
      switch action {
      case .begin(let name):
        guard !state.log.contains("+\(name)"), let time = times[name] else { return .none }
        state.log.append("+\(name)")
        return .run(name: name) { send in
          try await choices.answer(name, ["done": .slow(time, .success(()))])
          await send(.end(name))
        }
      case .end(let name):
        state.log.append("-\(name)")
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("overlap", "Overlap") {
        Text(state.text)
        for name in state.names {
          Button(
            name, disabledBecause: state.log.contains("+\(name)") ? "it has begun" : nil,
            .begin(name))
        }
      }
    ]
  }

  static func times(_ list: String) -> [String: ClosedRange<Duration>] {
    let times = list.split(separator: ",").compactMap { item -> ClosedRange<Duration>? in
      let bounds = item.split(separator: "-").compactMap { Int($0) }.map(Duration.milliseconds)
      guard let first = bounds.first, let last = bounds.last else { return nil }
      return first...last
    }
    return Dictionary(uniqueKeysWithValues: zip(["a", "b", "c"], times))
  }

  /// Reachability properties for these logs.
  static func exploration(
    _ times: [ClosedRange<Int>], for logs: [String]
  ) throws -> AppExploration<Overlap> {
    let list = times.map { "\($0.lowerBound)-\($0.upperBound)" }.joined(separator: ",")
    return try AppModel<Overlap>.bare(options: ["--times=\(list)"]).explore(
      checking: logs.map { log in .reachable(log) { $0.text == log } })
  }

  /// The logs of these that a search finds.
  static func found(_ times: [ClosedRange<Int>], among logs: [String]) throws -> Set<String> {
    let verdicts = try exploration(times, for: logs).verdicts
    return Set(zip(logs, verdicts).filter { $1.result == .proved }.map(\.0))
  }

  static func exploration(_ times: [Int], for logs: [String]) throws -> AppExploration<Overlap> {
    try exploration(times.map { $0...$0 }, for: logs)
  }

  static func found(_ times: [Int], among logs: [String]) throws -> Set<String> {
    try found(times.map { $0...$0 }, among: logs)
  }
}
