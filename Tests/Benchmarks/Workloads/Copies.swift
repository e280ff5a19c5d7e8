import Cairn
import Observation

extension Quantity {
  private enum Observed {
    case nothing
    case title
    case firstPages
  }

  /// How often a long array is copied that is changed in place, wherever it lies: never, whether
  /// another value is observed or not, and once a firing where the array itself is.
  static var copies: [Quantity] {
    places("copies", observing: .nothing)
      + places("copies-observed-elsewhere", observing: .title)
      + [
        copies("copies-observed-property", .first(.write), .firstPages, limit: 1) {
          $0.first.pages
        }
      ]
  }

  private static func places(_ name: String, observing observed: Observed) -> [Quantity] {
    [
      copies("\(name)-property", .first(.write), observed) { $0.first.pages },
      copies("\(name)-optional", .borrowed(.write), observed) { $0.borrowed?.pages },
      copies("\(name)-case", .desk(.book(.write)), observed) { $0.desk[case: .book]?.pages },
      copies("\(name)-stack", .path(.element(id: 0, action: .write)), observed) {
        $0.path.first?.pages
      },
      copies("\(name)-row", .rows(.element(id: 0, action: .write)), observed) {
        $0.rows.first?.pages
      },
    ]
  }

  private static func copies(
    _ name: String, _ action: Shelf.Action, _ observed: Observed, limit: Double = 0,
    pages: @escaping (Shelf.State) -> Pages?
  ) -> Quantity {
    Quantity(name: name, unit: "copies an action", limit: limit) {
      let actions = 100
      let store = Store(Shelf.State()) { Shelf() }
      for _ in 0..<actions {
        observe(observed, of: store)
        store.send(action)
      }
      guard let pages = pages(store.state), pages.first == actions else {
        fatalError("\(action) was sent \(actions) times and reduced at other times")
      }
      return Double(pages.copies) / Double(actions)
    }
  }

  private static func observe(_ observed: Observed, of store: Store<Shelf.State, Shelf.Action>) {
    withObservationTracking(
      {
        switch observed {
        case .nothing: break
        case .title: _ = store.title
        case .firstPages: _ = store[\.first.pages]
        }
      }, onChange: {})
  }
}
