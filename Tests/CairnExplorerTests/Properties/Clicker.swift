import Cairn
import CairnApp

/// The relevant part of a count.
protocol Counting {
  static var canonicalState: (@Sendable (Int) -> Int)? { get }
}

enum Exact: Counting {
  static let canonicalState: (@Sendable (Int) -> Int)? = nil
}

enum Parity: Counting {
  static let canonicalState: (@Sendable (Int) -> Int)? = { $0 % 2 }
}

/// Counts without end.
struct Clicker<Count: Counting>: App {
  static var name: String { "clicker" }
  static var summary: String { "Counts without end." }
  static var canonicalState: (@Sendable (Int) -> Int)? { Count.canonicalState }

  enum Action: Sendable { case click }

  let state = 0
  let reducer = Reduce<Int, Action> { state, _ in
    state += 1
    return .none
  }

  init(_ launch: Launch) {}

  func screens(of state: Int) -> [Screen<Action>] {
    [Screen(state.isMultiple(of: 2) ? "even" : "odd", "Clicker") { Button("click", .click) }]
  }
}
