/// Writes a value on one line or several.
struct DumpWriter {
  private static let width = 80

  private(set) var text = ""
  /// The objects that need not be written again: with all their ways round, few would be too many.
  private var shown: Set<ObjectIdentifier> = []

  /// - Parameters:
  ///   - before: how many columns of the first line are taken.
  ///   - after: how many columns must stay free at the end.
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
    if branch.isFlat {
      let line = node.oneLine
      if before + line.count + after <= Self.width {
        text += line
        return
      }
    }
    let opening = branch.opening
    text += opening
    if let onlyPayload = branch.onlyPayload {
      write(
        onlyPayload, indentation: indentation, before: before + opening.count, after: after + 1)
    } else {
      write(branch.children, of: branch.kind, indentation: indentation + "  ")
      text += "\n" + indentation
    }
    text += branch.closing
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
  /// The value on one line or several, to be put behind `before` columns of its first line.
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
