import Cairn
import CairnScreen

/// Reads the value that a line types into a field, as a screen with that field would.
struct TypedField {
  struct Refused: Error {
    let message: String
  }

  private let screen: Screen<String>

  init(name: String, isSecure: Bool) {
    screen = Screen("typed", "") {
      if isSecure {
        Field(name, secure: "") { $0.reveal() }
      } else {
        Field(name, "") { $0 }
      }
    }
  }

  func read(_ line: String) -> Result<String, Refused> {
    switch screen.read(line) {
    case .action(let value, name: _): .success(value)
    case .refused(let refusal): .failure(Refused(message: refusal.message))
    case .blank: .failure(Refused(message: "the line is empty"))
    }
  }

  /// The value of a line that is accepted.
  func value(of line: String) -> String { (try? read(line).get()) ?? "" }
}
