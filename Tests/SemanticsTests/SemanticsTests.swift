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
}
