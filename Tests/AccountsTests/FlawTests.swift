import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation
import CairnTrail
import TestSupport
import Testing

@testable import accounts

@Suite(.gate, .timeLimit(.minutes(10))) struct ExploredTests {
  @Test(arguments: [[], ["--latency=1s"], ["--unreliable"]])
  func `the properties are proved, also with a slow and with an unreliable storage`(
    _ options: [String]
  ) throws {
    var model = AppModel<AccountsApp>(
      start: options.isEmpty ? "signed-up" : "signed-in", options: options)
    if !options.isEmpty {
      // Fewer values, because every operation of the storage has a time or several outcomes.
      model.samples["email"] = ["ada@example.com"]
      model.samples["password"] = ["s3cret-pw!"]
    }
    model.check = .none
    let exploration = try model.explore()
    let unproved = exploration.verdicts.filter { $0.result != .proved }.map(\.property)
    // An answer that never comes ends nothing.
    let expected =
      options == ["--unreliable"] ? ["an operation of the storage leads to its end"] : []
    #expect(unproved == expected, "\(exploration)")
  }
}

/// Apps with a planted mistake: the search finds each, with a shortest trail.
@Suite(.gate, .timeLimit(.minutes(10))) struct FlawTests {
  /// A flaw, the property that it violates, and a shortest trail to it.
  struct Case: Sendable, CustomTestStringConvertible {
    let flaw: Flaw
    let property: String
    var others: [String] = []
    let steps: String

    var testDescription: String { flaw.rawValue }
  }

  private static let toHome = """
    > email ada@a.b
    > sign-up

    """

  static let cases = [
    Case(
      flaw: .loadOfTheParent, property: "every step: nothing but the button opens the images",
      others: ["no leaked effect"],
      steps: """
        \(toHome)> images
        > back
        @ 1s

        """),
    Case(
      flaw: .comparesCase, property: "never one address registers twice",
      steps: """
        \(toHome)> log-out
        > email ADA@a.b
        > sign-up

        """),
    Case(
      flaw: .uncheckedNumber, property: "never a number is stored that is wrong",
      steps: """
        \(toHome)> edit
        > number x
        > save
        @ 1s

        """),
    Case(
      flaw: .savesTwice, property: "refused means unchanged",
      steps: """
        \(toHome)> edit
        > number 2
        > save
        ! save

        """),
  ]

  private func explored(_ flaw: Flaw?) throws -> AppExploration<AlbumApp> {
    let model = AppModel<AlbumApp>(options: flaw.map { ["--flaw=\($0.rawValue)"] } ?? [])
    // Any number of loads could be in flight, and the search would never end.
    return try model.explore(within: Bounds(depth: flaw == .loadOfTheParent ? 7 : nil))
  }

  @Test func `without a flaw everything is proved`() throws {
    let exploration = try explored(nil)
    #expect(exploration.isProved, "\(exploration)")
    #expect(Self.cases.map(\.flaw) == Flaw.allCases)
  }

  @Test(arguments: cases)
  func `a flaw is refuted by a shortest trail, which fails when it is played`(
    _ expected: Case
  ) throws {
    let exploration = try explored(expected.flaw)
    let refuted = exploration.verdicts.filter { $0.result == .refuted }.map(\.property)
    #expect(Set(refuted) == Set([expected.property] + expected.others))
    let trail = try #require(exploration[expected.property]?.trail, "\(exploration)")
    #expect(
      trail == """
        % app album
        % options --flaw=\(expected.flaw.rawValue)
        # This does not hold: \(expected.property)
        \(expected.steps)
        """)
    let played = try TrailPlayer<AlbumApp>.play(Trail.parse(trail, file: "found.trail"))
    #expect(played != nil)
  }
}

/// A mistake in ``Album``.
enum Flaw: String, CaseIterable {
  /// The load belongs to home, and `back` does not end it: a late reply opens the images again.
  case loadOfTheParent
  /// The address is compared with case, so that one address registers twice.
  case comparesCase
  /// A wrong number closes the dialog, and is stored.
  case uncheckedNumber
  /// The reducer takes `save` twice while the number is stored.
  case savesTwice
}

/// A small app of the same kind, written anew: an address signs up, loads images and edits a number.
struct Album: Reducer {
  struct State: Hashable {
    var place = Place.start
    var email = ""
    var number = ""
    var problem = ""
    /// The registered addresses, after a sign-up.
    var userCount = 0
    /// The stored number.
    var savedNumber = "1"
    /// The saves that have not been confirmed.
    var saves = 0
  }

  enum Place: Hashable {
    case start, home, edit
    case images(count: Int?)
  }

  enum Action: Sendable {
    case emailChanged(String)
    case signUp
    case signedUp(userCount: Int)
    case refused
    case images
    case loaded(Int)
    case back
    case edit
    case numberChanged(String)
    case save
    case saved(String)
    case logOut
  }

