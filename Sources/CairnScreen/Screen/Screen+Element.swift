extension Screen {
  /// One thing on a screen: something to read, or an ``Input``.
  public enum Element: Sendable {
    case text(Text)
    case note(Note)
    case progress(Progress)
    case grid(GridRow)
    case input(Input<Action>)

    @inlinable
    func map<Other: Sendable>(
      _ transform: @escaping @Sendable (Action) -> Other
    ) -> Screen<Other>.Element {
      switch self {
      case .text(let text): .text(text)
      case .note(let note): .note(note)
      case .progress(let progress): .progress(progress)
      case .grid(let row): .grid(row)
      case .input(let input): .input(input.map(transform))
      }
    }
  }

  /// What can be typed on this screen, in order, disabled or not.
  public var inputs: [Input<Action>] {
    elements.compactMap { element in
      switch element {
      case .input(let input): input
      case .text, .note, .progress, .grid: nil
      }
    }
  }

  /// The names of ``inputs``, in order.
  public var names: [String] { inputs.map { $0.name } }

  /// The input of that name, case included. O(n).
  public func input(named name: String) -> Input<Action>? {
    for case .input(let input) in elements where input.name == name { return input }
    return nil
  }

  /// The notes of this screen, in order, whole and safe for a terminal; line breaks are kept.
  public var notes: [String] {
    elements.compactMap { element in
      switch element {
      case .note(let note): note.text.terminalSafeLines.joined(separator: "\n")
      case .text, .progress, .grid, .input: nil
      }
    }
  }
}
