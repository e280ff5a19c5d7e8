import Foundation

/// How a session is written: `{"session": {…}, "version": 1}` as indented JSON with sorted keys.
enum SessionFormat {
  static let version = 1

  /// The most bytes a saved session may have. One is far smaller; a file that is not one may have
  /// any size.
  static let sizeLimit = 1 << 20

  /// What the bytes of a file mean.
  enum Contents: Equatable {
    case session(Session)
    case newer(version: Int)
    case damaged
  }

  private struct Header: Decodable {
    let version: Int
  }

  private struct Envelope: Codable {
    let version: Int
    let session: Session
  }

  /// O(n) in the length of the session's texts; throws for one over ``sizeLimit``.
  static func encode(_ session: Session) throws(FileFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let bytes: [UInt8]
    do {
      bytes = Array(try encoder.encode(Envelope(version: version, session: session))) + "\n".utf8
    } catch {
      throw FileFailure("The session cannot be written as JSON: \(error)")
    }
    guard bytes.count <= sizeLimit else {
      throw FileFailure("The session has \(bytes.count) bytes of at most \(sizeLimit)")
    }
    return bytes
  }

  /// Any bytes at all have a meaning, so this does not throw.
  static func decode(_ bytes: [UInt8]) -> Contents {
    guard bytes.count <= sizeLimit else { return .damaged }
    let data = Data(bytes)
    let decoder = JSONDecoder()
    // The version first: a newer format need not have a session of the shape known here.
    guard let found = try? decoder.decode(Header.self, from: data).version else { return .damaged }
    if found > version { return .newer(version: found) }
    guard found == version, let envelope = try? decoder.decode(Envelope.self, from: data) else {
      return .damaged
    }
    return .session(envelope.session)
  }
}
