import Cairn

/// A value to print and compare, whose content is read from its mirror at the first use.
///
/// Most compared values are equal, and the content of equal values is never read.
final class DumpNode {
  let value: Any
  let context: NestingContext
  private(set) lazy var content = Content(value, in: context)

  init(_ value: Any, in context: NestingContext = NestingContext()) {
    self.value = value
    self.context = context
  }

  enum Content {
    case leaf(String)
    case text(String)
    /// Not converted to text, because secrets compare by their text and print as bullets.
    case secret(Secret)
    case branch(Branch)
  }

  struct Branch {
    let kind: Kind
    let children: [Child]
    /// The identity of an instance of a class.
    let object: ObjectIdentifier?

    /// The payload of an enum case with a single unlabeled payload.
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
    /// `nil` for elements and unlabeled payloads.
    let label: Label?
    let node: DumpNode

    /// The node that identifies the child in a dictionary or a set.
    var identity: DumpNode {
      if case .key(let key) = label { key } else { node }
    }
  }

  enum Label {
    /// The name of a property.
    case name(String)
    /// A key of a dictionary.
    case key(DumpNode)
  }
}

/// The depth of a value inside the printed value, and the objects around it.
struct NestingContext {
  /// A debug build reads this depth within a stack of 512 KB, the smallest usual one of a thread.
  private static let maximumDepth = 64

  private(set) var depth = 0
  /// The depths of the enclosing objects, or `nil` if an object inside itself is not a reference.
  private var objects: [ObjectIdentifier: Int]? = [:]
  let sortTexts = SortTexts()
  /// Whether a secret is one bullet, so that neither the text nor the order depends on its length.
  let hidesLengths: Bool

  init(hidesLengths: Bool = false) { self.hidesLengths = hidesLengths }

  var isTooDeep: Bool { depth >= Self.maximumDepth }

  /// The number of levels between the value and an enclosing object, or `nil` if the object does
  /// not enclose it.
  func levels(to object: ObjectIdentifier) -> Int? {
    objects?[object].map { depth - $0 }
  }

  /// The context of the children of an object or of another value.
  func inside(_ object: ObjectIdentifier?) -> NestingContext {
    var inner = self
    if let object { inner.objects?[object] = depth }
    inner.depth += 1
    return inner
  }

  /// The context of the same depth in which an object inside itself is written again.
  var withoutReferences: NestingContext {
    var context = self
    context.objects = nil
    return context
  }
}
