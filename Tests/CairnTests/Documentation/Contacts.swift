import Cairn

/// A list of people with a sheet, a dialog and a stack of screens.
struct Contacts: Reducer {
  struct Person: Equatable, Identifiable {
    let id: Int
    var name: String
  }

  struct State: Equatable {
    var people: IdentifiedArray<Person> = []
    var destination: Destination.State?
    var path: StackState<Detail.State> = []
  }

  enum Action: Equatable, CasePathable {
    case add
    case delete(Person.ID)
    case show(Person.ID)
    case signOut
    case open(link: [Person.ID])
    case popped(from: StackID)
    case destination(Destination.Action)
    case path(StackAction<Detail.Action>)
  }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .add:
        let id = (state.people.last?.id ?? -1) + 1
        state.destination = .edit(.init(person: .init(id: id, name: "")))
      case .delete(let id):
        state.destination = .confirmation(id)
      case .show(let id):
        state.path.push(.init(id: id))
      case .signOut:
        state = State()
      case .open(link: let ids):
        state.destination = nil
        state.path.replaceAll(ids.map { Detail.State(id: $0) })
      case .popped(from: let id):
        state.path.pop(from: id)
      case .destination(.edit(.saved(let person))):
        state.people[id: person.id] = person
      case .destination(.confirmation(.delete(let id))):
        state.people.remove(id: id)
        for screen in state.path.ids where state.path[id: screen]?.id == id {
          state.path.remove(id: screen)
        }
      case .destination, .path:
        break
      }
      return .none
    }
    .ifLet(\.destination, .destination) { Destination() }
    .forEach(\.path, .path) { Detail() }
  }
}

/// The sheet or dialog over the list, at most one at a time.
struct Destination: Reducer {
  enum State: Equatable, CasePathable {
    case edit(Edit.State)
    case confirmation(Contacts.Person.ID)
  }

  enum Action: Equatable, CasePathable {
    case edit(Edit.Action)
    case confirmation(Choice)
  }

  enum Choice: Equatable {
    case delete(Contacts.Person.ID)
    case keep
  }

  var body: some Reducer<State, Action> {
    Scope(.edit, .edit) { Edit() }
    Scope(.confirmation, .confirmation) { DismissOnAction() }
  }
}

/// A sheet that returns a person to its parent.
struct Edit: Reducer {
  struct State: Equatable { var person: Contacts.Person }
  enum Action: Equatable {
    case setName(String)
    case save, cancel
    case saved(Contacts.Person)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .setName(let name):
      state.person.name = name
    case .save where state.person.name.isEmpty:
      break  // refused
    case .save:
      return .send(.saved(state.person))
    case .saved, .cancel:
      return .dismiss
    }
    return .none
  }
}

/// A screen of the stack.
struct Detail: Reducer {
  struct State: Equatable { let id: Contacts.Person.ID }
  enum Action: Equatable { case back }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .back: .dismiss
    }
  }
}
