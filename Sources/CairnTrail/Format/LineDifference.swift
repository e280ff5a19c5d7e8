import CairnScreen

/// The lines of an expected and an actual screen, with what only one of them has marked.
struct LineDifference: CustomStringConvertible {
  let expected: [String]
  let actual: [String]

  var description: String {
    let changes = actual.difference(from: expected)
    let missing = Set(changes.removals.map(\.lineIndex))
    let added = Set(changes.insertions.map(\.lineIndex))
    var rows = ["the screen is not as expected (- expected, + actual):"]
    var next = (expected: 0, actual: 0)
    while next.expected < expected.count || next.actual < actual.count {
      let onlyExpected = expected[next.expected...].prefixOfIndices(in: missing)
      let onlyActual = actual[next.actual...].prefixOfIndices(in: added)
      rows += Self.rows(of: onlyExpected, against: onlyActual)
      next.expected += onlyExpected.count
      next.actual += onlyActual.count
      if next.expected < expected.count {
        rows.append(Self.row(" ", expected[next.expected]))
        next.expected += 1
        next.actual += 1
      }
    }
    return rows.joined(separator: "\n")
  }

  /// Puts each changed line under the one it replaces, when they are as many.
  private static func rows(
    of expected: ArraySlice<String>, against actual: ArraySlice<String>
  ) -> [String] {
    guard expected.count == actual.count else {
      return expected.map { row("-", $0) } + actual.map { row("+", $0) }
    }
    return zip(expected, actual).flatMap { expected, actual in
      let common = String(zip(expected, actual).prefix { $0 == $1 }.map(\.0))
      return [row("-", expected), row("+", actual), "    " + common.caretAfter]
    }
  }

  private static func row(_ mark: Character, _ text: String) -> String {
    "  \(mark) \(text.terminalSafe)".withoutTrailingBlanks
  }
}

extension CollectionDifference.Change {
  fileprivate var lineIndex: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}

extension ArraySlice {
  fileprivate func prefixOfIndices(in marked: Set<Int>) -> ArraySlice {
    self[startIndex..<(indices.first { !marked.contains($0) } ?? endIndex)]
  }
}
