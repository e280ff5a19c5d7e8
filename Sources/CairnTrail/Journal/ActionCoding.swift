import Cairn
import Foundation

/// How the entries of a journal are written and read: as JSON, with placeholders for secrets.
///
///     ActionCoding<Counter.Action>()  // compiles only where actions are `Codable`
public struct ActionCoding<Action: Sendable> {
  let encode: (JournalEntry<Action>, SecretCoding) throws -> String
  let decode: (Data, SecretCoding) throws -> JournalEntry<Action>

  public init() where Action: Codable {
    encode = { entry, secrets in
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      encoder.nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: "+infinity", negativeInfinity: "-infinity", nan: "nan")
      if let key = SecretCoding.key { encoder.userInfo[key] = secrets }
      return String(decoding: try encoder.encode(entry), as: UTF8.self)
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
