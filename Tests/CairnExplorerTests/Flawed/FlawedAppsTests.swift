import CairnApp
import CairnExplorer
import CairnModel
import Foundation
import TestSupport
import Testing

@testable import searches

/// More than fifty apps with a flaw each, of ten kinds. None is proved.
@Suite(.gate) struct FlawedAppsTests {
  static let kinds: KeyValuePairs<String, [Flaw]> = [
    "a reading of the clock around a sleep": [
      .slowSignIn, .passedDeadline, .secondLap, .twoLaps, .sameStamp, .driftingPoll, .quickAnswer,
    ],
    "work without end at one instant": [
      .pingPong, .hastyRetry, .followUps, .spinningWait, .endlessSequence, .chosenRetry,
      .followUpsInFlight,
    ],
    "a step that is wrong at a late time": [
      .reducerClock, .oldToken, .screenClock, .oldCopy, .countdown, .monthOldToken,
      .secondPause, .lateRequest, .lateInput,
    ],
    "dependence on more than the launch": [
      .drawnNumber, .hiddenCounter, .changedObject, .machineTime, .setOrder,
    ],
    "an input while an effect is in flight": [
      .doubleOrder, .takenBackLike, .typedWhileSaving, .overtakenReply, .sharedFlag,
      .overtakenSave,
    ],
    "a restart": [.earlySaved, .keptSession, .halfTransfer, .heldLock, .repeatedJob],
    "an effect that lasts too long": [
      .leftEffect, .lateResults, .wrongID, .replyToOldPage, .refreshAfterSignOut,
    ],
    "a disabled input that is accepted": [
      .lockedField, .secondLoad, .oneMore, .writtenRow, .countedRefusal,
    ],
    "a dead end": [.emptyScreen, .lostAnswer, .spinnerAfterFailure, .twoRooms, .askingForever],
    "a state or an action that must not be": [
      .emptyAverage, .closedPage, .dismissedRoot, .unhandledError, .keptPIN,
    ],
  ]

  /// One of each kind or more; an option mends it.
  static let mended: [Flaw] = [
    .slowSignIn, .hastyRetry, .countdown, .drawnNumber, .doubleOrder, .earlySaved, .leftEffect,
    .lockedField, .emptyScreen, .closedPage, .overtakenSave,
  ]

  @Test func `there are more than fifty apps of ten kinds`() {
    #expect(Self.kinds.count == 10 && Self.kinds.allSatisfy { $0.value.count >= 5 })
    #expect(Set(Self.kinds.flatMap(\.value).map(\.testDescription)).count == 59)
  }

  private func explored(_ options: String..., upTo states: Int = 5_000) throws
    -> AppExploration<FlawedApp>
  {
    try AppModel(options: options).explore(within: Bounds(states: states, time: .seconds(20)))
  }

  @Test(arguments: kinds.flatMap(\.value))
  func `a flaw is found, or named as not decided`(_ flaw: Flaw) throws {
    try FlawedApp.$flaw.withValue(flaw) {
      // A flaw is found within few states. That a property is not decided says something beyond a bound alone.
      let exploration = try explored(upTo: flaw.undecided == nil ? 100 : 5_000)
      #expect(!exploration.isProved, "\(exploration)")
      let verdict = try #require(exploration[flaw.violated], "\(exploration)")
      if let undecided = flaw.undecided {
        guard case .inconclusive = verdict.result else {
          Issue.record("it is decided: \(exploration)")
          return
        }
        #expect("\(exploration)".contains(undecided), "\(exploration)")
      } else {
        #expect(verdict.result == .refuted && verdict.trail != nil, "\(exploration)")
        guard !flaw.isUnplayable else { return }
        #expect(try exploration.playedTrail(of: flaw.violated) != nil, "\(exploration)")
      }
    }
  }

  @Test func `the page on dependencies shows the trail of an overtaken save`() throws {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../Sources/Cairn/Cairn.docc/Dependencies.md")
    let text = try String(contentsOf: page.standardizedFileURL, encoding: .utf8)
    try FlawedApp.$flaw.withValue(.overtakenSave) {
      let trail = try #require(explored()[Flaw.overtakenSave.violated]?.trail)
      #expect(text.contains("```text\n\(trail)```\n"), "\(trail)")
    }
  }

  @Test func `the flaw of an overtaken save is not found if its stand-in is a read`() throws {
    let read = Flaw.save { try await $0.sleep(for: .zero ... .seconds(1), isRead: true) }
    try FlawedApp.$flaw.withValue(read) {
      let exploration = try explored()
      #expect(exploration.isProved, "\(exploration)")
    }
  }

  @Test(arguments: mended) func `the app without the flaw is proved`(_ flaw: Flaw) throws {
    try FlawedApp.$flaw.withValue(flaw) {
      let exploration = try explored("--mended")
      #expect(exploration.isProved && exploration.limit == nil, "\(exploration)")
    }
  }
}

/// A search that continues another one finds what one search finds.
@Suite(.gate) struct ResumeTests {
  /// One of each kind. Two searches of an app that depends on more than its launch differ anyway.
  private static let flaws = FlawedAppsTests.kinds
    .filter { $0.key != "dependence on more than the launch" }.flatMap { $0.value.prefix(1) }

  @Test(arguments: flaws)
  func `a resumed search of an app with a flaw finds the same`(_ flaw: Flaw) throws {
    try FlawedApp.$flaw.withValue(flaw) {
      let difference = try AppModel<FlawedApp>().differenceWhenResumed(
        checking: FlawedApp.properties, upTo: 100)
      #expect(difference == nil)
    }
  }

  @Test func `a resumed search knows the effects that others are compared with`() throws {
    // In the first state alone. The first effect leads back to it, so that its step is not taken again.
    let question = Question("empty full a b c") { button, state, _ in
      guard state == ProbeState() else {
        state.pressed.insert(button)
        return .none
      }
      let action: ProbeAction = button == "full" ? .note("full") : .nothing
      return .run(name: "load", input: 1) { _, send in await send(action) }
    }
    try question.asked { model in
      let properties: [AppProperty<ProbeState>] = [.always("few notes") { $0.noted.count < 2 }]
      let whole = try model.explore(checking: properties)
      #expect(whole.refuted == ["no runtime issue"], "\(whole)")
      #expect(try model.differenceWhenResumed(checking: properties) == nil)
    }
  }
}
