/// Folds the tree of a value: the parts that the text of ``dumped(_:upTo:)`` shows.
///
/// - Parameters:
///   - leaf: receives the text of a part without parts.
///   - branch: receives the head of another part, such as `Draft`, `.loaded` or `[3]`, and its parts with
///     their labels, which are empty where the text has none.
package func foldDump<Result>(
  of value: some Any, leaf: (String) -> Result,
  branch: (_ head: String, _ parts: [(label: String, part: Result)]) -> Result
) -> Result {
  // Without this a shared object graph unfolds exponentially.
  var known: [ObjectIdentifier: Result] = [:]
  func fold(_ node: DumpNode) -> Result {
    guard case .branch(let content) = node.content, !content.children.isEmpty else {
      return leaf(node.oneLine)
    }
    if let object = content.object, let result = known[object] { return result }
    let parts = content.children.map { (label: $0.label?.text ?? "", part: fold($0.node)) }
    let result = branch(content.head, parts)
    if let object = content.object { known[object] = result }
    return result
  }
  return fold(DumpNode(value))
}

extension DumpNode.Branch {
  fileprivate var head: String {
    switch kind {
    case .type(let type): typeName(type)
    case .tuple: "()"
    case .enumCase(let name): "." + name
    case .array, .dictionary: "[\(children.count)]"
    case .set: "Set [\(children.count)]"
    }
  }
}
