import Cairn
import CairnSimulation
import Dispatch
import Foundation
import TestSupport
import Testing

/// External work is reported, and its results are admitted only by waiting for them.
@Suite(.timeLimit(.minutes(20))) struct OutsideTests {
  private let simulation = Simulation()

  /// `@ 999999999m` of a trail in real time.
  @Test func `a wait for any time ends within 34 years`() {
    let longest = DispatchTime(in: .seconds(1 << 30))
    for wait in [.seconds(60 * 999_999_999), .seconds(Int64.max)] as [Duration] {
      #expect(DispatchTime(in: wait) >= longest)
    }
    #expect(DispatchTime(in: .seconds(-1)) <= .now())
  }

  @Test(arguments: ExternalWork.allCases.filter { $0 != .realSleep })
  func `a result of another thread is admitted only by waiting for it`(work: ExternalWork) async {
    let gate = Gate()
    let store = simulation.noting { send in await send(try await work.run(through: gate)) }
    store.send("start")
    simulation.drain()
    gate.open()
    #expect(await simulation.hasArrival(until: .now + .seconds(3600)))
    simulation.advance(by: .seconds(1_000_000))
    #expect(!simulation.advanceToNext())
    #expect(store.state == [])
    #expect(simulation.externallyBlocked.count == 1)
    await simulation.waitForExternalWork(timeout: .seconds(3600))
    #expect(store.state == ["back"])
  }

  @Test func `a wait ends where the run has stopped at its limit`() {
    simulation.partLimit = 100
    let blocked = simulation.noting { _ in await withUnsafeContinuation { _ in } }
    let endless = simulation.noting { _ in while !Task.isCancelled { await Task.yield() } }
    blocked.send("start")
    endless.send("start")
    let issues = runtimeIssues { simulation.waitForExternalWork(timeout: .seconds(3600)) }
    #expect(issues.count > 1, "\(issues)")
  }

  @Test @MainActor func `two calls wait for the same result`() async {
    let gate = Gate()
    let store = simulation.noting { send in
      await send(try await ExternalWork.thread.run(through: gate))
    }
    store.send("start")
    let issues = await issuesReported {
      let other = Task { await simulation.waitForExternalWork(timeout: .seconds(60)) }
      // It opens when both calls wait.
      Task { gate.open() }
      await simulation.waitForExternalWork(timeout: .seconds(60))
      await other.value
    }
    #expect(issues.isEmpty && store.state == ["back"], "\(issues)")
  }

  @Test(arguments: 0..<3) func `an action that is sent from outside is work`(place: Int) async {
    let store = simulation.noting { send in
      switch place {
      case 0: await Task { @MainActor in await send("back") }.value
      case 1: await Task.detached { await send("back") }.value
      default:
        // The callback of a delegate.
        let (done, isDone) = AsyncStream.makeStream(of: Void.self)
        Thread {
          Task {
            await send("back")
            isDone.finish()
          }
        }.start()
        for await _ in done {}
      }
    }
    store.send("start")
    await simulation.waitForExternalWork(timeout: .seconds(3600))
    #expect(store.state == ["back"])
    #expect(simulation.externallyBlocked == [])
  }

  @Test func `one wait admits several results, one after another`() async {
    let store = simulation.noting { send in
      for work in ExternalWork.allCases { await send("\(try await work.run()) from \(work)") }
    }
    store.send("start")
    await simulation.waitForExternalWork(timeout: .seconds(Int64.max))
    #expect(store.state == ExternalWork.allCases.map { "back from \($0)" })
    #expect(simulation.externallyBlocked == [])
  }

  @Test func `a synchronous test waits for a callback of a thread, and not without external work`()
  {
    let clock = simulation.clock
    let store = simulation.noting { send in
      await send(try await ExternalWork.thread.run())
      try await clock.sleep(for: .seconds(1))
    }
    store.send("start")
    let elapsed = ContinuousClock().measure {
      for _ in 1...2 { simulation.waitForExternalWork(timeout: .seconds(Int64.max)) }
    }
    #expect(store.state == ["back"])
    #expect(elapsed < .seconds(1800))
  }

  @Test func `an effect that nothing will resume is named, with its action and a suggestion`() async
  {
    let store = simulation.noting { _ in await withUnsafeContinuation { _ in } }
    store.send("start")
    simulation.drain()
    let text = """
      "work" (effect 1, started by action 1: start) is blocked: nothing in the simulation will \
      resume it.
      Likely causes:
        - it awaits an unstructured or detached task, the main actor, another executor, \
      `Task.sleep`, real I/O or a callback of another thread
        - it awaits a continuation or a stream that nobody resumes
      Suggestion: give the feature the clock of the simulation and stand-ins for external work, or \
      wait in real time with `waitForExternalWork(timeout:)`.
      """
    #expect(simulation.externallyBlocked.map(\.description) == [text])
    let issues = runtimeIssues { simulation.waitForExternalWork(timeout: .milliseconds(1)) }
    #expect(issues.map(\.description) == [text])
    let reported = await issuesReported {
      await simulation.waitForExternalWork(timeout: .milliseconds(1))
    }
    #expect(reported == simulation.externallyBlocked)
  }

  @Test func `an effect that another thread has resumed is named as such`() async {
    let gate = Gate()
    let store = simulation.noting { _ in _ = try await ExternalWork.thread.run(through: gate) }
    store.send("start")
    simulation.drain()
    gate.open()
    #expect(await simulation.hasArrival(until: .now + .seconds(3600)))
    #expect(
      simulation.externallyBlocked.map(\.description) == [
        """
        "work" (effect 1, started by action 1: start) is blocked: another thread has resumed it, \
        and the simulation holds the result back.
        Likely causes:
          - it awaits external work, which finishes in real time: an unstructured or detached task, \
        the main actor, another executor, `Task.sleep`, real I/O or a callback of another thread
        Suggestion: give the feature the clock of the simulation and stand-ins for external work, or \
        admit the result with `waitForExternalWork(timeout:)`.
        """
      ])
  }

  @Test func `a sleeping, unanswered, background or ended effect is not externally blocked`() {
    let clock = simulation.clock
    let store = simulation.noting(
      .merge(
        .run { _ in try await clock.sleep(for: .seconds(1)) },
        .run { _ in try await clock.sleepForever() },
        .run { _ in
          await withTaskGroup { group in
            group.addTask { try? await clock.sleep(for: .seconds(1)) }
          }
        },
        .run { _ in await withUnsafeContinuation { _ in } }.background,
        .run { _ in }))
    store.send("start")
    #expect(simulation.externallyBlocked == [], "all of them are ready")
    simulation.drain()
    #expect(simulation.externallyBlocked == [])
    // Effects of two stores are distinguished.
    let waiting = simulation.noting(
      .run(name: "other") { _ in await withUnsafeContinuation { _ in } })
    waiting.send("start")
    simulation.drain()
    let named = simulation.externallyBlocked.map { String($0.message.prefix(7)) }
    #expect(named == ["\"other\""])
  }

  @Test func `a simulation with onReady admits all results`() async {
    let (calls, call) = AsyncStream.makeStream(of: Void.self)
    let simulation = Simulation { call.yield() }
    let store = simulation.noting { send in await send(try await ExternalWork.detachedTask.run()) }
    store.send("start")
    for await _ in calls {
      simulation.drain()
      if !store.state.isEmpty { break }
    }
    #expect(store.state == ["back"])
  }
}
