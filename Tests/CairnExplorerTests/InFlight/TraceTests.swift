import Cairn
import CairnApp
import CairnSimulation
import TestSupport
import Testing

@testable import CairnExplorer

/// A part of an effect that leaves no trace runs first, unless it would leave one in another order.
@Suite struct TraceTests {
  @Test func `an effect that ends without a trace can be cancelled before its end`() throws {
    // It leaves a trace only if the other effect, which wakes at the same instant, cancels it.
    let question = Question("go") { button, state, world in
      guard button == "go" else { return .cancel(id: "watch") }
      state.pressed = ["go"]
      return .merge(
        .run(name: "watch") { _ in
          try? await world.clock.sleep(for: .seconds(1))
          if Task.isCancelled { world.box.withLock { $0 = "cancelled" } }
        }
        .cancellable(id: "watch"),
        .run(name: "stop") { send in
          try await world.clock.sleep(for: .seconds(1))
          await send(.press("stop"))
        })
    }
    try question.expect(
      .refuted,
      of: .everyMoment("not cancelled") { !$0.remembered(String.self).contains("cancelled") },
      isPlayed: true)
  }

  @Test func `an effect that ends without a trace can end with its feature before`() throws {
    let found = try AppModel<Watched>.bare().explore(checking: [
      .everyMoment("not cancelled") { !$0.remembered(String.self).contains("cancelled") }
    ])
    #expect(found.refuted == ["every moment: not cancelled"], "\(found)")
  }

  @Test func `an effect that resumes another one in one order only does so late, too`() throws {
    let texts = Guarded<AsyncStream<String>.Continuation?>(nil)
    let question = Question("listen give") { button, state, world in
      let (clock, box) = (world.clock, world.box)
      guard button == "listen" || state.pressed == ["listen"] else { return .none }
      state.pressed.insert(button)
      if button == "listen" {
        return .run(name: "listen") { _ in
          let stream = AsyncStream<String> { continuation in texts.withLock { $0 = continuation } }
          var taken = stream.makeAsyncIterator()
          guard await taken.next() == "a" else { return }
          box.withLock { $0 = "half" }
          _ = await taken.next()
          box.withLock { $0 = "whole" }
        }
      }
      return .merge(
        .run(name: "b") { _ in
          try await clock.sleep(for: .seconds(1))
          texts.withLock { _ = $0?.yield("b") }
        },
        .run(name: "a") { send in
          try await clock.sleep(for: .seconds(1))
          texts.withLock { _ = $0?.yield("a") }
          await send(.nothing)
          await send(.note(box.withLock { $0 }))
        })
    }
    try question.expectFound(["half"])
  }

  @Test(arguments: [
    (["a", "b"], ["a b", "b a"]),
    (["a", "b", "c"], ["a b", "a c", "b a", "b c", "c a", "c b"]),
  ])
  func `two of several effects hand over first, in every order`(
    names: [String], logs: [String]
  ) throws {
    let texts = Guarded<AsyncStream<String>.Continuation?>(nil)
    // The effects of "give" alone resume none. With a listener, the first of them resumes it.
    let question = Question("give listen") { button, state, world in
      guard button == "give" || state.pressed == ["give"] else { return .none }
      state.pressed.insert(button)
      if button == "listen" {
        return .run(name: "listen") { send in
          let stream = AsyncStream<String> { continuation in texts.withLock { $0 = continuation } }
          var taken: [String] = []
          for await text in stream.prefix(2) { taken.append(text) }
          await send(.note(taken.joined(separator: " ")))
        }
      }
      let effects = names.map { text in
        Effect<ProbeAction>.run(name: "give", input: text) { [clock = world.clock] text, _ in
          try await clock.sleep(for: .seconds(1))
          texts.withLock { _ = $0?.yield(text) }
        }
      }
      return .merge(effects)
    }
    try question.expectFound(logs)
  }
}

/// A sheet with an effect, which an effect of its parent closes at the instant at which that one ends.
private struct Watched: TestApp {
  struct State: Hashable {
    var sheet: Int?
    var wasOpen = false
  }

  enum SheetAction: Sendable { case watch }
  enum Action: Sendable {
    case open, wait, close
    case sheet(SheetAction)
  }

  let state = State()
  let clock: any Clock<Duration>
  let box: Guarded<String>

  init(_ launch: Launch) { (clock, box) = (launch.clock, launch.memory.keep("")) }

  var reducer: some Reducer<State, Action> {
    Reduce<State, Action> { [clock] state, action in
      switch action {
      case .open:
        (state.sheet, state.wasOpen) = (0, true)
        return .merge(.send(.sheet(.watch)), .send(.wait))
      case .wait: return .later(.close, "close", on: clock)
      case .close: state.sheet = nil
      case .sheet: break
      }
      return .none
    }
    .ifLet(\.sheet, CasePath(Action.sheet) { if case .sheet(let x) = $0 { x } else { nil } }) {
      Reduce<Int, SheetAction> { [clock, box] _, _ in
        .run(name: "watch") { _ in
          try? await clock.sleep(for: .seconds(1))
          if Task.isCancelled { box.withLock { $0 = "cancelled" } }
        }
      }
    }
  }

  func elements(of state: State) -> ScreenBuilder<Action>.Elements {
    Button("open", disabledBecause: state.wasOpen ? "it was opened" : nil, .open)
  }
}
