import Cairn
import CairnApp
import CairnTerminal
import Foundation

/// Counts, and crashes at two, in a way that the start selects; in some starts only when a search is checked.
@main struct Faller: App {
  struct State: Hashable {
    var count = 0
    var isWaiting = false
    var order: [Int] = []
  }

  enum Action: Codable {
    case count, ask, answered
    case enter(Int)
  }

  static let name = "faller"
  static let summary = "Crashes; a program for tests."
  static let starts = [
    "trap", "overflow", "loop", "screen", "property", "effect", "order", "set", "checked-trap",
    "checked-loop", "late",
  ]
  static let properties: [AppProperty<State>] = [
    .never("three") { $0.count == 3 }, .never("a property that crashes") { [1][$0.count / 6] == 0 },
  ]

  let state = State()
  let reducer: Reduce<State, Action>
  let start: String
  /// In the start `late`, the first process of a folder is slow.
  private static let isSlow = mkdir("slow", 0o700) == 0

  init(_ launch: Launch) {
    guard case .simulated(let start) = launch.world else { preconditionFailure() }
    let (choices, clock) = (launch.choices, launch.clock)
    self.start = start
    reducer = Reduce { state, action in
      switch action {
      case .enter(let room): state.order = [room]
      case .count where start == "late": if Self.isSlow { usleep(5_000) }
      case .count where state.count >= 2:
        switch start {
        case "trap": state.count += [1][state.count]
        case "overflow": state.count = Self.depth(state.count)
        case "loop": while state.count > 0 { state.count = max(1, state.count) }
        case "property": state.count = 6
        default: break
        }
      case .count where start.hasPrefix("checked") || start == "set":
        state.count = 1
        let isChecked = !CommandLine.arguments.contains("explore")
        switch start {
        case "set": state.order = Array(Set(0..<20))
        case "checked-trap": state.count += isChecked ? [1][state.count] : 0
        case "checked-loop": while isChecked { state.count = max(1, state.count) }
        default: break
        }
      case .count: state.count += 1
      case .ask where start == "order":
        guard !state.isWaiting else { return .none }
        state.isWaiting = true
        return .merge(
          ["first", "second"].map { name in
            .run(name: name) { send in
              try await clock.sleep(for: .seconds(1))
              await send(name == "first" ? .count : .answered)
            }
          })
      case .ask:
        guard start == "effect", !state.isWaiting else { return .none }
        state.isWaiting = true
        return .run(name: "ask") { send in
          try await clock.sleep(for: .seconds(1))
          let index = choices.choose("index", ["in range": 0, "out of range": 1])
          if [true][index] { await send(.answered) }
        }
      case .answered:
        // The second answer must not come first.
        state.isWaiting = [false][start == "order" && state.count == 0 ? 1 : 0]
      }
      return .none
    }
  }

  /// Needs a stack frame for each call.
  private static func depth(_ number: Int) -> Int {
    number < 0 ? 0 : depth(number + 1) + number.hashValue % 2
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("faller", "Faller") {
        if start == "screen" { Text(["none", "one"][state.count]) }
        if start == "late" {
          if state.order.isEmpty {
            for room in 1...400 { Button("to-\(room)", .enter(room)) }
          } else {
            Text(["none"][state.order == [400] ? 1 : 0])
            Button("count", .count)
          }
        } else {
          Button("count", .count)
          Button("ask", .ask)
        }
      }
    ]
  }
}
