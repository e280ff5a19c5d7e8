/// A part of one collection, and the part of another that stands in the same place.
struct Gap {
  var old: Range<Int>
  var new: Range<Int>

  /// Whether an element of it can be somewhere else in it.
  var canHoldMoves: Bool { !old.isEmpty && !new.isEmpty && old.count + new.count > 2 }

  /// What is between pairs of elements that keep their order: one gap more than pairs.
  func split(at anchors: [ElementMatch]) -> [Gap] {
    var gaps: [Gap] = []
    var (oldStart, newStart) = (old.lowerBound, new.lowerBound)
    for anchor in anchors {
      gaps.append(Gap(old: oldStart..<anchor.old, new: newStart..<anchor.new))
      (oldStart, newStart) = (anchor.old + 1, anchor.new + 1)
    }
    return gaps + [Gap(old: oldStart..<old.upperBound, new: newStart..<new.upperBound)]
  }
}
