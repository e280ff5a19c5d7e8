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
/// space and nothing that ``Swift/String/terminalSafe`` would escape. Another name is a runtime issue
/// with the file and the line, and the element gets a name made from it: `end-meeting` for "End meeting",
/// `next-2` for a second `next`. The same holds for an id, which several screens may have. Everything else (titles,
/// labels, values, notes, reasons) may come from users.
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
    @ScreenBuilder<Action> _ elements: () -> [Element],
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(checking: id, title, step: nil, elements(), fileID, line)
  }

  /// Creates a screen that is one step of several.
  @inlinable
  public init(
    _ id: String, _ title: String, step number: Int, of count: Int,
    @ScreenBuilder<Action> _ elements: () -> [Element],
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(checking: id, title, step: (number, count), elements(), fileID, line)
  }

  @inlinable
  init(
    checking id: String, _ title: String, step: (number: Int, count: Int)?, _ elements: [Element],
    _ fileID: StaticString, _ line: UInt
  ) {
    self.init(
      unchecked: id.typed(fileID, line, isID: true), title, step: step,
      Self.uniquelyNamed(
        elements, of: "the screen \"\(id.terminalSafe)\" (\(fileID):\(line))"))
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

  /// The screen as a modal. The title of the covered screen is shown at the right of its heading.
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

  /// The elements with a number behind each repeated name, after a report.
  @inlinable
  static func uniquelyNamed(
    _ elements: [Element], of owner: @autoclosure () -> String
  ) -> [Element] {
    var names: [String] = []
    for case .input(let input) in elements { names.append(input.name) }
    return names.firstRepeated == nil ? elements : renamed(elements, names, of: owner())
  }

  @usableFromInline
  static func renamed(
    _ elements: [Element], _ names: [String], of owner: String
  ) -> [Element] {
    var (taken, seen, next) = (Set(names), Set<String>(), [String: Int]())
    return elements.map { element in
      guard case .input(let input) = element, !seen.insert(input.name).inserted else {
        return element
      }
      let name = input.name.free(in: taken, from: &next[input.name, default: 2])
      taken.insert(name)
      RuntimeIssue.report(.repeatedName(input.name, of: owner, renamed: name))
      return .input(
        Input(
          name, input.kind, isOptional: input.isOptional, disabledBecause: input.disabledReason,
          picture: input.picture, input.response))
    }
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
  /// The name of an element, or the id of a screen. One that no line of a trail can contain is replaced, after a report.
  @inlinable
  func typed(_ fileID: StaticString, _ line: UInt, isID: Bool = false) -> String {
    canBeTypedAsName ? self : replaced("\(fileID):\(line)", isID: isID)
  }

  @usableFromInline
  func replaced(_ place: String, isID: Bool) -> String {
    let name = asTypedName(or: isID ? "screen" : "element")
    RuntimeIssue.report(.untyped(self, isID: isID, replacedBy: name, at: place))
    return name
  }

  /// The text in lower case, with hyphens in place of white space and colons.
  func asTypedName(or other: String) -> String {
    let words = lowercased().unicodeScalars.split { $0.isBlank || $0 == ":" }
    let name = words.map { String($0) }.joined(separator: "-")
    return name.canBeTypedAsName ? name : other
  }

  /// The text, or with the first free number behind it if the text is one of the names.
  ///
  /// - Parameter number: no smaller one is free.
  func free(in names: Set<String>, from number: inout Int) -> String {
    guard names.contains(self) else { return self }
    while names.contains("\(self)-\(number)") { number += 1 }
    return "\(self)-\(number)"
  }

  @usableFromInline var canBeTypedAsName: Bool {
    if isEmpty || utf8.first == UInt8(ascii: ":") { return false }
    // Every screen checks every name; almost all names are ASCII.
    if utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) { return true }
    return !unicodeScalars.contains { $0.isBlank } && terminalSafe == self
  }
}

extension RuntimeIssue {
  fileprivate static func untyped(
    _ text: String, isID: Bool, replacedBy other: String, at place: String
  ) -> RuntimeIssue {
    let quoted = "\"\(text.terminalSafe)\""
    return RuntimeIssue(
      isID
        ? "The id \(quoted) of a screen (\(place)) cannot be written in a trail. The id of the screen is"
          + " \"\(other)\"."
        : "The name \(quoted) of an element (\(place)) cannot be typed. The element is typed as"
          + " \"\(other)\".",
      causes: [
        "the \(isID ? "id" : "name") is a text for people, or made from one",
        "it is empty, begins with a colon, or contains white space or a control character",
      ],
      suggestion: isID
        ? "write an id like \"\(other)\"; the text for people is the title."
        : "write a name like \"\(other)\"; the text for people is the label, or the text beside it."
    )
  }

  fileprivate static func repeatedName(
    _ name: String, of owner: String, renamed other: String
  ) -> RuntimeIssue {
    RuntimeIssue(
      "Two elements of \(owner) are named \"\(name)\". The second is typed as \"\(other)\".",
      causes: ["the name was copied", "a loop gives each element the same name"],
      suggestion: "give each element a name of its own, such as \"set-\\(set.id)\" in a loop.")
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
    elements.compactMap { $0.input }
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
    elements.compactMap { $0.note?.text.terminalSafeLines.joined(separator: "\n") }
  }
}

extension Screen.Element {
  var input: Input<Action>? { if case .input(let input) = self { input } else { nil } }
  var note: Note? { if case .note(let note) = self { note } else { nil } }
  var gridRow: GridRow? { if case .grid(let row) = self { row } else { nil } }
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

/// The facts about the elements of a screen that each drawing needs.
///
/// A screen determines them when it is made, where the type of its actions is known. Elsewhere each look at an
/// element copies the element, which takes most of the time of a list of 100,000 rows.
@usableFromInline package struct ScreenOutline: Sendable {
  /// The longest run of list rows or titled texts, or the index of a grid with more cells; of equal ones, the first.
  @usableFromInline package let longestList: Range<Int>
  @usableFromInline package let showsProgress: Bool
  @usableFromInline package let hasBars: Bool
  @usableFromInline package let secureNames: Set<String>

  /// O(n), without an allocation if no field is secure.
  @inlinable init<Action>(of elements: [Screen<Action>.Element]) {
    var (longest, count) = (0..<0, 0)
    var (showsProgress, hasBars) = (false, false)
    var secureNames: Set<String> = []
    var start = 0
    var isOfRows = false
    for index in elements.indices {
      var (isRow, isTitledText) = (false, false)
      switch elements[index] {
      case .input(let input):
        if case .row = input.kind { isRow = true }
        if input.isSecure { secureNames.insert(input.name) }
      case .text(let text): isTitledText = text.title != nil
      case .progress: showsProgress = true
      case .bar: hasBars = true
      case .cells(let grid):
        if grid.cells.count > count { (longest, count) = (index..<index + 1, grid.cells.count) }
      case .note, .link, .grid: break
      }
      if !isRow, !isTitledText {
        start = index + 1
      } else if isRow != isOfRows {
        isOfRows = isRow
        start = index
      }
      if index + 1 - start > count { (longest, count) = (start..<index + 1, index + 1 - start) }
    }
    longestList = longest
    self.showsProgress = showsProgress
    self.hasBars = hasBars
    self.secureNames = secureNames
  }
}
