import Cairn
import CairnApp
import CairnSimulation

/// An app with a service that has four answers.
struct Inbox: App {
  enum State: Hashable {
    case empty
    case fetching
    case fetched(String)
    case offline
  }

  enum Action: Sendable {
    case fetch
    case fetched(String)
    case failed
    case clear
  }

  private struct Offline: Error {}

  static let name = "inbox"
  static let summary = "Fetches the mail."

  let state = State.empty
  let reducer: Reduce<State, Action>

  init(_ launch: Launch) {
    let choices = launch.choices
    reducer = Reduce { state, action in
      switch action {
      case .fetch:
        guard state == .empty else { return .none }
        state = .fetching
        return .run(name: "fetch") { send in
          let mail = try await choices.answer(
            "fetch",
            [
              "mail": .success("Hello"), "offline": .failure(Offline()),
              "slow": .slow(.seconds(5), .success("Goodbye")), "never": .never,
            ])
          await send(.fetched(mail))
        } catch: { _, send in
          await send(.failed)
        }
      case .fetched(let mail):
        state = .fetched(mail)
        return .none
      case .failed:
        state = .offline
        return .none
      case .clear:
        state = .empty
        return .none
      }
    }
  }

  func screens(of state: State) -> [Screen<Action>] {
    [
      Screen("inbox", "Inbox") {
        Button("fetch", disabledBecause: state == .empty ? nil : "it was fetched", .fetch)
        Button("clear", disabledBecause: state == .fetching ? "it is being fetched" : nil, .clear)
      }
    ]
  }
}

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
