import Testing

@testable import semantics

/// Every way to run effects follows the rules, on a sample; `swift run -c release semantics` compares all cases.
@Suite(.serialized, .timeLimit(.minutes(10))) struct SemanticsTests {
  @Test(arguments: Way.all + [.testStore]) func `effects follow the rules`(way: Way) async {
    let (count, difference) = await way.compare(isGate: false)
    print("\(way): \(count) cases")
    if let difference { Issue.record(Comment(rawValue: difference)) }
    #expect(count > 0)
  }

  @Test func `a case contains the case without its last time`() async throws {
    let way = try #require(Way.all.first)
    let numbers = stride(from: 0, to: Case.count, by: 997).filter(Case.isContained)
    #expect(numbers.count > 100)
    for number in numbers {
      let tested = Case(number: number)
      let (notes, expected) = await way.run(tested)
      let long = Case(tree: tested.tree, place: tested.place, script: tested.script + [.time])
      let (longNotes, longExpected) = await way.run(long)
      guard notes == longNotes.withoutLastTime, expected == longExpected.withoutLastTime else {
        Issue.record("Case \(number): \(notes), with more time: \(longNotes)")
        return
      }
    }
  }
}

extension [Note] {
  /// The notes without the one after the last event, which the last note takes in.
  fileprivate var withoutLastTime: [Note] {
    var notes = self
    guard case .settled(let time, let isPresent, let cancelled, let foreground)? = notes.popLast(),
      let index = notes.lastIndex(where: { if case .settled = $0 { true } else { false } }),
      case .settled(_, _, let earlier, _) = notes.remove(at: index)
    else { return self }
    return notes + [
      .settled(
        at: time - Times.step, isPresent: isPresent, cancelled: (earlier + cancelled).sorted(),
        foreground: foreground)
    ]
  }
}
