import Cairn

/// One value, read from its mirror when that is first needed, to be printed and compared.
///
/// Most values that are compared are equal, and what is equal is never read.
final class DumpNode {
  let value: Any
  private let surroundings: Surroundings
  private(set) lazy var content = Content(value, inside: surroundings)

  init(_ value: Any, inside surroundings: Surroundings = Surroundings()) {
    self.value = value
    self.surroundings = surroundings
  }

  enum Content {
    case leaf(String)
    case text(String)
    /// Kept as it is, so that it compares by its text and prints as bullets.
    case secret(Secret)
    case branch(Branch)
  }

  struct Branch {
    let kind: Kind
    let children: [Child]
    /// Which object it is, if it is one.
    let object: ObjectIdentifier?

    /// What an enum case carries, if that is one value without a label.
    var onlyPayload: DumpNode? {
      guard case .enumCase = kind, children.count == 1, let child = children.first,
        child.label == nil
      else { return nil }
      return child.node
    }
  }

  enum Kind {
    /// A struct or a class.
    case type(Any.Type)
    case tuple
    case enumCase(String)
    case array
    case set
    case dictionary
  }

  struct Child {
    /// Elements and unnamed payloads have none.
    let label: Label?
    let node: DumpNode

    /// What tells it from its siblings in a dictionary or a set.
    var identity: DumpNode {
      if case .key(let key) = label { key } else { node }
    }
  }

  enum Label {
    /// The name of a property.
    case name(String)
    /// The key in a dictionary.
    case key(DumpNode)
  }
}
