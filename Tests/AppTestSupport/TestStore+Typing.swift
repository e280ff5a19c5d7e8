import CairnApp
import CairnTesting
import Testing

/// A state that has screens, for tests that type lines.
public protocol ScreenedState: Equatable {
  associatedtype ScreenAction: Sendable

  /// The live screens, from the root up.
  var screens: [Screen<ScreenAction>] { get }
}

extension TestStore where State: ScreenedState, State.ScreenAction == Action {
  /// The shown screen.
  public var screen: Screen<Action> { state.screens.last ?? Screen("none", "None") {} }

  /// Types a line that the screen accepts.
  public func type(
    _ line: String, change: ((inout State) -> Void)? = nil,
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
  public func refuse(
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