  let flaw: Flaw?
  /// The registered addresses.
  let users: Guarded<[String]>
  let clock: any Clock<Duration>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .emailChanged(let email):
      if state.place == .start { state.email = email }
    case .signUp:
      return state.place == .start && state.email != "" ? signUp(state.email) : .none
    case .signedUp(let userCount):
      state.userCount = userCount
      state.problem = ""
      state.place = .home
    case .refused:
      state.problem = "taken"
    case .images:
      guard state.place == .home else { return .none }
      state.place = .images(count: nil)
      return load()
    case .loaded(let count):
      state.place = .images(count: count)
    case .back:
      guard state.saves == 0, state.place != .start, state.place != .home else { return .none }
      state.place = .home
      state.number = ""
      return flaw == .loadOfTheParent ? .none : .cancel(id: "load")
    case .edit:
      if state.place == .home { state.place = .edit }
    case .numberChanged(let number):
      if state.place == .edit, state.saves == 0 { state.number = number }
    case .save:
      return save(&state)
    case .saved(let number):
      state.saves -= 1
      state.savedNumber = number
      if state.saves == 0 {
        state.place = .home
        state.number = ""
      }
    case .logOut:
      if state.place == .home { state = State() }
    }
    return .none
  }

  private func signUp(_ email: String) -> Effect<Action> {
    .run(name: "sign up") { [flaw, users] send in
      let userCount: Int? = users.withLock { users in
        let isTaken = users.contains {
          flaw == .comparesCase ? $0 == email : $0.lowercased() == email.lowercased()
        }
        if !isTaken { users.append(email) }
        return isTaken ? nil : users.count
      }
      await send(userCount.map { .signedUp(userCount: $0) } ?? .refused)
    }
  }

  private func load() -> Effect<Action> {
    .run(name: "load") { [clock] send in
      try await clock.sleep(for: .seconds(1))
      await send(.loaded(2))
    }
    .cancellable(id: "load")
  }

  private func save(_ state: inout State) -> Effect<Action> {
    guard state.place == .edit, state.number != "", state.saves == 0 || flaw == .savesTwice else {
      return .none
    }
    guard state.number != "x" || flaw == .uncheckedNumber else {
      state.problem = "wrong"
      return .none
    }
    state.problem = ""
    state.saves += 1
    return .run(name: "save") { [clock, number = state.number] send in
      try await clock.sleep(for: .seconds(1))
      await send(.saved(number))
    }
  }
}

/// ``Album`` as a program, right or with a ``Flaw``.
struct AlbumApp: App {
  static let name = "album"
  static let summary = "An album, right or with one flaw."
  static let options = [AppOption("--flaw", value: "FLAW", help: "the flaw")]
  static let samples = ["email": ["ada@a.b", "ADA@a.b"], "number": ["2", "x"]]
  static let properties: [AppProperty<Album.State>] =
    .standard() + [
      .never("a number is stored that is wrong") { $0.savedNumber == "x" },
      .step("nothing but the button opens the images") { before, step, after in
        guard case .images = after.place, before.place == .home else { return true }
        return step == .input("images")
      },
      // The samples differ only in case.
      .never("one address registers twice") { $0.userCount > 1 },
    ]

  let state = Album.State()
  let reducer: Album

  init(_ launch: Launch) throws(UsageError) {
    reducer = Album(
      flaw: launch.options["--flaw"].flatMap(Flaw.init), users: launch.memory.keep([]),
      clock: launch.clock)
  }

  func screens(of state: Album.State) -> [Screen<Album.Action>] {
    let home = Screen<Album.Action>("home", "Home") {
      Text("Number: \(state.savedNumber)")
      Button("images", .images)
      Button("edit", .edit)
      Button("log-out", .logOut)
    }
    return switch state.place {
    case .start:
      [
        Screen("start", "Start") {
          Field("email", state.email) { .emailChanged($0) }
          Note(.error, state.problem)
          Button("sign-up", disabledBecause: state.email == "" ? "no address" : nil, .signUp)
        }
      ]
    case .home: [home]
    case .images(let count):
      [
        home,
        Screen("images", "Images") {
          Text(count.map { "\($0) images" } ?? "loading")
          Button("back", .back)
        },
      ]
    case .edit:
      [
        home,
        Screen("edit", "Edit") {
          Field("number", state.number, disabledBecause: state.saves > 0 ? "saving" : nil) {
            .numberChanged($0)
          }
          Note(.error, state.problem)
          Button(
            "save",
            disabledBecause: state.number == "" ? "no number" : state.saves > 0 ? "saving" : nil,
            .save)
          Button("back", disabledBecause: state.saves > 0 ? "saving" : nil, .back)
        },
      ]
    }
  }
}
