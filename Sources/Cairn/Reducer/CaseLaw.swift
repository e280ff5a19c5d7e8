/// A law of case paths, checked for all case paths of one type in one test.
///
///     @Test func `the case paths of Root.Action are lawful`() {
///       #expect(
///         CaseLaw.violations(
///           CasePath<Root.Action, Login.Action>.login.law(for: .next),
///           CasePath<Root.Action, Main.Action>.main.law(for: .signOut)
///         ) == [])
///     }
///
/// A path must extract the values that it embeds, unchanged. No other path may extract them. The
/// check does *not* know the cases of the type and does not detect a case without a path.
public struct CaseLaw<Root> {
  let name: String
  let sample: Root
  let givesBack: (Root) -> Bool
  let matches: (Root) -> Bool

  /// Descriptions of all violations; empty if all laws hold. O(n²) in the number of paths.
  public static func violations(_ laws: CaseLaw...) -> [String] { violations(laws) }

  /// Descriptions of all violations; empty if all laws hold. O(n²) in the number of paths.
  public static func violations(_ laws: [CaseLaw]) -> [String] {
    laws.enumerated().flatMap { index, law in
      let own =
        law.givesBack(law.sample)
        ? [] : ["\(law.name): the extracted value differs from the embedded value"]
      let others = laws.enumerated().filter { $0.offset != index && $0.element.matches(law.sample) }
      return own + others.map { "\(law.name): also extracted by \($0.element.name)" }
    }
  }
}

extension CasePath where Value: Equatable {
  /// The law of this path, checked with one value.
  public func law(for value: Value) -> CaseLaw<Root> {
    let sample = embed(value)
    return CaseLaw(
      name: "\(caseName(sample)) (\(site))", sample: sample,
      givesBack: { extract($0) == value }, matches: matches)
  }
}
