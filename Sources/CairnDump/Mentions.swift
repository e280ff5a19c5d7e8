import Cairn

/// Whether a text, which is not empty, occurs anywhere in a value: in a string, in a secret, or in bytes
/// that are one.
///
/// For finding what should not be there; nothing of the value is printed.
package func mentions<Value>(_ value: Value, _ text: String) -> Bool {
  DumpNode(value).mentions(text)
}

extension DumpNode {
  fileprivate func mentions(_ text: String) -> Bool {
    if let bytes = value as? [UInt8] {
      return String(decoding: bytes, as: UTF8.self).contains(text)
    }
    switch content {
    case .leaf(let leaf): return leaf.contains(text)
    case .text(let string): return string.contains(text)
    case .secret(let secret): return secret.reveal().contains(text)
    case .branch(let branch):
      return branch.children.contains { child in
        if case .key(let key) = child.label, key.mentions(text) { return true }
        return child.node.mentions(text)
      }
    }
  }
}
