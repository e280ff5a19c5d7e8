import Cairn
import CairnApp
import CairnSimulation

// Events from outside the app: typed ones, and those of the real world.
extension Session {
  /// Sends an event from outside the app.
  func event(_ line: String) -> Answer {
    let (meaning, redacted, _) = events.interpret(line)
    switch meaning {
    case .blank:
      return .refused(A.refusal(ofEvent: "an event has a name: \(events.names.listed)"))
    case .refused(let refusal): return .refused(A.refusal(ofEvent: refusal.message))
    case .action(let action, name: _):
      let written = recorder.record(line, on: events, as: "@ event", in: driver)
      return take(written, shownAs: ":event " + redacted) { driver.receive(action) }
    }
  }

  /// Reads the events of the real world in a task. Each is sent when the clock takes in time, which is between two
  /// inputs.
  func follow(_ events: AsyncStream<String>) -> Task<Void, Never> {
    let arrived = Guarded<[String]>([])
    clock.afterCatchingUp = { [weak self] in
      let lines = arrived.withLock { lines in
        defer { lines = [] }
        return lines
      }
      for line in lines {
        switch self?.event(line) {
        case .refused(let reason)?: RuntimeIssue.report(.refusedEvent(reason))
        // Nobody reads the answer to a real event.
        case .screen(remark: _?)?: self?.hasToldForgetting = false
        case .screen, .text, .report, .written, .quit, nil: break
        }
      }
    }
    return Task.detached { [wakeUp = clock.wakeUp] in
      for await event in events {
        arrived.withLock { $0.append(event) }
        wakeUp()
      }
    }
  }
}

extension RuntimeIssue {
  fileprivate static func refusedEvent(_ reason: String) -> RuntimeIssue {
    RuntimeIssue(
      "The app does not declare an event that came from outside: \(reason)",
      causes: ["`incomingEvents` yields another name or value than `events` declares"],
      suggestion: "yield the name of an event, and its value after a space.")
  }
}
