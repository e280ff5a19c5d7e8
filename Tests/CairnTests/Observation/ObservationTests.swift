import Cairn
import Observation
import TestSupport
import Testing

/// Rule 12: a store is observable per key path.
@Suite struct ObservationTests {
  private struct Profile: Equatable {
    var name = ""
    var age = 0
    var friends: [String] = []
    var isAdult: Bool { age >= 18 }
  }

  private struct Form: Equatable {
    var email = ""
    var profile = Profile()
    var alert: Profile?
  }

  /// Nobody can tell whether it has changed.
  private struct Opaque {
    var number = 0
  }

  /// The getter reads the store that contains it.
  private struct Sum {
    var own = 0
    var other = 0
    let box: Box
    var sum: Int { own + (box.read?() ?? 0) }
  }

  private final class Box {
    var read: (() -> Int)?
  }

  private final class Token: Equatable, Sendable {
    static func == (left: Token, right: Token) -> Bool { left === right }
  }

  private struct Owner {
    var token = Token()
  }

  private let log = Log()

  @Test func `reading the state tracks the whole state`() {
    let store = Store(changing: Form())
    let child = store.scope(\.self, .same)
    observe("store", log) { _ = store.state.email }
    observe("child", log) { _ = child.state.profile }
    store.change { $0.email = "" }
    #expect(log.all == [])
    store.change { $0.email = "a" }
    #expect(log.all.sorted() == ["child", "store"])
    #expect(child.state.email == "a")
  }

  @Test func `the untracked state is not tracked, and reading outside of tracking leaves nothing`()
  {
    let store = Store(changing: Form())
    observe("fired", log) { _ = (store.untrackedState, store.scope().untrackedState) }
    for _ in 1...3 {
      _ = (store.state, store.scope().state, store.email, store[\.profile.name])
      store.change { $0.email += "a" }
    }
    #expect(log.all == [])
    #expect(store.trackedCount == 0 && store.isAtRest)
  }

  /// `Observation` does not promise what the store relies on.
  @Test func `a runtime that holds no key paths is reported, and a view is then never silent`() {
    let issues = runtimeIssues {
      #expect(ObservationRuntime.check())
      #expect(!ObservationRuntime.check(isRead: false))
    }
    #expect(issues.count == 1)
    #expect(issues[0].message.hasPrefix("`Observation` does not hold the key paths"))
    ObservationRuntime.$holdsKeyPaths.withValue(false) {
      let store = Store(changing: Form(alert: Profile()))
      let alert = store.scope(\.alert, .same)
      for number in 1...3 {
        observe("email \(number)", log) { _ = store.email }
        observe("state \(number)", log) { _ = store.state }
        observe("alert \(number)", log) { _ = alert?.name }
        store.change { $0.profile.age += 1 }
      }
      #expect(store.trackedCount == 1)
    }
    let expected = (1...3).flatMap { ["alert \($0)", "email \($0)", "state \($0)"] }
    #expect(log.all.sorted() == expected.sorted())
  }

  @Test func `only a change of the value of a path fires`() {
    let store = Store(changing: Form())
    observe("email", log) { _ = store.email }
    observe("name", log) { _ = store[\.profile.name] }
    observe("adult", log) { _ = store[\.profile.isAdult] }
    observe("profile", log) { _ = store.profile.name }
    store.change { $0.email = "" }
    #expect(log.all == [])
    let changes: [(String, @Sendable (inout Form) -> Void)] = [
      ("profile", { $0.profile.age = 17 }), ("adult", { $0.profile.age = 18 }),
      ("name", { $0.profile.name = "Ada" }), ("email", { $0.email = "ada@example.com" }),
    ]
    for (index, change) in changes.enumerated() {
      store.change(change.1)
      #expect(log.all == changes[...index].map(\.0))
    }
  }

  @Test func `a path through an optional fires when the value comes, changes and goes`() {
    let store = Store(changing: Form())
    let titles = [nil, "a", "b", nil]
    for (old, new) in zip(titles, titles.dropFirst()) {
      observe("\(old ?? "-") to \(new ?? "-")", log) { _ = store[\.alert?.name] }
      store.change { $0.alert = new.map { Profile(name: $0) } }
      store.change { $0.alert?.age += 1 }
    }
    #expect(log.all == ["- to a", "a to b", "b to -"])
  }

  @Test func `every observer of a path is told, each once until it tracks again`() {
    let store = Store(changing: Form())
    for number in 1...3 { observe("\(number)", log) { _ = (store.email, store[\.profile]) } }
    #expect(store.trackedCount == 2)
    store.change { $0.email = "a" }
    store.change { $0.profile.age = 1 }
    store.change { $0.email = "b" }
    #expect(log.all.sorted() == ["1", "2", "3"])
    observe("again", log) { _ = store.email }
    store.change { $0.email = "c" }
    #expect(log.all.last == "again")
  }

  @Test func `the store keeps no earlier value of an observed child`() {
    let store = Store(changing: Owner() as Owner?)
    let child = store.scope(\.self, .same)
    weak let first = store.untrackedState?.token
    withObservationTracking {
      _ = child?.token
      #expect(first != nil)
      store.change { $0?.token = Token() }
      _ = child?.token
    } onChange: {
    }
    #expect(first == nil && store.trackedCount == 1)
  }

