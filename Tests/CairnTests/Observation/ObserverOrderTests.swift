import Cairn
import Observation
import Testing

/// When observers are called, and what they may do.
@MainActor
@Suite(.leavesNothing, .timeLimit(.minutes(10))) final class ObserverOrderTests {
  private let log = Log()

  /// Adds; 10 is followed by 1 and -1.
  private let store = Store.counted(0) {
    Reduce<Int, Int> { state, action in
      state += action
      return action == 10 ? .merge(.send(1), .send(-1)) : .none
    }
  }

  @Test func `an observer of a value sees the new state, after the observers of events`() {
    let observation = store.observe { [log] event in
      event.step.map { log.note("inspected \($0.action)") }
    }
    defer { observation.cancel() }
    withObservationTracking {
      _ = store[\.self]
    } onChange: { [self] in
      MainActor.assumeIsolated { log.note("changed to \(store.state)") }
    }
    store.send(5)
    #expect(log.all == ["inspected 5", "changed to 5"])
  }

  @Test func `an observer that tracks again sees every step`() {
    follow { [log] in log.note("\($0)") }
    store.send(10)
    #expect(log.all == ["10", "11", "10"])
  }

  @Test func `what an observer sends goes behind what waits`() {
    let observation = store.observe { [log] event in event.step.map { log.note("\($0.action)") } }
    defer { observation.cancel() }
    follow { [unowned self] state in
      if state == 10 { store.send(100) }
    }
    store.send(10)
    #expect(log.all == ["10", "1", "-1", "100", "100"])
    #expect(store.state == 210)
  }

  @Test func `what an observer sends waits for whoever drives the store by hand`() {
    follow { [unowned self] state in
      log.note("changed to \(state)")
      if state < 3 { store.send(1) }
    }
    store.startStepping { _ in }
    store.enqueue(1)
    store.step()
    #expect(log.all == ["changed to 1"])
    #expect(store.queueEntries.map(\.action) == [1])
    store.step()
    #expect(log.all == ["changed to 1", "changed to 2"])
  }

  @Test func `what an observer sends when another state is put in place is reduced`() {
    follow { [unowned self] state in
      if state == 5 { store.send(1) }
    }
    store.restore(5)
    #expect(store.state == 6)
  }

  @Test func `an observer that sends without end does not grow the stack`() {
    follow { [unowned self] state in
      if state < 10_000 { store.send(1) }
    }
    store.send(1)
    #expect(store.state == 10_000)
  }

  private func follow(_ changed: @escaping @MainActor (Int) -> Void) {
    withObservationTracking {
      _ = store[\.self]
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.follow(changed)
        changed(self.store.state)
      }
    }
  }
}
