import CairnSimulation
import Foundation
import Testing

/// The rules of effects, as a model, and every way to run effects agree.
///
/// `CAIRN_CASE=7 swift test --filter SemanticsTests` repeats a case; `CAIRN_GATE=1` compares all small cases.
@Suite(.serialized, .timeLimit(.minutes(30))) struct SemanticsTests {
  private static let environment = ProcessInfo.processInfo.environment

  @Test(arguments: Way.allCases) func `effects follow the rules`(way: Way) async throws {
    let only = Self.environment["CAIRN_CASE"].flatMap(Int.init)
    let stride = way.stride(isGate: Self.environment["CAIRN_GATE"] == "1")
    let numbers = Swift.stride(
      from: only ?? stride / 2, to: only.map { $0 + 1 } ?? Case.count, by: stride)
    var count = 0
    let start = ContinuousClock.now
    for number in numbers {
      let (notes, expected) = await way.run(Case(number: number))
      count += notes.isEmpty ? 0 : 1
      if notes != expected {
        Issue.record(await difference(way, number))
        break
      }
    }
    print("\(way.rawValue): \(count) cases, \(ContinuousClock.now - start)")
  }

  /// A smallest case that differs, made from one that differs.
  private func difference(_ way: Way, _ number: Int) async -> Comment {
    var tested = Case(number: number)
    var (notes, expected) = await way.run(tested)
    var candidates = tested.parts
    while let candidate = candidates.popLast() {
      let (otherNotes, otherExpected) = await way.run(candidate)
      guard otherNotes != otherExpected else { continue }
      (tested, notes, expected, candidates) = (
        candidate, otherNotes, otherExpected, candidate.parts
      )
    }
    var text =
      "Case \(number) differs in \(way.rawValue). The smallest part of it that differs:\n\(tested)\n"
    for index in 0..<max(notes.count, expected.count) {
      let rule = index < expected.count ? "\(expected[index])" : "nothing"
      let note = index < notes.count ? "\(notes[index])" : "nothing"
      text += rule == note ? "  \(rule)\n" : "! \(note), but by the rules: \(rule)\n"
    }
    return Comment(rawValue: text)
  }
}

extension Way {
  /// Every which case is compared: the slower, the fewer.
  fileprivate func stride(isGate: Bool) -> Int {
    switch self {
    case .simulation: isGate ? 1 : 1999
    case .testStore: isGate ? 8 : 3989
    case .mainActor, .mainActorLater, .actor: isGate ? 16 : 2999
    case .trail: isGate ? 64 : 39_989
    }
  }
}

extension Case {
  private static let trees = (1...3).flatMap(Tree.all)
  private static let scripts = scripts(3)
  private static let smallCount = trees.count * Place.allCases.count * scripts.count

  /// The number of cases: all small ones, and random ones with trees of four and five nodes.
  static let count = smallCount + 200_000

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
