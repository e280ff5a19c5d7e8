/// Something that is counted and not timed; it is the same on every machine.
@MainActor
struct Quantity {
  let name: String
  let unit: String
  var limit: Double?
  /// `nil` where it cannot be counted.
  let count: @MainActor () -> Double?

  func isOver(_ value: Double?) -> Bool {
    guard let value, let limit else { return false }
    return value > limit
  }
}
