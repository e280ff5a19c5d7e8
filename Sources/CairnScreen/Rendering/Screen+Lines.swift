extension Screen {
  /// The lines that a person sees.
  ///
  ///     print(screen.lines(width: 80).joined(separator: "\n"))
  ///
  /// First the title with the step at the right, then the elements in order, with an empty line
  /// between texts, inputs and buttons; a note or progress stays with the inputs that it follows.
  /// No line is wider than `width` columns (at least 20), none ends in white space, the last one is
  /// not empty, and all are safe for a terminal. What has one row keeps one: it is cut with `…`.
  ///
  /// Pure: the same screen and width give the same lines. O(n) in the length of the texts.
  public func lines(width: Int = 80) -> [String] {
    let width = max(width, 20)
    let page = Page(width: width, names: names)
    let heading = page.heading(title, step: step)
    var lines = heading.isEmpty ? [] : [heading]
    var group: Group?
    for element in elements {
      let rows = page.rows(of: element)
      if rows.isEmpty { continue }
      let next = Group(of: element, after: group)
      if next != group, !lines.isEmpty { lines.append("") }
      lines += rows
      group = next
    }
    return lines
  }

  /// Elements that stand together, without an empty line between them.
  private enum Group {
    case texts, inputs, buttons

    init(of element: Element, after previous: Group?) {
      switch element {
      case .text: self = .texts
      case .note, .progress: self = previous == .inputs ? .inputs : .texts
      case .input(.field), .input(.toggle): self = .inputs
      case .input(.button): self = .buttons
      }
    }
  }
}
