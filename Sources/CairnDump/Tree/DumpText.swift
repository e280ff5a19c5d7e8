extension DumpNode {
  /// The value on one line of any length.
  var oneLine: String {
    var shown: Set<ObjectIdentifier> = []
    return oneLine(&shown)
  }

  private func oneLine(_ shown: inout Set<ObjectIdentifier>) -> String {
    switch content {
    case .leaf(let text): return text
    case .text(let text): return quoted(text)
    case .secret(let secret):
      if secret.isEmpty { return "\"\"" }
      return context.hidesLengths ? "•" : secret.bullets
    case .branch(let branch):
      if let object = branch.object, !shown.insert(object).inserted { return branch.reference }
      return branch.oneLine { $0.oneLine(&shown) }
    }
  }
}

extension DumpNode.Label {
  var text: String { text { $0.oneLine } }

  fileprivate func text(_ keyText: (DumpNode) -> String) -> String {
    switch self {
    case .name(let name): name
    case .key(let key): keyText(key)
    }
  }
}

extension DumpNode.Branch {
  /// The value on one line, with the texts of its parts.
  func oneLine(_ text: (DumpNode) -> String) -> String {
    let (opening, closing) = brackets
    var texts: [String] = []
    for child in children {
      let label = child.label.map { $0.text(text) + ": " } ?? ""
      texts.append(label + text(child.node))
    }
    return opening + texts.joined(separator: ", ") + closing
  }

  /// The text of an object that is already shown.
  var reference: String { "(" + brackets.opening.dropLast() + ", shown above)" }

  fileprivate var brackets: (opening: String, closing: String) {
    switch kind {
    case .type(let type): (typeName(type) + "(", ")")
    case .tuple: ("(", ")")
    case .enumCase(let name): ("." + name + "(", ")")
    case .array: ("[", "]")
    case .set: ("Set([", "])")
    case .dictionary: (children.isEmpty ? "[:" : "[", "]")
    }
  }
}

extension DumpNode {
  /// Whether there are at most so many levels of children. An enum case with one payload counts as that payload.
  fileprivate func isFlat(levels: Int = 1) -> Bool {
    switch content {
    case .leaf, .secret: true
    case .text(let text): !text.hasSeveralLines
    case .branch(let branch):
      branch.onlyPayload?.isFlat(levels: levels)
        ?? branch.children.allSatisfy { levels > 0 && $0.node.isFlat(levels: levels - 1) }
    }
  }
}

/// Writes a value on one or several lines.
struct DumpWriter {
  private static let width = 80

  private(set) var text = ""
  /// Objects already printed. Without this a shared object graph unfolds exponentially.
  private var shown: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - before: The number of columns that the first line already has.
  ///   - after: The number of columns to leave free at the end of the last line.
  mutating func write(_ node: DumpNode, indentation: String = "", before: Int = 0, after: Int = 0) {
    switch node.content {
    case .text(let string) where string.hasSeveralLines:
      write(lines: string, indentation: indentation + "  ")
    case .branch(let branch) where !branch.children.isEmpty:
      write(branch, node, indentation: indentation, before: before, after: after)
    case .leaf, .text, .secret, .branch:
      text += node.oneLine
    }
  }

  private mutating func write(lines string: String, indentation: String) {
    text += "\"\"\""
    for line in string.lines {
      text += "\n" + (line.isEmpty ? "" : indentation + escapedLine(line))
    }
    text += "\n" + indentation + "\"\"\""
  }

  private mutating func write(
    _ branch: DumpNode.Branch, _ node: DumpNode, indentation: String, before: Int, after: Int
  ) {
    if let object = branch.object, !shown.insert(object).inserted {
      text += branch.reference
      return
    }
    let (opening, closing) = branch.brackets
    if let onlyPayload = branch.onlyPayload {
      text += opening
      write(
        onlyPayload, indentation: indentation, before: before + opening.count, after: after + 1)
      text += closing
      return
    }
    if node.isFlat() {
      let line = node.oneLine
      if before + line.count + after <= Self.width {
        text += line
        return
      }
    }
    text += opening
    write(branch.children, of: branch.kind, indentation: indentation + "  ")
    text += "\n" + indentation + closing
  }

  private mutating func write(
    _ children: [DumpNode.Child], of kind: DumpNode.Kind, indentation: String
  ) {
    for (index, child) in children.enumerated() {
      let start = indentation + kind.label(of: child, at: index)
      text += "\n" + start
      write(child.node, indentation: indentation, before: start.count, after: 1)
      text += ","
    }
  }
}

extension DumpNode {
  /// The value on one or several lines, the first of which starts after `before` columns.
  func text(before: Int = 0) -> String {
    var writer = DumpWriter()
    writer.write(self, before: before)
    return writer.text
  }
}

extension DumpNode.Kind {
  fileprivate func label(of child: DumpNode.Child, at index: Int) -> String {
    if let label = child.label { return label.text + ": " }
    return switch self {
    case .array: "[\(index)]: "
    case .type, .tuple, .enumCase, .set, .dictionary: ""
    }
  }
}
