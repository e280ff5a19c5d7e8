import Foundation

/// Compares every way to run effects with the rules of effects, on all small effects and a sample of larger ones.
///
///     swift run -c release semantics        all cases
///     swift run -c release semantics 4711   one case
@main struct Semantics {
  static func main() async {
    let only = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
    var total = 0
    for way in Way.all {
      let start = ContinuousClock.now
      let (count, difference) = await way.compare(isGate: true, only: only)
      total += count
      print("\(way): \(count) cases in \(ContinuousClock.now - start)")
      if let difference {
        print(difference)
        exit(1)
      }
    }
    print("\(total) cases follow the rules.")
  }
}
