import CairnSimulation
import CairnTrail

/// In which world an app is explored, with which options.
@usableFromInline
struct AppSetting<A: App> {
  @usableFromInline let start: String
  let options: [String]

  @usableFromInline
  func launch(in simulation: Simulation) throws(UsageError) -> A {
    guard A.starts.contains(start) else {
      let known = A.starts.isEmpty ? "none" : A.starts.joined(separator: ", ")
      throw UsageError("\(A.name) has no start \"\(start)\"; it has: \(known)")
    }
    return try A(
      Launch(
        .simulated(start: start), options: OptionValues(options, among: A.options),
        in: simulation))
  }

  /// The settings of a trail, as its first lines.
  func heading(seed: UInt64?) -> [String] {
    TrailSettings.heading(of: A.self, start: start, seed: seed, options: options)
  }
}
