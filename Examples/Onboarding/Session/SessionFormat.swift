import CairnStorage
import Foundation

extension FileFormat where Value == Session {
  /// The format of a session file. Files of earlier programs are migrated:
  /// `{"session": {…}, "version": 1}`, without a checksum.
  static let session = FileFormat(
    version: 1, migrations: [0: Migration(data: sessionOfEarlierFile)], storesSecrets: true,
    app: "onboarding")

  private static func sessionOfEarlierFile(_ data: Data) throws -> Data {
    // The version is decoded first: the session of a newer format may have another structure.
    let found = try JSONDecoder().decode(EarlierHeader.self, from: data).version
    guard found <= EarlierFile.version else {
      throw NewerVersion(found: found, supported: EarlierFile.version)
    }
    guard found == EarlierFile.version else { throw CocoaError(.coderInvalidValue) }
    return try JSONEncoder().encode(JSONDecoder().decode(EarlierFile.self, from: data).session)
  }
}

private struct EarlierHeader: Decodable {
  let version: Int
}

/// The file of an earlier program.
private struct EarlierFile: Decodable {
  static let version = 1

  struct Session: Codable {
    let firstName, lastName, email, telephone: String
    let locks: Bool
    let pinHash: String
  }

  let session: Session
}
