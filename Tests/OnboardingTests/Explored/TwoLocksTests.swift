import Cairn
import CairnApp
import CairnExplorer
import CairnSimulation
import CairnStorage
import CairnTerminal
import CairnTrail
import Foundation
import TestSupport
import Testing

@testable import onboarding

/// The gate compares the search from the first start with the saved one, and proves the properties from the others.
@Suite(.gate) struct ExploredTests {
  @Test func `every path of a saved search replays`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Examples/Onboarding/Trails/explored.json").standardizedFileURL
    let behavior = try BehaviorFile.parse(
      Array(Data(contentsOf: file)), file: "explored.json", app: OnboardingApp.name)
    let paths = behavior.situations.map(\.path) + behavior.transitions.map(\.path)
    #expect(paths.count > 90)
    for path in paths {
      let lines = behavior.heading + path.settings + path.steps + path.ending
      let trail = try Trail.parse(lines.joined(separator: "\n"), file: "path.trail")
      #expect(try TrailPlayer<OnboardingApp>.play(trail) == nil, "\(trail)")
    }
  }

  @Test(arguments: [[], ["--slow", "--unreliable"]])
  func `two programs together allow no more wrong PINs than one, and no shorter wait`(
    options: [String]
  ) throws {
    var model = AppModel<TwoLocksApp>(options: options)
    // Its inputs end and start each of the programs; a restart would end both.
    model.without = Set(SearchPart.allCases)
    model.check = .none
    let exploration = try model.explore()
    #expect(exploration.isProved, "\(exploration)")
  }
}

/// Two programs of one user, which share the file of a locked session.
///
/// Both are whole programs, so that a search tries every order of their steps. A person can kill the
/// second program at any time, and start it again.
struct TwoLocks: Reducer {
  struct State: Hashable {
    var one: Root.State? = .starting
    var two: Root.State? = .starting
    var judge = Judge()
    /// The wrong tries after which the session is removed, in place of ten.
    var limit = 3
  }

  enum Action: Equatable {
    case started
    case one(Root.Action)
    case two(Root.Action)
    case oneTries(PIN)
    case twoTries(PIN)
    case killTwo
    case startTwo
    case waitIsOver(wrong: Int)
  }

  enum Name: String {
    case one, two
  }

  enum PIN: String {
    case right = "1234"
    case wrong = "9876"
  }

  /// A count of its own, which knows nothing of the count in the file.
  struct Judge: Hashable {
    /// The comparisons that have begun since a right PIN was saved, in both programs.
    var begun = 0
    /// The comparisons that ended with a wrong PIN since one ended with the right one.
    var wrong = 0
    /// The programs that have compared the right PIN, and not saved it yet.
    var unsaved: Set<Name> = []
    /// Whether a person has to wait.
    var isHolding = false
    var comparedTooSoon = false
    /// Whether a save was slow or failed.
    var metFault = false
  }

  let one: Root
  let two: Root
  let judge: Guarded<Judge>
  let clock: any Clock<Duration>

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .started:
        return .send(.one(.started)).merged(with: .send(.two(.started)))
      case .oneTries(let pin):
        return type(pin, in: &state.one).map { .one($0) }
      case .twoTries(let pin):
        return type(pin, in: &state.two).map { .two($0) }
      case .killTwo:
        state.two = nil
        return .none
      case .startTwo:
        guard state.two == nil else { return .none }
        state.two = .starting
        return .send(.two(.started))
      case .waitIsOver(let wrong):
        judge.withLock { if $0.wrong == wrong { $0.isHolding = false } }
        return .none
      case .one(.unlock(.wrongPIN)), .two(.unlock(.wrongPIN)), .one(.unlock(.notCompared)),
        .two(.unlock(.notCompared)), .one(.unlock(.unlocked)):
        let known = state.judge.wrong
        state.judge = judge.withLock { $0 }
        guard state.judge.wrong != known, state.judge.isHolding else { return .none }
        return wait(after: state.judge.wrong)
      case .one, .two:
        state.judge.begun = judge.withLock(\.begun)
        return .none
      }
    }
    .ifLet(\.one, Self.onePath) { one }
    .ifLet(\.two, Self.twoPath) { two }
  }

  private static let onePath = CasePath(Action.one) { if case .one(let x) = $0 { x } else { nil } }
  private static let twoPath = CasePath(Action.two) { if case .two(let x) = $0 { x } else { nil } }

  private func type(_ pin: PIN, in program: inout Root.State?) -> Effect<Root.Action> {
    guard case .unlock(var lock) = program, lock.hold == nil, lock.business == nil else {
      return .none
    }
    lock.pin = Secret(pin.rawValue)
    program = .unlock(lock)
    return .send(.unlock(.unlock))
  }

  /// A little less than the programs wait, so that they are not too early at the same instant.
  private func wait(after wrong: Int) -> Effect<Action> {
    .run(name: "judge") { [clock] send in
      try await clock.sleep(for: .seconds(1 << (wrong - 2)) - .milliseconds(1))
      await send(.waitIsOver(wrong: wrong))
    }
    .cancellable(id: "judge", cancelInFlight: true)
    .background
  }
}

private enum Fault {
  case fails, slow
}

/// The root of one program; inside of an app, `Root` is its own.
private typealias Program = Root

struct TwoLocksApp: App {
  static let name = "two-locks"
  static let summary = "Two lock screens of one session."
  static let starts = ["locked"]
  static let properties: [AppProperty<TwoLocks.State>] = [
    .noRuntimeIssue,
    .never("more PINs than allowed are compared") { $0.judge.begun > $0.limit },
    .never("a PIN is compared while a person must wait") { $0.judge.comparedTooSoon },
    .step("no PIN opens the session after the last wrong one") { before, _, after in
      before.judge.wrong < before.limit || before.one.isOpen || !after.one.isOpen
    },
    .reachable("the last wrong PIN") { $0.judge.wrong == $0.limit },
    .reachable("both have removed the session") { state in
      [state.one, state.two].allSatisfy { if case .onboarding? = $0 { true } else { false } }
    },
  ]

