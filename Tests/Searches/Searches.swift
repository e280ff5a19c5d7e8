import Foundation
import Synchronization

/// Compares searches with plainer ones, on random apps.
///
///     swift run -c release searches        all apps
///     swift run -c release searches 4711   the apps of one seed
@main struct Searches {
  static func main() {
    let only = CommandLine.arguments.dropFirst().first.flatMap { Int($0) }
    for net in Net.all {
      let start = ContinuousClock.now
      let seeds = only.map { [$0] } ?? net.seeds
      let differences = Mutex<[String]>([])
      DispatchQueue.concurrentPerform(iterations: seeds.count) { index in
        if let difference = net.problem(seeds[index]) {
          differences.withLock { $0.append("seed \(seeds[index]): \(difference)") }
        }
      }
      print("\(net.name): \(seeds.count) apps in \(ContinuousClock.now - start)")
      if let difference = differences.withLock(\.first) {
        print(difference)
        exit(1)
      }
    }
  }
}
