import Foundation

/// Compares every way to run effects with the rules of effects, on all small effects and a sample of larger ones.
///
///     swift run -c release semantics        all cases
///     swift run -c release semantics 4711   one case
@main struct Semantics {
  static func main() async {
    let only = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
    // The first way has most cases and needs no actor: the others run beside it.
    async let first = compare(Way.all.prefix(1), only)
    async let others = compare(Way.all.dropFirst(), only)
    print("\(await first + others) cases follow the rules.")
  }

  /// The number of cases. Ends the program at a difference.
  @concurrent private static func compare(_ ways: ArraySlice<Way>, _ only: Int?) async -> Int {
    var total = 0
    for way in ways {
      let start = ContinuousClock.now
      let (count, difference) = await way.compare(isGate: true, only: only)
      total += count
      print("\(way): \(count) cases in \(ContinuousClock.now - start)")
      if let difference {
        print(difference)
        exit(1)
      }
    }
    return total
  }
}
