import Cairn
import TestSupport
import Testing

@testable import CairnStorage

/// Several persisted parts of one feature, and their copies: each keeps the file that is its own.
struct PersistedPartsTests {
  /// Two values of one type in one feature, and copies that no file keeps, before and after them.
  private struct Pair: Reducer {
    struct State: Equatable {
      var first: Persisted<Int>?
      @Persisted var left = 0
      @Persisted var right = 0
      var last: Persisted<Int>?
    }

    enum Action {
      case both(Int)
      case reset(Persisted<Int>)
      case copy
      case assign
      case left(PersistenceAction<Int>)
      case right(PersistenceAction<Int>)
    }

    let folder: TemporaryFolder
    let name: String

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .both(let value): (state.left, state.right) = (value, value)
        case .reset(let part): state.$left = part
        case .copy: (state.first, state.last) = (state.$left, state.$left)
        case .assign: state.$right = state.$left
        case .left, .right: break
        }
        return .none
      }
      .persisting(
        \.$left, CasePath(Action.left) { if case .left(let x) = $0 { x } else { nil } },
        in: FileStorage(folder["\(name)-left.json"])
      )
      .persisting(
        \.$right, CasePath(Action.right) { if case .right(let x) = $0 { x } else { nil } },
        in: FileStorage(folder["\(name)-right.json"]))
    }
  }

  @MainActor
  private func send(_ actions: Pair.Action..., to store: StoreOf<Pair>) async {
    for action in actions { await store.send(action).finish() }
  }

  /// The values in files of a folder.
  private func values(in folder: TemporaryFolder, _ names: String...) async throws -> [Int?] {
    var values: [Int?] = []
    for name in names { values.append(try await FileStorage<Int>(folder[name]).load().value) }
    return values
  }

  @Test @MainActor
  func `features and their parts have files of their own in one folder`() async throws {
    let folder = TemporaryFolder()
    for value in 1...2 {
      let stores = ["a", "b"].map { name in
        Store(Pair.State()) { Pair(folder: folder, name: name) }
      }
      for action in [Pair.Action.left(.load), .right(.load), .both(value)] {
        for sent in stores.map({ $0.send(action) }) { await sent.finish() }
      }
      for state in stores.map(\.state) {
        #expect([state.$left.error, state.$right.error] == [nil, nil])
      }
      let values = try await values(
        in: folder, "a-left.json", "a-right.json", "b-left.json", "b-right.json")
      #expect(values == [value, value, value, value])
    }
  }

  @Test @MainActor
  func `an older copy of a part does not tell a restored state about the file`() async throws {
    let folder = TemporaryFolder()
    let store = Store(Pair.State()) { Pair(folder: folder, name: "a") }
    await send(.left(.load), .right(.load), .both(1), to: store)
    let start = store.state
    await send(.copy, .both(2), to: store)
    let end = store.state
    for (value, state) in [(3, start), (4, end), (5, start)] {
      restore(state, in: store)
      await send(.both(value), to: store)
      #expect([store.state.$left.error, store.state.$right.error] == [nil, nil])
      #expect(try await values(in: folder, "a-left.json", "a-right.json") == [value, value])
    }
  }

  @MainActor
  private func restore<State, Action>(_ state: State, in store: Store<State, Action>) {
    _Kernel.willReplace(store.state, by: state)
    store.restore(state)
  }

  /// Pairs in a list, each with files of its own.
  private struct Pairs: Reducer {
    let folder: TemporaryFolder

    func reduce(into pairs: inout [Pair.State], action: (Int, Pair.Action)) -> Effect<
      (Int, Pair.Action)
    > {
      let (row, action) = action
      return Pair(folder: folder, name: "\(row)").reduce(into: &pairs[row], action: action)
        .map { (row, $0) }
    }
  }

  @Test @MainActor
  func `copies of a part that was not loaded have files of their own after a restored state`()
    async throws
  {
    let folder = TemporaryFolder()
    var pair = Pair.State()
    pair.$right = pair.$left
    let store = Store([pair, pair]) { Pairs(folder: folder) }
    func send(_ actions: Pair.Action...) async {
      for row in 0...1 { for action in actions { await store.send((row, action)).finish() } }
    }
    await send(.left(.load), .right(.load))
    for row in 0...1 { await store.send((row, .both(row))).finish() }
    let start = store.state
    for row in 0...1 { await store.send((row, .both(row + 5))).finish() }
    restore(start, in: store)
    #expect(store.state.map(\.left) == [0, 1])
    await send(.both(7))
    for (row, pair) in store.state.enumerated() {
      #expect([pair.$left.error, pair.$right.error] == [nil, nil])
      #expect(
        try await values(in: folder, "\(row)-left.json", "\(row)-right.json") == [7, 7])
    }
  }

  private static let initial = Persisted(wrappedValue: 0)

  @Test(arguments: [[initial, initial], [initial, Persisted(wrappedValue: 0)]])
  @MainActor
  func `a part that was reset tells a restored one about the file`(
    _ parts: [Persisted<Int>]
  ) async throws {
    let folder = TemporaryFolder()
    let store = Store(Pair.State()) { Pair(folder: folder, name: "a") }
    await send(.reset(parts[0]), .left(.load), to: store)
    for value in 1...3 { await send(.both(value), to: store) }
    let start = store.state
    await send(.reset(parts[1]), .left(.load), .both(4), to: store)
    let end = store.state
    for (value, state) in [(5, start), (6, end), (7, start)] {
      restore(state, in: store)
      await send(.both(value), to: store)
      #expect(store.state.$left.error == nil)
      #expect(try await FileStorage<Int>(folder["a-left.json"]).load().value == value)
    }
  }

  @Test @MainActor
  func `a part that was reset and not loaded hands on what a later one knew`() async throws {
    let folder = TemporaryFolder()
    let store = Store(Pair.State()) { Pair(folder: folder, name: "a") }
    await send(.left(.load), .both(1), to: store)
    let start = store.state
    await send(.reset(Persisted(wrappedValue: 0)), to: store)
    let reset = store.state
    await send(.left(.load), .both(2), to: store)
    restore(reset, in: store)
    restore(start, in: store)
    await send(.both(3), to: store)
    #expect(store.state.$left.error == nil)
    #expect(try await values(in: folder, "a-left.json") == [3])
  }

  @Test @MainActor
  func `a copy of the part of another file is reported, and counts as not loaded`() async throws {
    let folder = TemporaryFolder()
    let issues = await issuesReported {
      let store = Store(Pair.State()) { Pair(folder: folder, name: "a") }
      await send(.left(.load), .right(.load), .both(1), .assign, to: store)
      #expect(store.state.$left.isLoaded && !store.state.$right.isLoaded)
      await send(.both(2), to: store)
    }
    let text = issues.map(\.description).joined()
    #expect(issues.count == 1 && text.contains("right.json is a copy"), "\(text)")
    #expect(try await FileStorage<Int>(folder["a-right.json"]).load().value == 1)
  }
}
