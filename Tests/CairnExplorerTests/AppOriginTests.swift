import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import Testing

/// Searches from a given state.
@Suite struct AppOriginTests {
  /// Shows a page, at first the one that was saved last.
  private struct Book: App, Reducer {
    enum Action {
      case turn, keep, kept
      case opened(Int)
    }

    static let name = "book"
    static let summary = "Keeps a page."
    let page: Guarded<Int>
    let state = 0
    let firstAction: Action? = .turn
    var reducer: Book { self }

    init(_ launch: Launch) { page = launch.memory.keep(7) }

    func reduce(into state: inout Int, action: Action) -> Effect<Action> {
      switch action {
      case .turn where state == 0:
        return .run(name: "open") { [page] send in
          await send(.opened(page.withLock { $0 }))
        }
      case .opened(let page): state = page
      case .turn: state = 9
      case .kept: break
      case .keep:
        return .run(name: "keep") { [page, state] send in
          page.withLock { $0 = state }
          await send(.kept)
        }
      }
      return .none
    }

    func screens(of state: Int) -> [Screen<Action>] {
      [
        Screen("page-\(state)", "Page") {
          Button("turn", .turn)
          Button("keep", .keep)
        }
      ]
    }
  }

  private func screens(remembering world: Simulation? = nil) throws -> [String] {
    var model = AppModel<Book>.bare()
    model.without.remove(.restarts)
    return try model.starting(at: 3, remembering: world).explore(checking: []).screens
  }

  @Test func `the search starts in the state, and a restart leads to the start of the app`() throws
  {
    #expect(try screens() == ["page-3", "page-9", "page-7"])
  }

  @Test func `the memory of stand-ins is copied from the given world, which stays unchanged`()
    throws
  {
    let world = Simulation()
    let book = Book(Launch(.simulated(start: "new"), in: world))
    book.page.withLock { $0 = 5 }
    #expect(try screens(remembering: world) == ["page-3", "page-9", "page-5"])
    #expect(book.page.withLock { $0 } == 5)
  }
}
