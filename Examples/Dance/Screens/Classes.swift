import Cairn
import CairnApp
import ExampleSupport

/// The list of classes.
struct Classes: Reducer {
  struct State: Hashable {
    var phase = Phase.loading
    var search = ""
    var user: Account?
    /// The progress on disk in the classes whose last save has failed.
    var unsaved: [DanceClass.ID: ClassProgress] = [:]
    /// A problem, for the user.
    var note: String?

    enum Phase: Hashable {
      case loading
      case failed(reason: String)
      case loaded([DanceClass])
      case loggingOut([DanceClass])
    }

    /// The loaded classes.
    var all: [DanceClass] {
      switch phase {
      case .loading, .failed: []
      case .loaded(let classes), .loggingOut(let classes): classes
      }
    }

    /// O(*n*) in the texts of all classes.
    var found: [DanceClass] { all.found(by: search) }

    /// The reason why nothing can be opened.
    var business: String? {
      switch phase {
      case .loading: "loading the classes"
      case .failed: "the classes could not be loaded"
      case .loaded: nil
      case .loggingOut: "logging out"
      }
    }
  }

  enum Action: Codable, Equatable {
    case searchChanged(String)
    case play(DanceClass.ID)
    case logInShown
    case signUpShown
    case statsShown
    case logOut
    case loggedOut
    case notLoggedOut(reason: String)
    case retry
  }

  let accounts: Accounts<Profile>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .searchChanged(let search):
      if state.business == nil { state.search = search }
      return .none
    case .logOut:
      guard case .loaded(let classes) = state.phase, let user = state.user else { return .none }
      state.phase = .loggingOut(classes)
      state.note = nil
      return logOut(user.email)
    case .loggedOut:
      state.phase = .loaded(state.all)
      state.user = nil
      (state.search, state.unsaved) = ("", [:])
      return .none
    case .notLoggedOut(let reason):
      state.phase = .loaded(state.all)
      state.note = reason
      return .none
    case .play, .logInShown, .signUpShown, .statsShown, .retry:
      return .forParent
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

extension Classes.State {
  var screen: Screen<Classes.Action> {
    let found = found
    return Screen("classes", "Classes") {
      if let user { Text("Signed in as \(user.email)", lines: 1) }
      if let note { Note(.error, note, lines: 4) }
      if !unsaved.isEmpty {
        let titles = all.filter { unsaved[$0.id] != nil }.map(\.title.onOneLine.inQuotes)
        Note(
          .warning,
          "Not saved: the progress in \(titles.joined(separator: ", ")). Open it again to save it; a log-out"
            + " discards it.", lines: 4)
      }
      switch phase {
      case .loading: Progress("Loading the classes…")
      case .failed(let reason): Note(.error, reason, lines: 4)
      case .loaded: Text("")
      case .loggingOut: Progress("Logging out…")
      }
      if user == nil {
        Button("go-login", disabledBecause: business, .logInShown)
        Button("go-signup", disabledBecause: business, .signUpShown)
      } else {
        Button("logout", disabledBecause: business, .logOut)
        Button("stats", disabledBecause: business, .statsShown)
      }
      if case .failed = phase { Button("retry", .retry) }
      Field("search", search, disabledBecause: business) { .searchChanged($0) }
      if found.isEmpty, !all.isEmpty { Note(.info, "No class matches the search.") }
      for lesson in found {
        ListRow(
          "play-\(lesson.id)", lesson.summary, picture: Thumbnail(lesson.thumbnail).picture,
          disabledBecause: business, .play(lesson.id))
      }
    }
  }
}
