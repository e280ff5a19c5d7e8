import Cairn
import Foundation

/// The format of a session file: `{"session": {…}, "version": 1}` as indented JSON with sorted keys.
enum SessionFormat {
  static let version = 1

  /// The maximum size in bytes. Sessions are far smaller; other files can have any size.
  static let sizeLimit = 1 << 20

  /// The meaning of the bytes of a file.
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

  /// Encodes a session.
  ///
  /// - Throws: if the result is longer than ``sizeLimit``.
  /// - Complexity: O(*n*) in the length of the session's texts.
  static func encode(_ session: Session) throws(FileFailure) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.userInfo.merge(Secret.textCoding) { $1 }
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

  /// Decodes any bytes; bytes that are not a session are `.damaged`.
  static func decode(_ bytes: [UInt8]) -> Contents {
    guard bytes.count <= sizeLimit else { return .damaged }
    let data = Data(bytes)
    let decoder = JSONDecoder()
    decoder.userInfo.merge(Secret.textCoding) { $1 }
    // The version is decoded first: the session of a newer format may have another structure.
    guard let found = try? decoder.decode(Header.self, from: data).version else { return .damaged }
    if found > version { return .newer(version: found) }
    guard found == version, let envelope = try? decoder.decode(Envelope.self, from: data) else {
      return .damaged
    }
    return .session(envelope.session)
  }
}
