/// One of ``Screen/lines(width:)`` in parts with roles, so that a theme can color it.
package struct StyledLine: Hashable, Sendable {
  package enum Role: Hashable, Sendable, CaseIterable {
    case title, step, text, link, name, value, secret, placeholder, disabled, progress
    case bar, emptyBar
    case info, warning, error
  }

  package struct Part: Hashable, Sendable {
    package let text: String
    package let role: Role
    package let link: WebAddress?

    func with(_ text: String) -> Part { Part(text: text, role: role, link: link) }
  }

  package let parts: [Part]

  init(_ parts: [Part]) {
    self.parts = parts.filter { !$0.text.isEmpty }
  }

  init(_ text: String, _ role: Role, link: WebAddress? = nil) {
    self.init([Part(text: text, role: role, link: link)])
  }

  package var text: String { parts.map(\.text).joined() }

  static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(left.parts + right.parts)
  }

  func cut(to room: Int) -> StyledLine {
    guard text.columns > room else { return self }
    var left = room
    var kept: [Part] = []
    for part in parts {
      // More text follows: the last column is for the ellipsis.
      guard part.text.columns < left else {
        kept.append(part.with((part.text + "…").cut(to: left)))
        break
      }
      left -= part.text.columns
      kept.append(part)
    }
    return StyledLine(kept)
  }

  func padded(to columns: Int) -> StyledLine {
    self + StyledLine("".padded(to: columns - text.columns), .text)
  }

  /// The lines of cells, side by side in columns, with a gap after each.
  static func beside(
    _ cells: [[StyledLine]], _ columns: [Int], gap: String = ""
  ) -> [StyledLine] {
    (0..<(cells.map(\.count).max() ?? 0)).map { index in
      zip(cells, columns).reduce(StyledLine([])) { line, cell in
        let next = index < cell.0.count ? cell.0[index] : StyledLine([])
        return line + next.padded(to: cell.1) + StyledLine(gap, .text)
      }
      .withoutTrailingBlanks
    }
  }

  var withoutTrailingBlanks: StyledLine {
    var parts = parts
    while let last = parts.popLast() {
      let text = last.text.withoutTrailingBlanks
      if !text.isEmpty { return StyledLine(parts + [last.with(text)]) }
    }
    return StyledLine([])
  }
}

extension StyledLine {
  /// The line, moved to the right and cut at the width.
  package func movedRight(by columns: Int, width: Int) -> StyledLine {
    let moved = StyledLine(String(repeating: " ", count: columns), .text) + self
    var left = width
    return StyledLine(
      moved.parts.map { part in
        let seen = part.text.prefix { character in
          left -= character.columns
          return left >= 0
        }
        return part.with(String(seen))
      })
  }

  /// The line, moved to the left: its first columns are cut off.
  package func movedLeft(by columns: Int) -> StyledLine {
    var hidden = columns
    return StyledLine(
      parts.map { part in
        let rest = part.text.drop { character in
          hidden -= character.columns
          return hidden >= 0
        }
        return part.with(String(rest))
      })
  }
}
