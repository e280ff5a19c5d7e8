import Cairn
import Observation

extension Quantity {
  private typealias Watch = @MainActor (StoreOf<Shelf>) -> Void

  /// The number of copies of a long array that is changed in place, for each kind of child: none, even
  /// while another value is observed, and one for each notification while the array is observed.
  static var copies: [Quantity] {
    kinds("copies") { _ in }
      + kinds("copies-observed-elsewhere") { _ = $0.title }
      + [
        copies("copies-observed-property", .first(.write), limit: 1, of: \.first.pages) {
          _ = $0[\.first.pages]
        }
      ]
  }

  private static func kinds(_ name: String, observing watch: @escaping Watch) -> [Quantity] {
    let row = Shelf.Action.rows(.element(id: 0, action: .write))
    let element = Shelf.Action.path(.element(id: 0, action: .write))
    return [
      copies("\(name)-property", .first(.write), of: \.first.pages, watch),
      copies("\(name)-optional", .borrowed(.write), of: \.borrowed?.pages, watch),
      copies("\(name)-case", .desk(.book(.write)), of: \.book, watch),
      copies("\(name)-stack", element, of: \.path.first?.pages, watch),
      copies("\(name)-row", row, of: \.rows.first?.pages, watch),
    ]
  }

  private static func copies(
    _ name: String, _ action: Shelf.Action, limit: Double = 0,
    of pages: @escaping (Shelf.State) -> Pages?, _ watch: @escaping Watch
  ) -> Quantity {
    Quantity(name: name, unit: "copies an action", limit: limit) { _ in
      let actions = 100
      let store = Store(Shelf.State()) { Shelf() }
      for _ in 0..<actions {
        withObservationTracking({ watch(store) }, onChange: {})
        store.send(action)
      }
      guard let pages = pages(store.state), pages.first == actions else {
        fatalError("\(action) was sent \(actions) times and reduced a different number of times")
      }
      return Double(pages.copies) / Double(actions)
    }
  }
}

/// A long array in each kind of child state.
struct Shelf: Reducer {
  /// Changes one number of a long array.
  struct Book: Reducer {
    struct State: Equatable, Identifiable {
      var id = 0
      var pages = Pages()
    }

    enum Action: Sendable { case write }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .write: state.pages.write()
      }
      return .none
    }
  }

  enum Desk: Equatable, CasePathable {
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

    var book: Pages? { desk[case: .book]?.pages }
  }

  enum Action: Sendable, CasePathable {
    case first(Book.Action)
    case borrowed(Book.Action)
    case desk(DeskAction)
    case path(StackAction<Book.Action>)
    case rows(IdentifiedAction<Book.State, Book.Action>)
  }

  enum DeskAction: Sendable, CasePathable {
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

/// A hundred thousand numbers with copy-on-write, which count their copies.
struct Pages: Equatable {
  private final class Storage {
    var numbers = Array(repeating: 0, count: 100_000)

    init() {}

    init(copying other: Storage) { numbers = other.numbers.map(\.self) }
  }

  private var storage = Storage()
  private(set) var copies = 0

  var first: Int { storage.numbers[0] }

  mutating func write() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(copying: storage)
      copies += 1
    }
    storage.numbers[0] += 1
  }

  static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.numbers == right.storage.numbers
  }
}
