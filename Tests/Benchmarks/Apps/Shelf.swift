import Cairn

/// A long array at every place that state can have.
struct Shelf: Reducer {
  /// Changes one number of a long array.
  struct Book: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var pages = Pages()
    }

    enum Action: Sendable {
      case write
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .write: state.pages.write()
      }
      return .none
    }
  }

  enum Desk: Equatable, EnumState {
    case empty
    case book(Book.State)
  }

  struct State: Equatable {
    var title = ""
    var first = Book.State()
    var borrowed: Book.State? = Book.State()
    var desk = Desk.book(Book.State())
    var path: StackState<Book.State> = [Book.State()]
    var rows: IdentifiedArray<Book.State> = [Book.State()]
  }

  enum Action: Sendable {
    case first(Book.Action)
    case borrowed(Book.Action)
    case desk(DeskAction)
    case path(StackAction<Book.Action>)
    case rows(IdentifiedAction<Book.State, Book.Action>)
  }

  enum DeskAction: Sendable {
    case book(Book.Action)
  }

  var body: some Reducer<State, Action> {
    Scope(\.first, .first) { Book() }
    Scope(\.desk, .desk) {
      Scope(.book, .book) { Book() }
    }
    EmptyReducer()
      .ifLet(\.borrowed, .borrowed) { Book() }
      .forEach(\.path, .path) { Book() }
      .forEach(\.rows, .rows) { Book() }
  }
}

extension CasePath<Shelf.Action, Shelf.Book.Action> {
  static var first: Self { Self(Root.first) { if case .first(let x) = $0 { x } else { nil } } }
  static var borrowed: Self {
    Self(Root.borrowed) { if case .borrowed(let x) = $0 { x } else { nil } }
  }
}
extension CasePath<Shelf.Action, Shelf.DeskAction> {
  static var desk: Self { Self(Root.desk) { if case .desk(let x) = $0 { x } else { nil } } }
}
extension CasePath<Shelf.Action, StackAction<Shelf.Book.Action>> {
  static var path: Self { Self(Root.path) { if case .path(let x) = $0 { x } else { nil } } }
}
extension CasePath<Shelf.Action, IdentifiedAction<Shelf.Book.State, Shelf.Book.Action>> {
  static var rows: Self { Self(Root.rows) { if case .rows(let x) = $0 { x } else { nil } } }
}
extension CasePath<Shelf.Desk, Shelf.Book.State> {
  static var book: Self { Self(Root.book) { if case .book(let x) = $0 { x } else { nil } } }
}
extension CasePath<Shelf.DeskAction, Shelf.Book.Action> {
  static var book: Self { Self(Root.book) { if case .book(let x) = $0 { x } else { nil } } }
}
