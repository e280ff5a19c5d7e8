import Cairn
import Foundation
import Synchronization

/// The form of a value in a file: its version, the migrations of older versions, its maximal size.
///
///     FileFormat<Settings>(
///       version: 3,
///       migrations: [
///         0: Migration(data: { try renamingKeys(in: $0) }),     // a file of an older library
///         1: Migration { (old: SettingsV1) in SettingsV2(old) },
///         2: Migration { (old: SettingsV2) in Settings(old) },
///       ])
///
/// The value is encoded as JSON with sorted keys. The file of another app, and one whose value cannot be
/// decoded although no byte has changed, is not used and not touched: `StorageProblem.foreign`. Raise the version when the new program cannot decode
/// the value of the old one, or the old program must not replace the value of the new one.
public struct FileFormat<Value: Codable & Sendable>: Sendable {
  /// The version of the value, from 1.
  public let version: Int
  /// The migration of each older version to the next. Version 0 is a file without a version, which
  /// another library or an older program has written.
  public let migrations: [Int: Migration]
  /// The maximal number of bytes of a file. A larger file is neither read nor written.
  public let sizeLimit: Int
  /// Whether a `Secret` in the value is written as its text. Without this, saving such a value fails,
  /// because a `Secret` is otherwise encoded as bullets.
  public let storesSecrets: Bool
  /// The name of the app, which is written to the file; `nil` for a file that any program may use.
  public var app: String?

  /// Creates a format. A missing migration of a version from 1 is reported as a ``RuntimeIssue`` when a file
  /// needs it.
  public init(
    version: Int = 1, migrations: [Int: Migration] = [:], sizeLimit: Int = 1 << 20,
    storesSecrets: Bool = false, app: String? = nil
  ) {
    precondition(version >= 1, "the version of a value is at least 1, not \(version)")
    self.version = version
    self.migrations = migrations
    self.sizeLimit = sizeLimit
    self.storesSecrets = storesSecrets
    self.app = app
  }
}

/// A change of the JSON of a value from one version to the next.
public struct Migration: Sendable {
  let migrate: @Sendable (Data) throws -> Data

  /// - Parameter migrate: Returns the JSON of the next version, or throws if the JSON is not of this
  ///   version. A file of which a migration throws is not of this program.
  public init(data migrate: @escaping @Sendable (Data) throws -> Data) {
    self.migrate = migrate
  }

  /// A migration of decoded values. A `Secret` is decoded from its text, and encoded as its text.
  public init<Old: Decodable & SendableMetatype, New: Encodable & SendableMetatype>(
    _ migrate: @escaping @Sendable (Old) throws -> New
  ) {
    self.init(data: { data in
      let decoder = JSONDecoder()
      let encoder = JSONEncoder()
      if let key = SecretCoding.key {
        decoder.userInfo[key] = SecretCoding.text()
        encoder.userInfo[key] = SecretCoding.text()
      }
      return try encoder.encode(migrate(decoder.decode(Old.self, from: data)))
    })
  }
}

package enum FileContents<Value> {
  /// A value; `nil` if the file was emptied.
  case value(Value?)
  case newer(found: Int, supported: Int)
  case damaged
  /// A file of another kind, or of another app if it names one.
  case foreign(app: String?)

  package var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether the file has a value that equals another one; `false` if the type cannot tell.
  func has(_ value: Value?) -> Bool {
    func isEqual<Known: Equatable>(_ known: Known) -> Bool { (self.value as? Known) == known }
    guard let value, let known = value as? any Equatable else { return false }
    return isEqual(known)
  }
}