  @Test func `an index is not read after its observer was called for another value or store`() {
    let (store, other) = (Store(changing: Form()), Store(changing: Form()))
    store.change { $0.profile.friends = ["Ada", "Bob"] }
    observe("store", log) { _ = (store.email, store[\.profile.friends[1]]) }
    observe("other", log) { _ = (other.email, store[\.profile.friends[0]]) }
    store.change { $0.email = "a" }
    store.change { $0.profile.friends = ["Ada"] }
    other.change { $0.email = "b" }
    store.change { $0.profile.friends = [] }
    #expect(log.all == ["store", "other"] && store.trackedCount == 0)
  }

  @Test func `an index of a child that was not valid at the time of the scope is observed`() {
    let store = Store(changing: Form(alert: Profile()))
    let alert = store.scope(\.alert, .same)
    for name in ["Ada", "Bob"] {
      store.change { $0.alert?.friends = [name] }
      observe(name, log) { _ = alert?[\.friends[0]] }
    }
    store.change { $0.alert?.friends = ["Eve"] }
    #expect(log.all == ["Ada", "Bob"])
  }

  @Test func `a value that is not Equatable fires at every action`() {
    let store = Store(changing: Opaque())
    observe("number", log) { _ = store.number }
    observe("self", log) { _ = store[\.self] }
    observe("state", log) { _ = store.state.number }
    store.change { _ in }
    #expect(log.all.sorted() == ["self", "state"])
  }

  @Test(arguments: [false, true])
  func `observers that compare a value and observers that cannot are told separately`(
    isReversed: Bool
  ) {
    let store = Store(changing: Form(alert: Profile()))
    let alert = store.scope(\.alert, .same)
    func observeAny() {
      observe("any", log) { _ = store.stateOfAnyType }
      observe("any child", log) { _ = alert?.stateOfAnyType }
    }
    if !isReversed { observeAny() }
    observe("store", log) { _ = store.state }
    observe("child", log) { _ = alert?.state }
    if isReversed { observeAny() }
    store.change { _ in }
    #expect(log.all.sorted() == ["any", "any child"])
    store.change { $0.alert?.age = 1 }
    #expect(log.all.sorted() == ["any", "any child", "child", "store"])
  }

  @Test func `observers of one store do not hear of another`() {
    let (one, other) = (Store(changing: Form()), Store(changing: Form()))
    observe("one", log) { _ = one.email }
    observe("other", log) { _ = other.email }
    observe("both", log) { _ = (one.email, other.email) }
    one.change { $0.email = "a" }
    #expect(log.all.sorted() == ["both", "one"])
    #expect((one.trackedCount, other.trackedCount) == (0, 1))
  }

  @Test func `a change while an observer is still reading does not deafen it`() {
    let store = Store(changing: Form())
    observe("email", log) {
      _ = store.email
      store.change { $0.email = "a" }
    }
    store.change { $0.email = "b" }
    #expect(log.all == ["email"])
  }

  @Test func `a value whose getter reads the store fires when it changes`() {
    let box = Box()
    let store = Store(changing: Sum(box: box))
    box.read = { [unowned store] in store.other }
    observe("sum", log) { _ = store.sum }
    store.change { $0.own = 1 }
    #expect(log.all == ["sum"])
    observe("again", log) { _ = store.sum }
    store.change { $0.other = 1 }
    #expect(log.all == ["sum", "again"])
  }

  @Test func `an action that a getter sends is reduced after the getter, and is not lost`() {
    let box = Box()
    let store = Store(changing: Sum(box: box))
    box.read = { [unowned store, log] in
      store.change {
        $0.other = 7
        log.note("reduced")
      }
      return log.all.count
    }
    #expect(store.sum == 0)
    #expect(log.all == ["reduced"] && store.state.other == 7)
    store.change { $0.other *= 2 }
    #expect(log.all == ["reduced"] && store.state.other == 14)
  }

  @Test func `an observer that a getter registers is notified`() {
    let box = Box()
    let store = Store(changing: Sum(box: box))
    box.read = { [unowned store, log] in
      observe("changed", log) { _ = store.other }
      return 0
    }
    _ = store.sum
    store.change { $0.other = 1 }
    #expect(log.all == ["changed"])
  }

  @Test func `a getter of a child may read the child`() {
    let box = Box()
    let store = Store(changing: Sum(box: box) as Sum?)
    let child = store.scope(\.self, .same)
    box.read = { child?.other ?? 0 }
    for number in 1...2 {
      store.change { $0?.other = number }
      observe("sum", log) { #expect(child?.sum == number) }
    }
    box.read = nil
  }
}

extension _StateReading {
  /// The state, read where nothing is known of its type.
  fileprivate var stateOfAnyType: State { self[\.self] }
}

/// Changes its state by the function that is its action.
struct Changing<State>: Reducer {
  struct Action: Sendable {
    let change: @Sendable (inout State) -> Void
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.change(&state)
    return .none
  }
}

extension Store {
  convenience init(changing state: State) where Action == Changing<State>.Action {
    self.init(state) { Changing<State>() }
  }

  func change(_ change: @escaping @Sendable (inout State) -> Void)
  where Action == Changing<State>.Action {
    send(Action(change: change))
  }
}

/// Notes `name` once something that `read` reads has changed.
func observe(_ name: String, _ log: Log, _ read: () -> Void) {
  withObservationTracking(read) { log.note(name) }
}
