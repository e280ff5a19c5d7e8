/// The text that orders a value in a set or as a key: its text on one line, with every object written wherever it
/// occurs, except the objects around the set: it does not depend on what was shown before.
///
/// Written out, a shared object graph unfolds exponentially. After `maximumLength` bytes, a part with objects is
/// therefore left out of the text, and orders by its hash.
struct SortText: Comparable {
  private static let maximumLength = 1_000

  let text: String
  /// A hash of the text with all its parts; `nil` if the value contains no object, because its text is whole.
  let hash: UInt64?

  init(_ node: DumpNode, _ texts: SortTexts) {
    guard case .branch(let branch) = node.content else {
      (text, hash) = (node.oneLine, nil)
      return
    }
    var partHashes: [UInt64] = []
    var length = 0
    text = branch.oneLine { node in
      let part = texts.text(of: node)
      if let hash = part.hash {
        partHashes.append(hash)
        if length > Self.maximumLength { return "" }
      }
      length += part.text.utf8.count
      return part.text
    }
    hash =
      branch.object == nil && partHashes.isEmpty
      ? nil : partHashes.reduce(fnv(text.utf8)) { fnv("\($1)".utf8, after: $0) }
  }

  static func < (left: SortText, right: SortText) -> Bool {
    left.text == right.text ? left.hash ?? 0 < right.hash ?? 0 : left.text < right.text
  }
}

/// The texts that order the objects of one dump, each of which is written once for each depth.
final class SortTexts {
  private struct Place: Hashable {
    let object: ObjectIdentifier
    let depth: Int
  }

  /// The values keep the objects alive, because the next object at the address of a released one has its identity.
  private var known: [Place: (value: Any, text: SortText)] = [:]

  func text(of node: DumpNode) -> SortText {
    guard case .branch(let branch) = node.content, let object = branch.object else {
      return SortText(node, self)
    }
    let place = Place(object: object, depth: node.context.depth)
    if let known = known[place] { return known.text }
    let node = DumpNode(node.value, in: node.context.withoutReferences)
    let text = SortText(node, self)
    known[place] = (node.value, text)
    return text
  }
}

extension [DumpNode.Child] {
  /// Sorted by the text of the key, then of the value, so that hash seeds have no influence. Secrets with equal
  /// bullets have the order of their digests.
  func sortedByText(_ texts: SortTexts) -> [DumpNode.Child] {
    let keys = map { texts.text(of: $0.identity) }
    return zip(keys, self).sorted { left, right in
      if left.0 != right.0 { return left.0 < right.0 }
      let (leftText, rightText) = (texts.text(of: left.1.node), texts.text(of: right.1.node))
      if leftText != rightText { return leftText < rightText }
      guard left.0.hash == nil, leftText.hash == nil else { return false }
      return left.1.digest < right.1.digest
    }.map(\.1)
  }
}
