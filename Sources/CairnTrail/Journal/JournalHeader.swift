import CairnScreen

/// The first line of a journal: what it is of, and how the app was launched.
public struct JournalHeader: Codable, Equatable, Sendable {
  /// The version of the format that this program writes and reads.
  public static let currentFormat = 1

  public let format: Int
  public let app: String
  public let version: String
  /// The start in a simulated world; `nil` for the real one.
  public let start: String?
  public let options: [String]

  /// The header for an app that is launched like this.
  public init<A: App>(of app: A.Type, world: Launch.World, options: [String]) {
    format = Self.currentFormat
    self.app = A.name
    version = A.version
    start =
      switch world {
      case .real: nil
      case .simulated(let start): start
      }
    self.options = options
  }

  var world: Launch.World { start.map { .simulated(start: $0) } ?? .real }

  /// Why a journal with this header cannot be replayed by an app; `nil` if it can.
  func problem<A: App>(for app: A.Type) -> String? {
    if format != Self.currentFormat {
      return "the journal has format \(format), and this program reads \(Self.currentFormat)"
    }
    if self.app != A.name {
      return "this journal is of \(self.app.inQuotes), and this program is \"\(A.name)\""
    }
    if version != A.version {
      return "this journal was written by \(A.name) \(version.terminalSafe), and this program is"
        + " \(A.version): an action may do something else now"
    }
    return nil
  }
}
