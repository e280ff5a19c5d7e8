import Foundation

/// A value as JSON on one line, with its keys sorted, so that it is the same on every run.
struct JSONLine {
  let text: String

  init(_ value: some Encodable) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      text = String(decoding: try encoder.encode(value), as: UTF8.self)
    } catch {
      fatalError("\(error)")
    }
  }
}
