import Foundation

/// Compares every way to run effects with the rules of effects, on all small effects and a sample of larger ones.
///
///     swift run -c release semantics        all cases
///     swift run -c release semantics 4711   one case
@main struct Semantics {
  static func main() async {
    if let only = CommandLine.arguments.dropFirst().first.flatMap({ Int($0) }) {
      return print("\(await compare(only: only)) cases follow the rules.")
    }
    async let one = compare(half: 0)
    async let other = compare(half: 1)
    print("\(await one + other) cases follow the rules.")
  }

  /// The number of cases. Ends the program at a difference.
  @concurrent private static func compare(only: Int? = nil, half: Int? = nil) async -> Int {
    var total = 0
    for way in Way.all {
      let start = ContinuousClock.now
      let (count, difference) = await way.compare(isGate: true, only: only, half: half)
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
