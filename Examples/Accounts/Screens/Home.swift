import Cairn
import CairnApp
import ExampleSupport

/// The screen of a signed-in user, with the dialog or the images above it.
struct Home: Reducer {
  struct State: Hashable {
    var account: Account
    var phase = Phase.ready(note: nil)
    var destination: Destination.State?

    enum Phase: Hashable {
      case ready(note: HomeNote?)
      case loggingOut
    }

    /// The reason why all inputs are disabled.
    var business: String? { phase == .loggingOut ? "logging out" : nil }
  }

  enum Action: Codable, Equatable, CasePathable {
    case edit
    case images
    case logOut
    case loggedOut
    case notLoggedOut(reason: String)
    case destination(Destination.Action)
  }

  let accounts: Accounts<Profile>
  let description: UserDescription
  let feed: ImageFeed

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .edit:
        guard state.isAccessible else { return .none }
        state.phase = .ready(note: nil)
        state.destination = .edit(
          Edit.State(account: state.account, mobile: state.account.profile["mobile"]))
        return .none
      case .images:
        guard state.isAccessible else { return .none }
        state.phase = .ready(note: nil)
        state.destination = .images(Images.State())
        return .send(.destination(.images(.appeared)))
      case .logOut:
        guard state.isAccessible else { return .none }
        state.phase = .loggingOut
        return logOut(state.account.email)
      case .loggedOut:
        return .forParent
      case .notLoggedOut(let reason):
        state.phase = .ready(note: .problem(reason))
        return .none
      case .destination(.edit(.saved(let account))):
        state.account = account
        state.phase = .ready(note: .numberEdited)
        state.destination = nil
        return .none
      case .destination:
        return .none
      }
    }
    .ifLet(\.destination, .destination) {
      Destination(
        edit: Edit(accounts: accounts, description: description), images: Images(feed: feed))
    }
  }

  private func logOut(_ email: String) -> Effect<Action> {
    .run(name: "log out") { [accounts] send in
      try await accounts.signOut(email)
      await send(.loggedOut)
    } catch: { error, send in
      await send(.notLoggedOut(reason: "\(error)"))
    }
  }
}

/// A remark on ``Home``.
enum HomeNote: Hashable {
  case numberEdited
  case problem(String)
}

extension Home.State {
  /// Whether the screen is on top, and no effect of it is in flight.
  fileprivate var isAccessible: Bool { destination == nil && business == nil }

  func screens(_ description: UserDescription) -> [Screen<Home.Action>] {
    let home = Screen<Home.Action>("home", "Home") {
      GridRow("Name", account.profile.name.isEmpty ? "not given" : account.profile.name)
      GridRow("Mobile", account.profile["mobile"])
      if phase == .ready(note: .numberEdited) { Note(.info, "Number was edited successfully") }
      if case .ready(.problem(let problem)?) = phase { Note(.error, problem, lines: 4) }
      if phase == .loggingOut { Progress("Logging out…") }
      Button("edit", disabledBecause: business, .edit)
      Button("images", disabledBecause: business, .images)
      Button("logout", disabledBecause: business, .logOut)
    }
    return [home] + [destination?.screen.map { .destination($0) }].compactMap(\.self)
  }
}

/// The dialog or the screen above ``Home``, at most one at a time.
struct Destination: FeatureEnum {
  typealias ActionTraits = Codable & Equatable

  let edit: Edit
  let images: Images
}
