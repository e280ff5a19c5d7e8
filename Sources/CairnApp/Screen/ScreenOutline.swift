/// The facts about the elements of a screen that each drawing needs.
///
/// A screen determines them when it is made, where the type of its actions is known. Elsewhere each look at an
/// element copies the element, which takes most of the time of a list of 100,000 rows.
@usableFromInline package struct ScreenOutline: Sendable {
  /// The indices of the longest run of list rows or of titled texts, or of the grid with more cells; the first one
  /// of several.
  package let longestList: Range<Int>
  /// Whether an element says that work is in progress.
  package let showsProgress: Bool
  package let hasBars: Bool
  /// The names of the secure fields.
  package let secureNames: Set<String>

  @usableFromInline init(
    longestList: Range<Int>, showsProgress: Bool, hasBars: Bool, secureNames: Set<String>
  ) {
    self.longestList = longestList
    self.showsProgress = showsProgress
    self.hasBars = hasBars
    self.secureNames = secureNames
  }

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
    self.init(
      longestList: longest, showsProgress: showsProgress, hasBars: hasBars, secureNames: secureNames
    )
  }
}
