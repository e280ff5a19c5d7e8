import CairnApp
import CairnExplorer
import CairnModel
import TestSupport
import Testing

/// More than fifty apps with a flaw each, of ten kinds. None is proved.
@Suite(.gate) struct FlawedAppsTests {
  struct Kind: Sendable {
    let name: String
    let flaws: [any Flawed.Type]
    /// The flaws that are mended by an option: those apps are proved.
    let mended: [any Flawed.Type]
  }

  static let kinds = [
    Kind(
      name: "a reading of the clock around a sleep",
      flaws: [
        SlowSignIn.self, PassedDeadline.self, SecondLap.self, SameStamp.self, DriftingPoll.self,
      ],
      mended: [SlowSignIn.self]),
    Kind(
      name: "work without end at one instant",
      flaws: [
        PingPong.self, HastyRetry.self, FollowUps.self, SpinningWait.self, EndlessSequence.self,
        ChosenRetry.self, FollowUpsInFlight.self,
      ],
      mended: [HastyRetry.self]),
    Kind(
      name: "a step that is wrong at a late time",
      flaws: [
        ReducerClock.self, OldToken.self, ScreenClock.self, OldCopy.self, Countdown.self,
        MonthOldToken.self,
      ],
      mended: [Countdown.self]),
    Kind(
      name: "dependence on more than the launch",
      flaws: [
        DrawnNumber.self, HiddenCounter.self, ChangedObject.self, MachineTime.self, SetOrder.self,
      ],
      mended: [DrawnNumber.self]),
    Kind(
      name: "an input while an effect is in flight",
      flaws: [
        DoubleOrder.self, TakenBackLike.self, TypedWhileSaving.self, OvertakenReply.self,
        SharedFlag.self,
      ],
      mended: [DoubleOrder.self]),
    Kind(
      name: "a restart",
      flaws: [
        EarlySaved.self, KeptSession.self, HalfTransfer.self, HeldLock.self, RepeatedJob.self,
      ],
      mended: [EarlySaved.self]),
    Kind(
      name: "an effect that lasts too long",
      flaws: [
        LeftEffect.self, LateResults.self, WrongID.self, ReplyToOldPage.self,
        RefreshAfterSignOut.self,
      ],
      mended: [LeftEffect.self]),
    Kind(
      name: "a disabled input that is accepted",
      flaws: [
        LockedField.self, SecondLoad.self, OneMore.self, WrittenRow.self, CountedRefusal.self,
      ],
      mended: [LockedField.self]),
    Kind(
      name: "a dead end",
      flaws: [
        EmptyScreen.self, LostAnswer.self, SpinnerAfterFailure.self, TwoRooms.self,
        AskingForever.self,
      ],
      mended: [EmptyScreen.self]),
    Kind(
      name: "a state or an action that must not be",
      flaws: [
        EmptyAverage.self, ClosedPage.self, DismissedRoot.self, UnhandledError.self, KeptPIN.self,
      ],
      mended: [ClosedPage.self]),
  ]

  @Test func `there are more than fifty apps of ten kinds`() {
    #expect(Self.kinds.count == 10)
    #expect(Self.kinds.allSatisfy { $0.flaws.count >= 5 && !$0.mended.isEmpty })
    #expect(Set(Self.kinds.flatMap(\.flaws).map(ObjectIdentifier.init)).count == 53)
  }

  @Test(arguments: kinds.flatMap(\.flaws).map(Case.init))
  func `a flaw is found, or named as not decided`(_ tested: Case) throws {
    try tested.plan.expectFlaw()
  }

  @Test(arguments: kinds.flatMap(\.mended).map(Case.init))
  func `the app without the flaw is proved`(_ tested: Case) throws {
    try tested.plan.expectProof()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let plan: any Flawed.Type

    var testDescription: String { "\(plan)" }
  }
}

extension Flawed {
  private static func explored(_ options: String...) throws -> AppExploration<FlawedApp<Self>> {
    try AppModel(options: options).explore(within: Bounds(states: 5_000, time: .seconds(20)))
  }

  fileprivate static func expectFlaw() throws {
    let exploration = try explored()
    #expect(!exploration.isProved, "\(exploration)")
    let verdict = try #require(
      exploration.verdicts.first { $0.property == violated }, "\(exploration)")
    if let undecided {
      guard case .inconclusive = verdict.result else {
        Issue.record("it is decided: \(exploration)")
        return
      }
      #expect("\(exploration)".contains(undecided), "\(exploration)")
    } else {
      #expect(verdict.result == .refuted, "\(exploration)")
      #expect(verdict.trail != nil)
      guard !isUnplayable else { return }
      #expect(try exploration.playedTrail(of: violated) != nil, "\(exploration)")
    }
  }

  fileprivate static func expectProof() throws {
    let exploration = try explored("--mended")
    #expect(exploration.isProved, "\(exploration)")
    #expect(exploration.limit == nil)
  }
}
