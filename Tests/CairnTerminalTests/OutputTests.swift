import Cairn
import CairnApp
import Foundation
import Synchronization
import Testing

@testable import CairnTerminal

/// The output of runners, in processes of their own.
@Suite(.timeLimit(.minutes(5))) struct OutputTests {
  private func text(_ result: ExitTest.Result?) -> String {
    String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
  }

  @Test func `a tick prints no screen below the output of a command`() async throws {
    let edited = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let session = try Session<Errands>()
      let options = try RunOptions(
        OptionValues([], among: []), environment: [:], outputIsTerminal: false)
      let runner = REPL(session, options, nil)
      for line in ["resume", ":stack", "nope", ":stack"] {
        _ = runner.show(session.answer(to: line))
        session.clock.advance(by: .seconds(1))
        runner.showChangesByEffects()
      }
    }
    let appended = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      let session = try Session<Errands>()
      let runner = LineREPL(session, .plain)
      for line in ["resume", ":stack", "nope", ":stack"] {
        _ = runner.show(session.answer(to: line))
        session.clock.advance(by: .seconds(1))
        runner.showChangesByEffects()
      }
    }
    func seconds(_ text: String) -> [String] {
      text.matches(of: /Seconds: (\d)/).map { String($0.output.1) }
    }
    // One screen, whose line is changed in place.
    #expect(seconds(text(edited)) == ["0", "1", "2", "3", "4"], "\(text(edited))")
    #expect(text(edited).matches(of: /\n  adjust/).count == 1)
    // The screen of the first input, and its changes after that input and after the refused one.
    #expect(seconds(text(appended)) == ["0", "1", "3"], "\(text(appended))")
  }

  @Test func `SIGTERM ends a search with its report, and then the program`() async {
    let result = await #expect(
      processExitsWith: .signal(SIGTERM), observing: [\.standardOutputContent]
    ) {
      receiveTermination()
      let clock = WallClock(isVirtual: true)
      let session = Session(
        Endless(Launch(.real, in: clock.simulation)), in: .real, clock: clock)
      _ = LineREPL(session, .plain).show(session.answer(to: ":explore"))
    }
    #expect(text(result).contains("; not everything was visited: it was interrupted\n"))
    #expect(text(result).hasSuffix("nothing was checked by replay\n"))
  }

  @Test func `the status of a search that SIGTERM has ended is that of the signal`() async {
    await #expect(processExitsWith: .exitCode(143)) {
      receiveTermination()
      let program = Program<Endless>(coding: nil, searcher: AppSearcher())
      exit(program.run(["explore"]).rawValue)
    }
  }
}

/// Lets this thread receive SIGTERM, which threads of tests block.
private func receiveTermination() {
  var signals = sigset_t()
  sigemptyset(&signals)
  sigaddset(&signals, SIGTERM)
  pthread_sigmask(SIG_UNBLOCK, &signals, nil)
}

/// Counts without end, and sends SIGTERM to the process during a search.
private struct Endless: App, Reducer {
  enum Action { case add }

  static let name = "endless"
  static let summary = "Counts."
  private static let isSent = Atomic(false)
  let state = 0
  var reducer: Endless { self }

  init(_ launch: Launch) {}

  func reduce(into state: inout Int, action: Action) -> Effect<Action> {
    state += 1
    if state == 100, !Self.isSent.exchange(true, ordering: .relaxed) { raise(SIGTERM) }
    return .none
  }

  func screens(of state: Int) -> [Screen<Action>] {
    [Screen("endless", "Endless") { Button("add", .add) }]
  }
}
