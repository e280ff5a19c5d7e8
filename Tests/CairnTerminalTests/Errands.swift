import Cairn
import CairnApp

@testable import CairnTerminal

/// A list of errands: fields, a picker, two screens, a timer, a stand-in, and an effect of the start.
struct Errands: TestApp, Reducer {
  struct Errand: Hashable { var title: String }

  enum Place: Hashable {
    case town(String)
    case shop(name: String, floor: Int)
  }

  struct State: Hashable {
    var errands: [Errand] = []
    var title = ""
    var pin: Secret = ""
    var size = "small"
    var depth = 0
    var seconds = 0
    var note: String?
    var places: [String: Place] = ["home": .town("Ulm"), "work.a": .shop(name: "Tea", floor: 2)]
  }

  enum Action: Equatable {
    case title(String)
    case pin(Secret)
    case size(String)
    case started, add, adjust, next, back, resume, tick, steps, save
    case saved(String)
  }

  static let options = [
    AppOption("--minute", value: "SECONDS", help: "the length of a minute"),
    AppOption("--file", value: "FILE", help: "where errands are kept"),
  ]

  let launch: Launch
  let state = State()
  let firstAction: Action? = .started
  var reducer: Errands { self }

  init(_ launch: Launch) throws(UsageError) {
    if launch.world != .real, launch.options.has("--file") {
      throw UsageError("there are no files")
    }
    self.launch = launch
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    let (clock, choices) = (launch.clock, launch.choices)
    switch action {
    case .started: return .run(name: "load") { _ in try? await clock.sleep(for: .seconds(60)) }
    case .title(let title):
      state.title = title
      if title == "poll" {
        return .run(name: "poll") { _ in
          while true {
            try await clock.sleep(for: .seconds(1))
            _ = choices.choose("poll", ["works": true, "fails": false])
          }
        }
      }
      guard title.hasPrefix("wait") else { return .none }
      return .run(name: "wait") { _ in try await clock.sleep(for: .seconds(9)) }
    case .pin(let pin): state.pin = pin
    case .size(let size): state.size = size
    case .add:
      guard !state.title.isEmpty else { return .none }
      state.errands.append(Errand(title: state.title))
      state.title = ""
    case .adjust: break
    case .next: state.depth += 1
    case .back: state.depth -= 1
    case .resume:
      return .run(name: "timer") { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          await send(.tick)
        }
      }
    case .tick: state.seconds += 1
    case .steps:
      return .concatenate(
        .run(name: "first") { _ in try await clock.sleep(for: .seconds(9)) },
        .run(name: "second") { _ in })
    case .save:
      return .run(name: "save") { send in
        await send(.saved(choices.choose("save", ["works": "saved", "fails": "no space"])))
      }
    case .saved(let note): state.note = note
    }
    return .none
  }

  func screens(of state: State) -> [Screen<Action>] {
    let list = Screen<Action>("list", "Errands") {
      Text("Seconds: \(state.seconds)")
      Field("title", state.title) { .title($0) }
      Field("pin", secure: state.pin) { .pin($0) }
      Picker("size", state.size, of: ["small", "very large", "a;b"]) { .size($0) }
      Button("add", disabledBecause: state.title.isEmpty ? "title is required" : nil, .add)
      Button("adjust", .adjust)
      Button("next", .next)
      Button("next-page", .next)
      Button("resume", .resume)
      Button("steps", .steps)
      Button("save", .save)
    }
    let page = Screen<Action>("page", "Page \(state.depth)") {
      Button("back", .back)
      Button("next", .next)
    }
    return state.depth == 0 ? [list] : [list, page]
  }
}
