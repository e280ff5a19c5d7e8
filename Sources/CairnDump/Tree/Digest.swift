import Cairn

/// A number for everything that a dump of a value shows, and for the text of its secrets: equal in every process
/// for equal values (FNV-1a).
package func digest<Value>(of value: Value) -> UInt64 {
  Digest().digest { $0.add(DumpNode(value)) }
}

extension DumpNode.Child {
  var digest: UInt64 { Digest().digest { $0.add(self) } }
}

/// The hash of bytes (FNV-1a), which continues another hash.
///
/// Inlinable, because without specialization the hash of a few bytes takes more than ten times as long.
@inlinable package func fnv(
  _ bytes: some Sequence<UInt8>, after hash: UInt64 = 0xcbf2_9ce4_8422_2325
) -> UInt64 {
  bytes.reduce(hash) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
}

private struct Digest {
  /// The digests of objects. Without them a shared object graph unfolds exponentially.
  final class Known {
    var digests: [ObjectIdentifier: UInt64] = [:]
  }

  private(set) var hash = fnv([])
  private let known: Known

  init(known: Known = Known()) { self.known = known }

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
    let part = known.digests[object] ?? digest { $0.add(contentOf: branch) }
    known.digests[object] = part
    add("o", "\(part)")
  }

  /// The digest of a part.
  func digest(of body: (inout Digest) -> Void) -> UInt64 {
    var part = Digest(known: known)
    body(&part)
    return part.hash
  }

  private mutating func add(contentOf branch: DumpNode.Branch) {
    switch branch.kind {
    case .type(let type): add("b", typeName(type))
    case .tuple: add("u", "")
    case .enumCase(let name): add("e", name)
    case .array: add("a", "")
    case .set: return add("m", unordered: branch.children)
    case .dictionary: return add("d", unordered: branch.children)
    }
    for child in branch.children { add(child) }
    add(")", "")
  }

  mutating func add(_ child: DumpNode.Child) {
    switch child.label {
    case .name(let name): add("n", name)
    case .key(let key): add(key)
    case nil: break
    }
    add(child.node)
  }

  /// Adds up, because the order of secrets with equal bullets is that of the hash seed.
  private mutating func add(_ mark: Unicode.Scalar, unordered children: [DumpNode.Child]) {
    var sum: UInt64 = 0
    for child in children { sum &+= digest { $0.add(child) } }
    add(mark, "\(children.count) \(sum)")
  }

  private mutating func add(_ mark: Unicode.Scalar, _ text: String) {
    hash = fnv([UInt8(truncatingIfNeeded: mark.value)], after: hash)
    hash = fnv(text.utf8, after: hash)
    // No text has this byte.
    hash = fnv([0xFF], after: hash)
  }
}
