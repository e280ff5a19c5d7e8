import Cairn
import CairnApp
import CairnDump
import Foundation

/// An event of an app: a line of a journal.
struct JournalEntry<Action> {
  /// From 1.
  let number: Int
  /// Virtual time since the start.
  let time: String
  /// The digest of the state before the event; see `stateDigest(of:)`.
  let state: String
  let event: DriverEvent<Action>
}

extension JournalEntry: Encodable where Action: Encodable {
  enum Key: String, CodingKey {
    case action, dismissed, end, from, number, restart, restored, state, time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
    try container.encode(time, forKey: .time)
    try container.encode(state, forKey: .state)
    switch event {
    case .action(let action, let source):
      try container.encode(source, forKey: .from)
      try container.encode(action, forKey: .action)
    case .dismissal(let action, let depth):
      try container.encode(depth, forKey: .dismissed)
      try container.encode(action, forKey: .action)
    case .restart: try container.encode(true, forKey: .restart)
    case .restored(let number): try container.encode(number, forKey: .restored)
    case .end: try container.encode(true, forKey: .end)
    }
  }
}

extension JournalEntry: Decodable where Action: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decode(Int.self, forKey: .number)
    time = try container.decode(String.self, forKey: .time)
    state = try container.decode(String.self, forKey: .state)
    if container.contains(.restart) {
      event = .restart
    } else if container.contains(.end) {
      event = .end
    } else if let number = try container.decodeIfPresent(Int.self, forKey: .restored) {
      event = .restored(number)
    } else if let depth = try container.decodeIfPresent(Int.self, forKey: .dismissed) {
      guard depth >= 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .dismissed, in: container, debugDescription: "a depth cannot be negative")
      }
      event = .dismissal(of: try container.decode(Action.self, forKey: .action), depth: depth)
    } else {
      event = .action(
        try container.decode(Action.self, forKey: .action),
        from: try container.decode(DriverEvent<Action>.Source.self, forKey: .from))
    }
  }
}

/// The first line of a journal: the app and its launch.
public struct JournalHeader: Codable, Equatable, Sendable {
  /// The version of the format that this program reads and writes.
  package static let currentFormat = 1

  /// The version of the format.
  public let format: Int
  /// The name of the app.
  public let app: String
  /// The version of the app.
  public let version: String
  /// The start in a simulated world; `nil` for the real world.
  public let start: String?
  /// The app's own options, without the credentials of addresses.
  public let options: [String]
  /// `true` if the journal has begun anew.
  private var sealed: Bool?

  /// Whether a sealed state has removed entries: the journal has begun anew.
  package var isSealed: Bool { sealed == true }

  /// The header of the journal that begins anew.
  func sealing() -> JournalHeader {
    var header = self
    header.sealed = true
    return header
  }

  /// The header for a launch of an app.
  public init<A: App>(of app: A.Type, world: Launch.World, options: [String]) {
    format = Self.currentFormat
    self.app = A.name
    version = A.version
    start =
      switch world {
      case .real: nil
      case .simulated(let start): start
      }
    self.options = options.withoutCredentials
  }

  var world: Launch.World { start.map { .simulated(start: $0) } ?? .real }

  /// The reason why an app cannot replay a journal with this header; `nil` if it can.
  func problem<A: App>(for app: A.Type) -> String? {
    if format != Self.currentFormat {
      return "the journal has format \(format), and this program reads \(Self.currentFormat)"
    }
    if self.app != A.name {
      return "this journal is of \(self.app.inQuotes), and this program is \"\(A.name)\""
    }
    if version != A.version {
      return "this journal was written by \(A.name) \(version.terminalSafe), and this program is"
        + " \(A.version): an action may have another effect now"
    }
    return nil
  }
}

/// The coding of journal entries: JSON, with placeholders for secrets.
///
///     ActionCoding<Counter.Action>()  // compiles only if actions are `Codable`
public struct ActionCoding<Action: Sendable> {
  let encode: (JournalEntry<Action>, SecretCoding) throws -> String
  let decode: (Data, SecretCoding) throws -> JournalEntry<Action>

  /// Creates the coding of `Codable` actions.
  public init() where Action: Codable {
    encode = { entry, secrets in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+infinity", negativeInfinity: "-infinity", nan: "nan")
      if let key = SecretCoding.key { encoder.userInfo[key] = secrets }
      return String(decoding: try encoder.encode(entry), as: UTF8.self).jsonSafe
    }
    decode = { data, secrets in
      let decoder = JSONDecoder()
      decoder.nonConformingFloatDecodingStrategy = .convertFromString(
        positiveInfinity: "+infinity", negativeInfinity: "-infinity", nan: "nan")
      if let key = SecretCoding.key { decoder.userInfo[key] = secrets }
      return try decoder.decode(JournalEntry<Action>.self, from: data)
    }
  }
}
