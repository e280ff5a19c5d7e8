import CairnSimulation
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

extension Way {
  /// Compares the cases of a gate, of a sample, or one case with the rules. Where every case is compared, those that
  /// others contain are not run by themselves.
  ///
  /// - Parameter half: 0 or 1, for every second one of the cases.
  /// - Returns: the number of compared cases, and a smallest difference.
  func compare(isGate: Bool, only: Int? = nil, half: Int? = nil) async -> (
    count: Int, difference: String?
  ) {
    let stride = isGate ? stride.gate : stride.sample
    var count = 0
    var number = only ?? stride / 2 + stride * (half ?? 0)
    while number < Case.count {
      defer { number += only == nil ? stride * (half == nil ? 1 : 2) : Case.count }
      if stride == 1, only == nil, Case.isContained(number) { continue }
      let (notes, expected) = await run(Case(number: number))
      count += notes.isEmpty ? 0 : 1
      if notes != expected { return (count, await difference(number)) }
    }
    return (count, nil)
  }

  /// A smallest case that differs, made from one that differs.
  private func difference(_ number: Int) async -> String {
    var tested = Case(number: number)
    var (notes, expected) = await run(tested)
    var candidates = tested.parts
    while let candidate = candidates.popLast() {
      let (otherNotes, otherExpected) = await run(candidate)
      guard otherNotes != otherExpected else { continue }
      (tested, notes, expected, candidates) = (
        candidate, otherNotes, otherExpected, candidate.parts
      )
    }
    var text =
      "Case \(number) differs in \(self). The smallest part of it that differs:\n\(tested)\n"
    for index in 0..<max(notes.count, expected.count) {
      let rule = index < expected.count ? "\(expected[index])" : "nothing"
      let note = index < notes.count ? "\(notes[index])" : "nothing"
      text += rule == note ? "  \(rule)\n" : "! \(note), but by the rules: \(rule)\n"
    }
    return text
  }
}

extension Case {
  private static let trees = (1...3).flatMap(Tree.all)
  private static let longest = 3
  private static let scripts = scripts(longest)
  private static let smallCount = trees.count * Place.allCases.count * scripts.count

  /// The number of cases: all small ones, and random ones with trees of four and five nodes.
  static let count = smallCount + 200_000

  /// Whether another small case contains this one: the case with `time` as one more event. That case has the same notes,
  /// and one more after the event, because the time at the end of both is more than any effect needs.
  static func isContained(_ number: Int) -> Bool {
    number < smallCount && scripts[number % scripts.count].count < longest
  }

  /// A case by its number.
  init(number: Int) {
    let (rest, script) = number.quotientAndRemainder(dividingBy: Self.scripts.count)
    let (tree, place) = rest.quotientAndRemainder(dividingBy: Place.allCases.count)
    guard number >= Self.smallCount else {
      self.init(tree: Self.trees[tree], place: Place.allCases[place], script: Self.scripts[script])
      return
    }
    var generator = SplitMix64(seed: UInt64(number))
    self.init(
      tree: Tree.random(Bool.random(using: &generator) ? 4 : 5, &generator),
      place: Place.allCases[place], script: Self.scripts[script])
  }
}
