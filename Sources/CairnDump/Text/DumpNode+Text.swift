extension DumpNode {
  private static let width = 80

  /// The whole value on one line.
  var oneLine: String {
    switch self {
    case .leaf(let text):
      return text
    case .secret(let secret):
      return secret.isEmpty ? "\"\"" : secret.bullets
    case .branch(let kind, let children):
      let texts = children.map { child in
        child.key.map { "\($0.oneLine): \(child.node.oneLine)" } ?? child.node.oneLine
      }
      return kind.opening(isEmpty: children.isEmpty) + texts.joined(separator: ", ") + kind.closing
    }
  }

  /// The value on one line or several, to be put behind `before` columns of its first line.
  func text(before: Int = 0) -> String {
    var text = ""
    write(to: &text, indentation: "", before: before, after: 0)
    return text
  }

  private func write(to text: inout String, indentation: String, before: Int, after: Int) {
    guard case .branch(let kind, let children) = self, !children.isEmpty else {
      text += oneLine
      return
    }
    if isFlat {
      let line = oneLine
      if before + line.count + after <= Self.width {
        text += line
        return
      }
    }
    let opening = kind.opening(isEmpty: false)
    text += opening
    if let onlyPayload {
      onlyPayload.write(
        to: &text, indentation: indentation, before: before + opening.count, after: after + 1)
    } else {
      let inner = indentation + "  "
      for (index, child) in children.enumerated() {
        let label = child.key?.oneLine ?? (kind == .array ? "[\(index)]" : "")
        let start = inner + label + (label.isEmpty ? "" : ": ")
        text += "\n" + start
        child.node.write(to: &text, indentation: inner, before: start.count, after: 1)
        text += ","
      }
      text += "\n" + indentation
    }
    text += kind.closing
  }

  /// Whether no child has children. A case with one payload counts as the payload.
  private var isFlat: Bool {
    if let onlyPayload { return onlyPayload.isFlat }
    return switch self {
    case .leaf, .secret: true
    case .branch(_, let children): children.allSatisfy(\.node.hasNoChildren)
    }
  }

  private var hasNoChildren: Bool {
    if let onlyPayload { return onlyPayload.hasNoChildren }
    return switch self {
    case .leaf, .secret: true
    case .branch(_, let children): children.isEmpty
    }
  }
}

extension DumpNode.Kind {
  fileprivate func opening(isEmpty: Bool) -> String {
    switch self {
    case .type(let name): name + "("
    case .enumCase(let name): "." + name + "("
    case .array: "["
    case .set: "Set(["
    case .dictionary: isEmpty ? "[:" : "["
    }
  }

  fileprivate var closing: String {
    switch self {
    case .type, .enumCase: ")"
    case .array, .dictionary: "]"
    case .set: "])"
    }
  }
}
