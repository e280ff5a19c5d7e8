/// The facts about the elements of a screen that each drawing needs.
///
/// A screen determines them when it is made, where the type of its actions is known. Elsewhere each look at an
/// element copies the element, which takes most of the time of a list of 100,000 rows.
@usableFromInline package struct ScreenOutline: Sendable {
  /// The indices of the longest run of list rows or of titled texts; the first one of several.
  package let longestList: Range<Int>
  /// Whether an element says that work is in progress.
  package let showsProgress: Bool
  package let hasBars: Bool
  /// The names of the secure fields, in order.
  package let secureNames: [String]

  @usableFromInline init(
    longestList: Range<Int>, showsProgress: Bool, hasBars: Bool, secureNames: [String]
  ) {
    self.longestList = longestList
    self.showsProgress = showsProgress
    self.hasBars = hasBars
    self.secureNames = secureNames
  }

  /// O(n), without an allocation if no field is secure.
  @inlinable init<Action>(of elements: [Screen<Action>.Element]) {
    var longest = 0..<0
    var (showsProgress, hasBars) = (false, false)
    var secureNames: [String] = []
    var start = 0
    var isOfRows = false
    for index in elements.indices {
      switch elements[index] {
      case .input(.row):
        if !isOfRows { start = index }
        isOfRows = true
      case .text(let text) where text.title != nil:
        if isOfRows { start = index }
        isOfRows = false
      case .progress:
        showsProgress = true
        start = index + 1
      case .bar:
        hasBars = true
        start = index + 1
      case .input(.field(let field)) where field.isSecure:
        secureNames.append(field.name)
        start = index + 1
      case .text, .note, .link, .grid, .cells, .input:
        start = index + 1
      }
      if index + 1 - start > longest.count { longest = start..<index + 1 }
    }
    self.init(
      longestList: longest, showsProgress: showsProgress, hasBars: hasBars, secureNames: secureNames
    )
  }
}
