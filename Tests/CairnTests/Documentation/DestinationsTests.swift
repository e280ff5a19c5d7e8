import Cairn
import CairnTesting
import Testing

/// Tests of the page "Destinations".
@Suite(.leavesNoTask, .timeLimit(.minutes(10))) struct DestinationsTests {
  private let ada = Contacts.Person(id: 0, name: "Ada")

  @Test func `a sheet hands its person over and is dismissed`() {
    let store = TestStore(Contacts.State()) { Contacts() }
    store.send(.add) { $0.destination = .edit(.init(person: .init(id: 0, name: ""))) }
    store.send(.destination(.edit(.save)))
    store.send(.destination(.edit(.setName("Ada")))) {
      $0.destination = .edit(.init(person: ada))
    }
    store.send(.destination(.edit(.save)))
    store.receive(.equal(.destination(.edit(.saved(ada))))) {
      $0.destination = nil
      $0.people = [ada]
    }
    store.finish()
  }

  @Test func `a person that is added after a deletion has an id of its own`() {
    let store = Store(
      Contacts.State(people: [ada, .init(id: 1, name: "Bo")], destination: .confirmation(0))
    ) { Contacts() }
    store.send(.destination(.confirmation(.delete(0))))
    store.send(.add)
    #expect(store.state.destination == .edit(.init(person: .init(id: 2, name: ""))))
  }

  @Test func `a deep link is a state, and a parent takes everything away`() {
    let store = TestStore(Contacts.State(destination: .confirmation(0))) { Contacts() }
    store.send(.open(link: [3, 5])) {
      $0.destination = nil
      $0.path = [.init(id: 3), .init(id: 5)]
    }
    store.send(.path(.element(id: 1, action: .back))) { $0.path.pop() }
    store.send(.signOut) { $0 = .init() }
    store.finish()
  }

  @Test func `a pop that the system reports twice pops one screen`() {
    let store = Store(Contacts.State(path: [.init(id: 3), .init(id: 5)])) { Contacts() }
    let top = store.state.path.ids[1]
    store.send(.popped(from: top))
    store.send(.show(7))
    store.send(.popped(from: top))
    #expect(store.state.path == [.init(id: 3), .init(id: 7)])
  }

  @Test func `a screen is removed from the middle of the stack`() {
    let store = TestStore(
      Contacts.State(
        destination: .confirmation(5), path: [.init(id: 3), .init(id: 5), .init(id: 7)])
    ) { Contacts() }
    let top = store.state.path.ids[2]
    store.send(.destination(.confirmation(.delete(5)))) {
      $0.destination = nil
      $0.path.remove(id: 1)
    }
    #expect(store.state.path == [.init(id: 3), .init(id: 7)])
    store.send(.path(.element(id: top, action: .back))) { $0.path.pop() }
    store.finish()
  }
}

/// A folder that shows one of the folders inside it, to any depth.
struct Folder: Reducer {
  struct State: Equatable {
    var name = ""
    @Indirect var inner: Folder.State?
  }

  indirect enum Action: Equatable, Sendable, CasePathable {
    case open(name: String)
    case close
    case inner(Folder.Action)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open(let name): state.inner = State(name: name)
      case .close: return .dismiss
      case .inner: break
      }
      return .none
    }
    .ifLet(\.inner, .inner) { Folder() }
  }
}
