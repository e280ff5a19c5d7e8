extension DumpNode {
  /// The whole value on one line.
  var oneLine: String {
    var shown: Set<ObjectIdentifier> = []
    return oneLine(&shown)
  }

  private func oneLine(_ shown: inout Set<ObjectIdentifier>) -> String {
    switch content {
    case .leaf(let text): return text
    case .text(let text): return quoted(text)
    case .secret(let secret): return secret.isEmpty ? "\"\"" : secret.bullets
    case .branch(let branch):
      if let object = branch.object, !shown.insert(object).inserted { return branch.reference }
      var texts: [String] = []
      for child in branch.children {
        let label = child.label.map { $0.text + ": " } ?? ""
        texts.append(label + child.node.oneLine(&shown))
      }
      return branch.opening + texts.joined(separator: ", ") + branch.closing
    }
  }
}

extension DumpNode.Label {
  var text: String {
    switch self {
    case .name(let name): name
    case .key(let key): key.oneLine
    }
  }
}

extension DumpNode.Branch {
  /// What stands for an object that is shown further up.
  var reference: String { "(" + opening.dropLast() + ", shown above)" }

  var opening: String {
    switch kind {
    case .type(let type): typeName(type) + "("
    case .tuple: "("
    case .enumCase(let name): "." + name + "("
    case .array: "["
    case .set: "Set(["
    case .dictionary: children.isEmpty ? "[:" : "["
    }
  }

  var closing: String {
    switch kind {
    case .type, .tuple, .enumCase: ")"
    case .array, .dictionary: "]"
    case .set: "])"
    }
  }

  /// Whether no child has children. A case with one payload counts as the payload.
  var isFlat: Bool {
    if let onlyPayload { return onlyPayload.isFlat }
    return children.allSatisfy(\.node.isSimple)
  }
}

extension DumpNode {
  fileprivate var isFlat: Bool {
    switch content {
    case .leaf, .secret: true
    case .text(let text): !text.hasSeveralLines
    case .branch(let branch): branch.isFlat
    }
  }

  fileprivate var isSimple: Bool {
    switch content {
    case .leaf, .secret: true
    case .text(let text): !text.hasSeveralLines
    case .branch(let branch): branch.onlyPayload?.isSimple ?? branch.children.isEmpty
    }
  }
}
