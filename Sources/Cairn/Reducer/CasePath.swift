/// Embeds a payload in one case of an enum, and extracts it: the counterpart of a key path for enums.
///
/// An app declares one case path for each case; composition then reads `Scope(\.login, .login)`:
///
///     extension CasePath<Root.Action, Login.Action> {
///       static var login: Self { Self(Root.Action.login) { if case .login(let x) = $0 { x } else { nil } } }
///     }
///
/// The position in the source identifies a case path, and with it the feature that effects belong to.
/// A function that makes case paths for several cases would make them one feature.
///
/// A case path is lawful if embedding a value and extracting it returns the value; ``CaseLaw`` checks all
/// case paths of a type in one test.
public struct CasePath<Root, Value>: Sendable {
  /// Wraps a payload in its case.
  public let embed: @Sendable (Value) -> Root

  /// The payload, or `nil` if the root is in another case.
  public let extract: @Sendable (Root) -> Value?

  /// Distinguishes two cases with payloads of one type; effects are scoped by it.
  ///
  /// A closure, to keep the case path at three fields: the optimizer only scalarizes small structs.
  @usableFromInline let makeSite: @Sendable () -> SourceSite

  @usableFromInline var site: SourceSite { makeSite() }

  /// Its position in the source, for messages.
  package var source: String { site.description }

  @inlinable @inline(__always) public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
    self.makeSite = { SourceSite(fileID: fileID, line: line, column: column) }
  }

  @inlinable @inline(__always) public func matches(_ root: Root) -> Bool { extract(root) != nil }

  /// Changes the payload in place; `nil`, and no change, if `root` is in another case.
  ///
  /// The payload is moved out of `root` meanwhile, so that a collection inside it stays uniquely
  /// referenced.
  @inlinable @inline(__always)
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ change: (inout Value) -> Result) -> Result? {
    guard matches(root) else { return nil }
    return withUnsafeMutablePointer(to: &root) { slot in
      guard var value = extract(slot.move()) else {
        fatalError("the case path at \(site) extracts a value from a root, and then none")
      }
      let result = change(&value)
      slot.initialize(to: embed(value))
      return result
    }
  }
}

/// A position in the source, as an identity.
@usableFromInline struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt
  let column: UInt

  @usableFromInline init(fileID: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  @usableFromInline static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column
      && left.fileID.description == right.fileID.description
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }

  @usableFromInline var description: String { "\(fileID):\(line)" }
}

/// An enum of states. Exactly one of its features exists at a time.
///
///     state.modify(.onboarding) { $0.path.pop() }
///     state[case: .onboarding]?.path.count
public protocol EnumState {}

extension EnumState {
  /// The payload of one case, or `nil` in another.
  @inlinable
  public subscript<Value>(case path: CasePath<Self, Value>) -> Value? { path.extract(self) }

  /// Changes the payload of one case in place; `nil`, and no change, in another.
  @inlinable @discardableResult public mutating func modify<Value, Result>(
    _ path: CasePath<Self, Value>, _ change: (inout Value) -> Result
  ) -> Result? {
    path.modify(&self, change)
  }
}

/// The laws of the case paths of one type, checked for all of them at once.
///
///     @Test func `the case paths of Root.Action are lawful`() {
///       #expect(
///         CaseLaw.violations(
///           CasePath<Root.Action, Login.Action>.login.law(for: .next),
///           CasePath<Root.Action, Main.Action>.main.law(for: .signOut)
///         ) == [])
///     }
///
/// A value that one path embeds is extracted by that path unchanged, and by no other path. A case without
/// a path is *not* reported.
public struct CaseLaw<Root> {
  let name: String
  let sample: Root
  let isRestored: Bool
  let matches: (Root) -> Bool

  /// A description of each violation. O(n²) in the number of paths.
  public static func violations(_ laws: CaseLaw...) -> [String] { violations(laws) }

  /// A description of each violation. O(n²) in the number of paths.
  public static func violations(_ laws: [CaseLaw]) -> [String] {
    laws.enumerated().flatMap { index, law in
      let own =
        law.isRestored
        ? [] : ["\(law.name): the extracted value differs from the embedded value"]
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
      name: "\(caseName(sample)) (\(site))", sample: sample, isRestored: extract(sample) == value,
      matches: matches)
  }
}
