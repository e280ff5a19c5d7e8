/// What the case paths of one type must satisfy, checked for all of them at once.
///
///     @Test func `the case paths of Root.Action are lawful`() {
///       #expect(
///         CaseLaw.violations(
///           CasePath<Root.Action, Login.Action>.login.law(for: .next),
///           CasePath<Root.Action, Main.Action>.main.law(for: .signOut)
///         ) == [])
///     }
///
/// A value that is embedded by one path must come out of that path unchanged, and out of none of the
/// others. It does *not* know which cases the type has: a case without a path is not missed.
public struct CaseLaw<Root> {
  let name: String
  let sample: Root
  let givesBack: (Root) -> Bool
  let matches: (Root) -> Bool

  /// What is wrong, in words; nothing, if all hold. O(n²) in the number of paths.
  public static func violations(_ laws: CaseLaw...) -> [String] { violations(laws) }

  /// What is wrong, in words, with as many laws as there are elements.
  public static func violations(_ laws: [CaseLaw]) -> [String] {
    laws.enumerated().flatMap { index, law in
      let own =
        law.givesBack(law.sample)
        ? [] : ["\(law.name): what is embedded is not what is extracted"]
      let others = laws.enumerated().filter { $0.offset != index && $0.element.matches(law.sample) }
      return own + others.map { "\(law.name): also extracted by \($0.element.name)" }
    }
  }
}

extension CasePath where Value: Equatable {
  /// The law of this path, to be checked with one value.
  public func law(for value: Value) -> CaseLaw<Root> {
    let sample = embed(value)
    return CaseLaw(
      name: "\(caseName(sample)) (\(site))", sample: sample,
      givesBack: { extract($0) == value }, matches: matches)
  }
}