extension FileFormat {
  /// - Throws: a value that JSON cannot represent, or an unexpected secret.
  package func encode(_ value: Value?) throws(StorageProblem) -> [UInt8] {
    guard let value else {
      let removal = Self.isOptional ? Self.markedNull : Self.null
      return Envelope(app: app, version: version, value: Array(removal.utf8)).bytes
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let hasSecret = Mutex(false)
    if let key = SecretCoding.key {
      encoder.userInfo[key] = SecretCoding.text { hasSecret.withLock { $0 = true } }
    }
    let data: Data
    do {
      data = try encoder.encode(value)
    } catch {
      throw .notEncodable("\(error)")
    }
    if hasSecret.withLock({ $0 }), !storesSecrets { throw .holdsSecret }
    let bytes = Envelope(app: app, version: version, value: Array(data)).bytes
    guard bytes.count <= sizeLimit else {
      throw .tooLarge(bytes: bytes.count, limit: sizeLimit)
    }
    return bytes
  }

  package func decode(_ bytes: [UInt8]) -> FileContents<Value> {
    switch Envelope.parse(bytes) {
    case .other: return decode(Data(bytes), from: 0)
    case .damaged: return .damaged
    // A migration of version 0 could read it as an empty value, which the next save would write over the file.
    case .similar: return .foreign(app: nil)
    case .newerFormat(let format): return .newer(found: format, supported: Envelope.format)
    case .envelope(let envelope) where envelope.app != nil && app != nil && envelope.app != app:
      return .foreign(app: envelope.app)
    case .envelope(let envelope) where envelope.version > version:
      return .newer(found: envelope.version, supported: version)
    case .envelope(let envelope):
      let isNull = envelope.value.elementsEqual(Self.null.utf8)
      let isMarked = envelope.value.elementsEqual(Self.markedNull.utf8)
      if isMarked || isNull && !Self.isOptional { return .value(nil) }
      let contents = decode(Data(envelope.value), from: envelope.version)
      // An older version whose value was not optional, and was removed.
      if isNull, case .foreign = contents { return .value(nil) }
      return contents
    }
  }

  /// Whether `null` is a value, and not the contents of a file whose value was removed.
  private static var isOptional: Bool { Value.self is any ExpressibleByNilLiteral.Type }

  private static var null: String { "null" }
  /// The contents of a file whose optional value was removed. A value is not encoded with a space.
  private static var markedNull: String { " null" }

  private func decode(_ data: Data, from oldVersion: Int) -> FileContents<Value> {
    var data = data
    for number in oldVersion..<version {
      guard let migration = migrations[number] else {
        if number > 0 { RuntimeIssue.report(.missingMigration(of: Value.self, from: number)) }
        return .foreign(app: nil)
      }
      do {
        data = try migration.migrate(data)
      } catch let newer as NewerVersion {
        return .newer(found: newer.found, supported: newer.supported)
      } catch {
        return .foreign(app: nil)
      }
    }
    let decoder = JSONDecoder()
    if let key = SecretCoding.key { decoder.userInfo[key] = SecretCoding.text() }
    return (try? decoder.decode(Value.self, from: data)).map { .value($0) } ?? .foreign(app: nil)
  }
}

extension SecretCoding {
  fileprivate static func text(
    onSecret: @escaping @Sendable () -> Void = {}
  ) -> SecretCoding {
    SecretCoding { secret in
      onSecret()
      return secret.reveal()
    } secret: { text in
      Secret(text)
    }
  }
}

/// Thrown by a migration of version 0 that recognizes a version that is newer than it supports.
///
/// The file is then treated as the file of a newer program, and not as damaged.
public struct NewerVersion: Error, Hashable, Sendable {
  let found: Int
  let supported: Int

  /// Creates the error.
  ///
  /// - Parameters:
  ///   - found: the version in the file.
  ///   - supported: the newest version that the migration understands.
  public init(found: Int, supported: Int) {
    self.found = found
    self.supported = supported
  }
}

extension RuntimeIssue {
  fileprivate static func missingMigration<Value>(
    of type: Value.Type, from version: Int
  ) -> RuntimeIssue {
    RuntimeIssue(
      "The file of a \(type) has version \(version), and there is no migration from it.",
      causes: [
        "the version of the format was raised without a migration",
        "a migration was removed that old files still need",
      ],
      suggestion: "add the migration \(version) to the `FileFormat`. The file is not used.")
  }
}
