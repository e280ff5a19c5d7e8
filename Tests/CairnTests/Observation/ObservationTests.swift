import Cairn
import Observation
import Synchronization
import Testing

/// Rule 12: a store is observable per key path.
@Suite struct ObservationTests {
  private struct Profile: Equatable {
    var name = ""
    var age = 0
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

  private let log = Log()

  @Test func `reading the state tracks the whole state`() {
    let store = Store(Form()) {
      Reduce<Form, String> { state, email in
        state.email = email
        return .none
      }
    }
    let child = store.scope(\.self, CasePath<String, String>({ $0 }, extract: { $0 }))
    observe("store", log) { _ = store.state.email }
    observe("child", log) { _ = child.state.profile }
    store.send("")
    #expect(log.all == [])
    store.send("ada@example.com")
    #expect(log.all.sorted() == ["child", "store"])
    #expect(store.state.email == "ada@example.com")
    #expect(child.state.email == "ada@example.com")
  }

  @Test func `the whole of a state that cannot be compared changes with every action`() {
    let store = Store(Opaque()) { Reduce<Opaque, Int> { _, _ in .none } }
    observe("fired", log) { _ = store.state.number }
    store.send(1)
    #expect(log.all == ["fired"])
  }

  @Test func `the untracked state is not tracked, and reading outside of tracking leaves nothing`()
  {
    let store = Store(Form()) {
      Reduce<Form, Int> { state, _ in
        state.email += "a"
        return .none
      }
    }
    observe("fired", log) { _ = (store.untrackedState, store.scope().untrackedState) }
    for number in 1...3 {
      _ = (store.state, store.scope().state)
      store.send(number)
    }
    #expect(log.all == [])
    #expect(store.trackedCount == 0)
    #expect(store.isAtRest)
  }

  /// `Observation` does not promise what the store relies on.
  @Test func `a runtime that holds no key paths is reported, and a view is then never silent`() {
    let issues = Atomic(0)
    let reporter = RuntimeIssue.Reporter { issue in
      #expect(issue.message.hasPrefix("`Observation` does not hold the key paths"))
      issues.add(1, ordering: .relaxed)
    }
    RuntimeIssue.$reporter.withValue(reporter) {
      #expect(ObservationRuntime.check())
      #expect(issues.load(ordering: .relaxed) == 0)
      #expect(!ObservationRuntime.check(isRead: false))
      #expect(issues.load(ordering: .relaxed) == 1)
    }
    ObservationRuntime.$holdsKeyPaths.withValue(false) {
      let store = Store(changing: Form(alert: Profile()))
      let alert = store.scope(\.alert, CasePath({ $0 }, extract: { $0 }))
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

  @Test func `reading one field of a hundred fires only for that field`() {
    for observed in Hundred.fields.indices {
      let store = Store(Hundred()) {
        Reduce<Hundred, Int> { state, field in
          state[keyPath: Hundred.fields[field]] += 1
          return .none
        }
      }
      let log = Log()
      observe("fired", log) { _ = store[Hundred.fields[observed]] }
      for field in Hundred.fields.indices where field != observed { store.send(field) }
      #expect(log.all == [])
      store.send(observed)
      #expect(log.all == ["fired"])
    }
  }

  @Test func `a dynamic member is tracked as its value, and the untracked state is not tracked`() {
    let store = Store(changing: Form())
    observe("email", log) { _ = store.email }
    observe("state", log) { _ = store.untrackedState.email }
    store.change { $0.profile.name = "Ada" }
    #expect(log.all == [])
    store.change { $0.email = "ada@example.com" }
    #expect(log.all == ["email"])
  }

  @Test func `only a change of the value fires`() {
    let store = Store(changing: Form())
    observe("email", log) { _ = store.email }
    store.change { $0.email = "" }
    #expect(log.all == [])
  }

  @Test func `a nested key path is tracked alone, a dynamic member with all that is in it`() {
    let store = Store(changing: Form())
    observe("name", log) { _ = store[\.profile.name] }
    observe("profile", log) { _ = store.profile.name }
    store.change { $0.profile.age = 36 }
    #expect(log.all == ["profile"])
    store.change { $0.profile.name = "Ada" }
    #expect(log.all == ["profile", "name"])
  }

  @Test func `a computed property fires when its result changes`() {
    let store = Store(changing: Form())
    observe("adult", log) { _ = store[\.profile.isAdult] }
    store.change { $0.profile.age = 17 }
    #expect(log.all == [])
    store.change { $0.profile.age = 18 }
    #expect(log.all == ["adult"])
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
    for number in 1...3 { observe("\(number)", log) { _ = store.email } }
    #expect(store.trackedCount == 1)
    store.change { $0.email = "a" }
    #expect(log.all.sorted() == ["1", "2", "3"])
    store.change { $0.email = "b" }
    #expect(log.all.count == 3)
    observe("again", log) { _ = store.email }
    store.change { $0.email = "c" }
    #expect(log.all.last == "again")
  }

  @Test func `a value that is not Equatable fires at every action`() {
    let store = Store(changing: Opaque())
    observe("number", log) { _ = store.number }
    observe("whole", log) { _ = store[\.self] }
    store.change { _ in }
    #expect(log.all == ["whole"])
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

  @Test func `an observer that tracked two paths is called for the first that changes`() {
    let store = Store(changing: Form())
    observe("either", log) { _ = (store.email, store.profile) }
    store.change { $0.email = "a" }
    store.change { $0.profile.age = 1 }
    #expect(log.all == ["either"])
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

  @Test func `putting another state in place tells the observers`() {
    let store = Store(changing: Form())
    observe("email", log) { _ = store.email }
    store.restore(Form(email: "saved"))
    #expect(log.all == ["email"])
  }
}
