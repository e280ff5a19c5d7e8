import Cairn

/// Whether one of some texts, which are not empty, occurs anywhere in a value: in a string, in a
/// secret, or in bytes that are one.
///
/// For finding what should not be there; nothing of the value is printed.
package func mentions<Value>(_ value: Value, anyOf texts: Set<String>) -> Bool {
  !texts.isEmpty && DumpNode(value).mentions(anyOf: texts)
}

extension DumpNode {
  fileprivate func mentions(anyOf texts: Set<String>) -> Bool {
    if let bytes = value as? [UInt8] {
      return String(decoding: bytes, as: UTF8.self).contains(anyOf: texts)
    }
    switch content {
    case .leaf(let leaf): return leaf.contains(anyOf: texts)
    case .text(let string): return string.contains(anyOf: texts)
    case .secret(let secret): return secret.reveal().contains(anyOf: texts)
    case .branch(let branch):
      return branch.children.contains { child in
        if case .key(let key) = child.label, key.mentions(anyOf: texts) { return true }
        return child.node.mentions(anyOf: texts)
      }
    }
  }
}

extension String {
  fileprivate func contains(anyOf texts: Set<String>) -> Bool { texts.contains { contains($0) } }
}
