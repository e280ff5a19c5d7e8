import Cairn
import CairnApp
import CairnSimulation
import CairnTesting
import CairnTrail
import Testing

@testable import onboarding

extension TestStore<Root.State, Root.Action> {
  convenience init(
    _ state: Root.State, sessions: SessionStore = .memory(), rules: Rules = Rules(),
    simulation: Simulation = Simulation()
  ) {
    self.init(state, simulation: simulation) {
      Root(store: sessions, hasher: .seeded(1), clock: simulation.clock, rules: rules)
    }
  }

  /// The shown screen.
  var screen: Screen<Root.Action> {
    state.screens.last ?? Screen("none", "None") {}
  }

  /// Types a line that the screen accepts.
  func type(
    _ line: String, change: ((inout Root.State) -> Void)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line number: UInt = #line, column: UInt = #column
  ) {
    let here = SourceLocation(fileID, filePath, number, column)
    switch screen.parse(line) {
    case .action(let action, name: _):
      send(
        action, change: change, fileID: fileID, filePath: filePath, line: number, column: column)
    case .refused(let refusal):
      Issue.record("\(refusal.message)", sourceLocation: here)
    case .blank:
      Issue.record("a blank line does nothing", sourceLocation: here)
    }
  }

  /// Types a line that the screen refuses with this message, and sends its action nevertheless. The
  /// action must change nothing, and the test fails if it starts an effect.
  func refuse(
    _ line: String, _ message: String,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line number: UInt = #line, column: UInt = #column
  ) {
    let here = SourceLocation(fileID, filePath, number, column)
    guard case .refused(let refusal) = screen.parse(line) else {
      Issue.record("\"\(line)\" is accepted", sourceLocation: here)
      return
    }
    #expect(refusal.message == message, sourceLocation: here)
    guard let action = refusal.wouldSend else { return }
    send(action, fileID: fileID, filePath: filePath, line: number, column: column)
  }
}

extension SourceLocation {
  fileprivate init(
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) {
    self.init(
      fileID: fileID.description, filePath: filePath.description, line: Int(line),
      column: Int(column))
  }
}

extension Root.State {
  /// Whether an action, sent although the screen disables it, changes nothing and starts nothing.
  func refuses(_ action: Root.Action) -> Bool {
    var machine = Machine(
      self, reducer: Root(store: .memory(), hasher: .seeded(1), clock: Simulation().clock))
    machine.enqueue(action)
    let step = machine.step()
    return machine.state == self && step?.changes.started.isEmpty == true && machine.isIdle
  }
}
