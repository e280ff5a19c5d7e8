/// Something that is counted and not timed; it is the same on every machine.
@MainActor
struct Quantity {
  let name: String
  let unit: String
  var limit: Double?
  /// What it has to be, where more and less are wrong alike.
  var exact: Double?
  /// `nil` where it cannot be counted.
  let count: @MainActor () -> Double?

  func isOver(_ value: Double?) -> Bool {
    guard let value else { return false }
    if let exact, value != exact { return true }
    if let limit, value > limit { return true }
    return false
  }
}
