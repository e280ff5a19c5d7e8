import Cairn

/// A screen as a value: its content and its inputs.
///
///     Screen("credentials", "Credentials", step: 3, of: 7) {
///       Field("email", state.email) { .credentials(.emailChanged($0)) }
///       Button("next", disabledBecause: state.missing, .credentials(.next))
///       Button("back", .back)
///     }
///
/// The lines on the terminal (``lines(width:)``) and the meaning or refusal of a typed line
/// (``parse(_:)``) are derived from this value.
///
/// Names of fields, toggles, pickers, list rows, value buttons and buttons are part of the program, like case names:
/// each is unique on its screen, is not empty, does not begin with a colon, and contains no white
/// space and nothing that ``Swift/String/terminalSafe`` would escape. A screen that violates this
/// stops the program when it is built. Everything else (titles, labels, values, notes, reasons) may
/// come from users.
///
/// The initializers are `@inlinable`, because every input builds a screen.
public struct Screen<Action: Sendable>: Sendable {
  /// The id of the screen, as in `? screen ID` of a trail.
  public let id: String
  /// The title of the screen.
  public let title: String
  /// The number of this step and the count of all steps; `nil` if the screen is not a step.
  public let step: (number: Int, count: Int)?
  /// The title of the screen that this one covers as a modal; `nil` if it is no modal.
  public let coveredTitle: String?
  /// The elements, from top to bottom.
  public let elements: [Element]
  @usableFromInline package let outline: ScreenOutline

  /// Creates a screen.
  @inlinable
  public init(
    _ id: String, _ title: String,
    @ScreenBuilder<Action> _ elements: () -> [Element]
  ) {
    self.init(checking: id, title, step: nil, elements())
  }

  /// Creates a screen that is one step of several.
  @inlinable
  public init(
    _ id: String, _ title: String, step number: Int, of count: Int,
    @ScreenBuilder<Action> _ elements: () -> [Element]
  ) {
    self.init(checking: id, title, step: (number, count), elements())
  }

  @inlinable
  init(
    checking id: String, _ title: String, step: (number: Int, count: Int)?, _ elements: [Element]
  ) {
    self.init(unchecked: id, title, step: step, elements)
    if let issue = nameIssue {
      fatalError("screen \"\(id)\": \(issue)")
    }
  }

  @inlinable
  init(
    unchecked id: String, _ title: String, step: (number: Int, count: Int)?,
    over coveredTitle: String? = nil, _ elements: [Element]
  ) {
    self.id = id
    self.title = title
    self.step = step
    self.coveredTitle = coveredTitle
    self.elements = elements
    outline = ScreenOutline(of: elements)
  }

  /// The screen as a modal over another one, whose title is shown at the right of its own.
  ///
  ///     Screen("login", "Log in") { Text("Log in to play this class.") }.over("Classes")
  @inlinable
  public func over(_ title: String) -> Screen {
    Screen(unchecked: id, self.title, step: step, over: title, elements)
  }

  /// The screen with its actions wrapped in the actions of a parent.
  ///
  ///     Credentials.screen(state).map { .path(.element(id: id, action: .credentials($0))) }
  ///
  /// O(n) in the elements. `transform` runs when a line is parsed, or here for the fixed actions of
  /// buttons, list rows and toggles.
  @inlinable
  public func map<Other: Sendable>(
    _ transform: @escaping @Sendable (Action) -> Other
  ) -> Screen<Other> {
    Screen<Other>(
      unchecked: id, title, step: step, over: coveredTitle, elements.map { $0.map(transform) })
  }

  @inlinable
  var nameIssue: String? {
    var names: [String] = []
    for case .input(let input) in elements {
      let name = input.name
      if !name.canBeTypedAsName {
        return """
          the name "\(name.terminalSafe)" cannot be typed; a name is not empty, does not begin \
          with a colon, and holds no white space or control character
          """
      }
      names.append(name)
    }
    guard let name = names.firstRepeated else { return nil }
    return """
      two elements are named "\(name)", and a typed line could reach only one of them; \
      rename the other
      """
  }
}

