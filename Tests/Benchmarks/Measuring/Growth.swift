import Foundation

/// How the cost of an operation may grow: as a power of the size, fitted over four sizes.
struct Growth {
  let sizes: [Int]
  /// What the exponent may be, once that of the floor is taken off: the floor has the caches to
  /// share too.
  let limit: Double

  /// The slope of the straight line that is nearest to the points by least squares, on logarithmic
  /// scales.
  static func exponent(_ costs: [(size: Int, nanoseconds: Double)]) -> Double {
    let points = costs.map { (x: log(Double($0.size)), y: log($0.nanoseconds)) }
    let count = Double(points.count)
    let x = points.map(\.x).reduce(0, +) / count
    let y = points.map(\.y).reduce(0, +) / count
    let covariance = points.map { ($0.x - x) * ($0.y - y) }.reduce(0, +)
    return covariance / points.map { ($0.x - x) * ($0.x - x) }.reduce(0, +)
  }
}
