import Cairn
import Testing

@Suite struct BuilderTests {
  private struct Built: Reducer {
    var isShouting = false
    var times = 0
    var isPolite = false

    var body: some Reducer<String, String> {
      if isPolite { append("please ") }
      if isShouting { append("HEY") } else { append("hey") }
      for _ in 0..<times { append("!") }
    }

    private func append(_ text: String) -> Reduce<String, String> {
      Reduce { state, _ in
        state += text
        return .none
      }
    }
  }

  @Test func `reducers in a body may be conditional and repeated`() {
    func result(_ reducer: Built) -> String {
      var state = ""
      _ = reducer.reduce(into: &state, action: "")
      return state
    }
    #expect(result(Built()) == "hey")
    #expect(result(Built(isShouting: true, times: 3, isPolite: true)) == "please HEY!!!")
  }

  @Test(.leavesNothing, .timeLimit(.minutes(10)))
  func `effects of conditional and repeated reducers are merged in order`() {
    struct Counted: Reducer {
      var body: some Reducer<[Int], Int> {
        for number in 1...3 {
          Reduce<[Int], Int> { state, action in
            if action > 0 {
              state.append(action)
              return .none
            }
            return .send(number)
          }
        }
      }
    }
    let store = Store.counted([Int]()) { Counted() }
    store.send(0)
    #expect(store.state == [1, 1, 1, 2, 2, 2, 3, 3, 3])
  }

  @Test func `an action that one of the repeated reducers refuses changes nothing`() {
    struct Both: Reducer {
      struct State: Equatable {
        var left: Int? = 0
        var right: Int?
        var count = 0
      }

      let children: [WritableKeyPath<State, Int?> & Sendable] = [\.left, \.right]

      var body: some Reducer<State, Int> {
        for child in children {
          Reduce<State, Int> { state, _ in
            state.count += 1
            return .none
          }
          .ifLet(child, CasePath<Int, Int>({ $0 }) { $0 }) {
            Reduce { state, action in
              state += action
              return .none
            }
          }
        }
      }
    }
    let store = Store(Both.State()) { Both() }
    let issues = runtimeIssues { store.send(1) }
    #expect(issues.count == 1)
    #expect(store.state == Both.State())
  }

  @Test func `a change is reacted to once it has been made, and only then`() {
    let store = Store(Counter.State()) {
      Counter().onChange(of: \.count) { old, new in
        Reduce { state, _ in
          if new > old { state.count += 10 }
          return .none
        }
      }
    }
    store.send(.increment)
    #expect(store.state.count == 11)
    store.send(.decrement)
    #expect(store.state.count == 10)
  }
}