extension [String] {
  /// The first repeated text. For few texts, comparing each with its predecessors is faster than a set.
  @usableFromInline var firstRepeated: String? {
    if count <= 16 { return indices.first { self[..<$0].contains(self[$0]) }.map { self[$0] } }
    var seen: Set<String> = []
    return first { !seen.insert($0).inserted }
  }
}

extension String {
  @usableFromInline var canBeTypedAsName: Bool {
    if isEmpty || utf8.first == UInt8(ascii: ":") { return false }
    // Every screen checks every name; almost all names are ASCII.
    if utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) { return true }
    return !unicodeScalars.contains { $0.isBlank } && terminalSafe == self
  }
}

extension Screen {
  /// An element of a screen: content, or an ``Input``.
  public enum Element: Sendable {
    /// A text.
    case text(Text)
    /// A remark.
    case note(Note)
    /// A sign that work is in progress.
    case progress(Progress)
    /// A link.
    case link(Link)
    /// A row of aligned cells.
    case grid(GridRow)
    /// A grid of cells with several lines.
    case cells(Grid)
    /// A bar.
    case bar(ProgressBar)
    /// An element with a name that is typed.
    case input(Input<Action>)

    @inlinable
    func map<Other: Sendable>(
      _ transform: @escaping @Sendable (Action) -> Other
    ) -> Screen<Other>.Element {
      switch self {
      case .text(let text): .text(text)
      case .note(let note): .note(note)
      case .progress(let progress): .progress(progress)
      case .link(let link): .link(link)
      case .grid(let row): .grid(row)
      case .cells(let grid): .cells(grid)
      case .bar(let bar): .bar(bar)
      case .input(let input): .input(input.map(transform))
      }
    }
  }

  /// The inputs of this screen, in order, disabled ones included.
  public var inputs: [Input<Action>] {
    elements.compactMap { element in
      switch element {
      case .input(let input): input
      case .text, .note, .progress, .link, .grid, .cells, .bar: nil
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

  /// The notes of this screen, in order, complete and safe for a terminal; line breaks are kept.
  public var notes: [String] {
    elements.compactMap { element in
      switch element {
      case .note(let note): note.text.terminalSafeLines.joined(separator: "\n")
      case .text, .progress, .link, .grid, .cells, .bar, .input: nil
      }
    }
  }
}

extension Screen {
  /// The screen without its progress bars. A change that leaves it equal is a change of bars alone.
  package var withoutBars: Screen {
    guard outline.hasBars else { return self }
    let others = elements.filter { element in
      if case .bar = element { false } else { true }
    }
    return Screen(unchecked: id, title, step: step, over: coveredTitle, others)
  }
}

extension Array {
  /// The screens of a stack, from the bottom to the top. Each action gets the id of its screen.
  ///
  ///     func screens(of state: Root.State) -> [Screen<Root.Action>] {
  ///       [home(state)] + .screens(of: state.path, .path) { $0.screen }
  ///     }
  ///
  /// The case path is that of `forEach(\.path, .path)`. O(n) in the elements of all screens.
  @inlinable
  public static func screens<State, Child, Action>(
    of path: StackState<State>, _ action: CasePath<Action, StackAction<Child>>,
    _ screen: (State) -> Screen<Child>
  ) -> Self where Element == Screen<Action> {
    screens(of: path, action) { [screen($0)] }
  }

  /// The screens of a stack of features with several screens each, such as a form and a dialog above it.
  ///
  ///     [home(state)] + .screens(of: state.path, .path) { $0.screens }
  @inlinable
  public static func screens<State, Child, Action>(
    of path: StackState<State>, _ action: CasePath<Action, StackAction<Child>>,
    _ screens: (State) -> [Screen<Child>]
  ) -> Self where Element == Screen<Action> {
    zip(path.ids, path).flatMap { id, state in
      screens(state).map { $0.map { action.embed(.element(id: id, action: $0)) } }
    }
  }
}
