import Cairn

/// A number for everything that a dump of a value shows, and for the text of its secrets: equal in every process
/// for equal values (FNV-1a).
package func digest<Value>(of value: Value) -> UInt64 {
  var digest = Digest()
  digest.add(DumpNode(value))
  return digest.hash
}

/// The hash of bytes (FNV-1a), which continues another hash.
package func fnv(
  _ bytes: some Sequence<UInt8>, after hash: UInt64 = 0xcbf2_9ce4_8422_2325
) -> UInt64 {
  bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

private struct Digest {
  private(set) var hash = fnv([])
  /// Without this a shared object graph unfolds exponentially.
  private var known: [ObjectIdentifier: UInt64] = [:]

  mutating func add(_ node: DumpNode) {
    switch node.content {
    case .leaf(let text): add("l", text)
    case .text(let text): add("t", text)
    case .secret(let secret): add("s", secret.reveal())
    case .branch(let branch): add(branch)
    }
  }

  private mutating func add(_ branch: DumpNode.Branch) {
    guard let object = branch.object else { return add(contentOf: branch) }
    let part = known[object] ?? digest { $0.add(contentOf: branch) }
    known[object] = part
    add("o", "\(part)")
  }

  /// The digest of a part.
  private mutating func digest(of body: (inout Digest) -> Void) -> UInt64 {
    var part = Digest()
    part.known = known
    body(&part)
    known = part.known
    return part.hash
  }

  private mutating func add(contentOf branch: DumpNode.Branch) {
    switch branch.kind {
    case .type: add("b", "")
    case .tuple: add("u", "")
    case .enumCase(let name): add("e", name)
    case .array: add("a", "")
    case .set, .dictionary: return add(unordered: branch.children)
    }
    for child in branch.children { add(child) }
    add(")", "")
  }

  private mutating func add(_ child: DumpNode.Child) {
    switch child.label {
    case .name(let name): add("n", name)
    case .key(let key): add(key)
    case nil: break
    }
    add(child.node)
  }

  /// Adds up, because the order of secrets with equal bullets is that of the hash seed.
  private mutating func add(unordered children: [DumpNode.Child]) {
    var sum: UInt64 = 0
    for child in children { sum &+= digest { $0.add(child) } }
    add("d", "\(children.count) \(sum)")
  }

  private mutating func add(_ mark: Unicode.Scalar, _ text: String) {
    hash = fnv([UInt8(truncatingIfNeeded: mark.value)], after: hash)
    hash = fnv(text.utf8, after: hash)
    hash = fnv([0], after: hash)
  }
}
