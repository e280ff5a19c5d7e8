import CTerminal
import Cairn
import CairnApp
import CairnTerminal
import Foundation

/// Saves to a disk that answers when a test releases it: reading a FIFO blocks its thread until the test
/// closes the other end.
struct Saver: Reducer {
  struct State: Hashable {
    var isSaving = false
    var saved = 0
    var count = 0
    var pin: Secret = ""
  }

  enum Action: Codable {
    case save, saved, count, watch
    case pin(Secret)
  }

  let path: String

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .save:
      guard !state.isSaving else { return .none }
      state.isSaving = true
      return .run(name: "save") { send in
        Self.block(on: path)
        await send(.saved)
      }
    case .saved:
      state.isSaving = false
      state.saved += 1
    case .count: state.count += 1
    case .pin(let pin): state.pin = pin
    case .watch: return .run(name: "watch") { _ in Self.block(on: path) }.background
    }
    return .none
  }

  /// Blocks its thread until another program has opened the FIFO and closed it.
  private static func block(on path: String) {
    let number = open(path, O_RDONLY)
    var byte: UInt8 = 0
    _ = read(number, &byte, 1)
    close(number)
  }
}

@main struct SaverApp: App {
  static let name = "saver"
  static let summary = "Saves to a disk that may take its time; a program for tests."
  static let options = [AppOption("--disk", value: "FIFO", help: "the disk")]
  let state = Saver.State()
  let reducer: Saver

  init(_ launch: Launch) {
    // A test sends a second signal at once.
    cterminal_set_repetition(0)
    reducer = Saver(path: launch.options["--disk"] ?? "/dev/null")
  }

  func screens(of state: Saver.State) -> [Screen<Saver.Action>] {
    [
      Screen("saver", "Saver") {
        Text("Saved: \(state.saved), count: \(state.count)")
        if state.isSaving { Progress("Saving…") }
        Field("pin", secure: state.pin) { .pin($0) }
        Button("save", disabledBecause: state.isSaving ? "it is being saved" : nil, .save)
        Button("count", .count)
        Button("watch", .watch)
      }
    ]
  }
}