  static let options = [
    AppOption("--slow", help: "a comparison takes up to a second; two tries in place of three"),
    AppOption(
      "--unreliable", help: "one save fails or takes up to a second; two tries in place of three"),
  ]

  let reducer: TwoLocks
  let state: TwoLocks.State
  let firstAction: TwoLocks.Action? = .started

  init(_ launch: Launch) throws(UsageError) {
    let path = SessionStore.simulatedPath
    var contents = SimulatedDisk(hasLinks: false)
    _ = try? FileStorage.change(path, format: .session, on: &contents) {
      $0 = Session(
        firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", telephone: "1",
        locks: true, pinHash: PasswordHasher.seededHash(of: "1234", seed: 1))
    }
    let disk = launch.memory.keep(contents)
    let judge = launch.memory.keep(TwoLocks.Judge())
    let choices = launch.choices
    let isSlow = launch.options.has("--slow")
    let isUnreliable = launch.options.has("--unreliable")
    // Nobody has to wait after the first wrong PIN: two tries keep the search small.
    let limit = isSlow || isUnreliable ? 2 : 3
    func program(_ name: TwoLocks.Name) -> Program {
      let storage = FileStorage(simulated: path, format: .session) { body in
        disk.withLock { body(&$0) }
      } fault: { operation in
        // One fault on each path: with any number, a search had not ended after nine minutes.
        guard isUnreliable, operation != .load, !judge.withLock({ $0.metFault }) else {
          return nil
        }
        let fault = try await choices.answer(
          operation.rawValue,
          ["works": .success(Fault?.none), "fails": .success(.fails), "is slow": .success(.slow)],
          // A killed program writes nothing any more.
          isRead: true)
        guard let fault else { return nil }
        judge.withLock { $0.metFault = true }
        switch fault {
        case .slow:
          try await choices.sleep(for: .zero ... .seconds(1), isRead: true)
          return nil
        case .fails:
          return operation == .remove ? .fails(.unlink, .inputOutput) : .fails(.write, .noSpace)
        }
      }
      let base = launch.memory.keep(FileVersion.none)
      let store = SessionStore(
        storage, path: path,
        base: SessionStore.Base(
          get: { base.withLock { $0 } }, set: { new in base.withLock { $0 = new } }))
      return Program(
        store: store.watched(by: judge, as: name),
        hasher: PasswordHasher.seeded(1)
          .watched(by: judge, as: name, limit, pausing: isSlow ? choices : nil),
        clock: launch.clock, limit: limit)
    }
    reducer = TwoLocks(
      one: program(.one), two: program(.two), judge: judge, clock: launch.clock)
    state = TwoLocks.State(limit: limit)
  }

  func screens(of state: TwoLocks.State) -> [Screen<TwoLocks.Action>] {
    [
      Screen("two", "Two programs") {
        for pin in [TwoLocks.PIN.wrong, .right] {
          Button("one-\(pin)", disabledBecause: state.one?.objection, .oneTries(pin))
        }
        Button("two-wrong", disabledBecause: state.two?.objection, .twoTries(.wrong))
        if state.two == nil {
          Button("start-two", .startTwo)
        } else {
          Button("kill-two", .killTwo)
        }
      }
    ]
  }
}

extension Root.State? {
  fileprivate var isOpen: Bool { if case .main? = self { true } else { false } }
}

extension Root.State {
  /// The reason why no PIN can be typed.
  fileprivate var objection: String? {
    guard case .unlock(let state) = self else { return "this is no lock screen" }
    return state.business ?? state.hold
  }
}

extension SessionStore {
  /// Tells a judge when the right PIN is saved.
  fileprivate func watched(by judge: Guarded<TwoLocks.Judge>, as name: TwoLocks.Name)
    -> SessionStore
  {
    var store = self
    store.update = { [update] change throws(StorageError) in
      // A killed program changes nothing any more.
      guard !Task.isCancelled else { throw StorageError(.cancelled, "saving", "the session") }
      let isRight = judge.withLock { $0.unsaved.remove(name) != nil }
      let saved = try await update(change)
      if isRight { judge.withLock { $0.begun = 0 } }
      return saved
    }
    return store
  }
}

extension PasswordHasher {
  /// Tells a judge of each comparison.
  ///
  /// - Parameter choices: choose the time of a comparison. Another program can count, compare or save
  ///   meanwhile, and this one can be killed. `nil` for a comparison that takes no time.
  fileprivate func watched(
    by judge: Guarded<TwoLocks.Judge>, as name: TwoLocks.Name, _ limit: Int,
    pausing choices: Choices?
  ) -> PasswordHasher {
    var hasher = self
    hasher.matches = { [matches] pin, hash throws(PasswordError) in
      judge.withLock { judge in
        judge.comparedTooSoon = judge.comparedTooSoon || judge.isHolding
        // One too many is enough: a search of programs that do not count must end.
        judge.begun = min(judge.begun + 1, limit + 1)
      }
      do {
        try await choices?.sleep(for: .zero ... .seconds(1), isRead: true)
      } catch {
        throw .failed(reason: "the program was killed")
      }
      let isRight = try await matches(pin, hash)
      judge.withLock { judge in
        if isRight { judge.unsaved.insert(name) }
        judge.wrong = isRight ? 0 : min(judge.wrong + 1, limit + 1)
        judge.isHolding = choices == nil && judge.wrong > 1
      }
      return isRight
    }
    return hasher
  }
}
