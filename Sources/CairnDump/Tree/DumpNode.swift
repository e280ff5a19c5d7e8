import Cairn

/// One value, read from its mirror once, to be printed and compared.
///
/// Secrets stay what they are, so that they compare by their text and print as bullets.
enum DumpNode: Hashable {
  case leaf(String)
  case secret(Secret)
  case branch(Kind, [Child])

  enum Kind: Hashable {
    /// A struct or a class; a tuple has an empty name.
    case type(String)
    case enumCase(String)
    case array
    case set
    case dictionary
  }

  struct Child: Hashable {
    /// A property's name or a dictionary's key; elements and unnamed payloads have none.
    let key: DumpNode?
    let node: DumpNode

    /// What tells it from its siblings in a dictionary or a set.
    var identity: DumpNode { key ?? node }
  }

  /// What an enum case carries, if that is one value without a label.
  var onlyPayload: DumpNode? {
    guard case .branch(.enumCase, let children) = self, children.count == 1,
      let child = children.first, child.key == nil
    else { return nil }
    return child.node
  }
}
