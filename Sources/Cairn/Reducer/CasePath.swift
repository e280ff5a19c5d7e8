/// Embeds a payload in one case of an enum, and extracts it: the counterpart of a key path for enums.
///
/// An app has one case path for each case that contains a feature; composition then reads
/// `Scope(\.login, .login)`:
///
///     extension CasePath<Root.Action, Login.Action> {
///       static var login: Self { Self(Root.login) { if case .login(let x) = $0 { x } else { nil } } }
///     }
///
/// The plugin `CairnCasePathsPlugin` generates these extensions for each enum that conforms to ``CasePathable``.
///
/// The position in the source identifies a case path, and with it the feature that effects belong to.
/// A function that makes case paths for several cases would make them one feature. Two children that take their actions
/// by one case path are one feature, too: their ids are shared, and their effects end together or not at all. Give each
/// a case of its own.
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

  /// Creates the path to one case, from its constructor and a function that returns its payload.
  @inlinable @inline(__always) public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
    self.makeSite = { SourceSite(fileID: fileID, line: line, column: column) }
  }

  @inlinable @inline(__always) init(
    embed: @escaping @Sendable (Value) -> Root, extract: @escaping @Sendable (Root) -> Value?,
    makeSite: @escaping @Sendable () -> SourceSite
  ) {
    self.embed = embed
    self.extract = extract
    self.makeSite = makeSite
  }

  /// Whether the root is in this case.
  @inlinable @inline(__always) public func matches(_ root: Root) -> Bool { extract(root) != nil }

  /// Changes the payload in place; `nil`, and no change, if `root` is in another case.
  ///
  /// The payload is moved out of `root` meanwhile, so that a collection inside it stays uniquely
  /// referenced. A path that matches and then extracts no payload breaks its law, and stops the program.
  @inlinable @inline(__always)
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ change: (inout Value) -> Result) -> Result? {
    guard matches(root) else { return nil }
    return unsafe withUnsafeMutablePointer(to: &root) { slot in
      guard var value = unsafe extract(slot.move()) else {
        fatalError("the case path at \(site) extracts a value from a root, and then none")
      }
      let result = change(&value)
      unsafe slot.initialize(to: embed(value))
      return result
    }
  }
}

// MARK: Composition

/// The type of all case paths that begin in one type. The generated paths are members of it, and not of the
/// paths to their payloads, so that a chain can begin with one: `.child.appending(path: .answer)`.
public protocol _CasePath<_Root> {
  associatedtype _Root
}

extension CasePath: _CasePath {
  public typealias _Root = Root
}

extension CasePath {
  /// The path to a case within the payload of this case.
  ///
  ///     let edit = destination.appending(path: .edit)  // Contacts.Action to Edit.Action
  ///
  /// The identities of both paths identify the result: effects of two features that share one path only
  /// stay distinct. Composition is associative, and lawful if both paths are lawful.
  @inlinable @inline(__always)
  public func appending<Leaf>(path: CasePath<Value, Leaf>) -> CasePath<Root, Leaf> {
    CasePath<Root, Leaf>(
      embed: { [embed] in embed(path.embed($0)) },
      extract: { [extract] in extract($0).flatMap(path.extract) },
      makeSite: { [makeSite] in makeSite().appending(path.makeSite()) })
  }

  /// Composes two paths, where the type of the result is known.
  ///
  ///     .ifLet(\.destination[case: .edit], .nested(.destination, .edit)) { Edit() }
  ///
  /// This is `outer.appending(path: inner)`, and for generated paths `.outer.appending(path: .inner)`. A
  /// chain does not begin with a path that is written by hand in an extension of its own type.
  @inlinable @inline(__always)
  public static func nested<Middle>(
    _ outer: CasePath<Root, Middle>, _ inner: CasePath<Middle, Value>
  ) -> Self {
    outer.appending(path: inner)
  }

  /// The path to the actions of one element of a collection: a screen of a stack or a row of a list.
  ///
  ///     store.receive(.case(.path.element(id: 0)))  // any action of the bottom screen
  ///
  /// It extracts no action of an element with another id. The id is a part of its identity.
  public func element<ID, Action>(id: ID) -> CasePath<Root, Action>
  where Value == ElementAction<ID, Action> {
    CasePath<Root, Action>(
      embed: { [embed] in embed(.element(id: id, action: $0)) },
      extract: { [extract] root in
        guard case .element(id, let action) = extract(root) else { return nil }
        return action
      },
      makeSite: { [makeSite] in makeSite().appending(elementID: id) })
  }
}

extension CasePath where Root == Value? {
  /// The path to the value of an optional, to be composed with a path that begins there.
  ///
  ///     let edit: CasePath<Destination.State?, Edit.State> = .nested(.some, .edit)
  @inlinable public static var some: Self { Self(Root.some) { $0 } }
}

/// Two case paths are equal if they have the same identity.
extension CasePath: Hashable {
  public static func == (left: Self, right: Self) -> Bool { left.site == right.site }

  public func hash(into hasher: inout Hasher) { hasher.combine(site) }
}

/// The identity of a case path: its position in the source, and those of the paths appended to it.
@usableFromInline struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  enum Component: Hashable, Sendable {
    case site(SourceSite)
    case element(AnyID)
  }

  let fileID: StaticString
  let line: UInt
  let column: UInt
  private var appended: [Component] = []

  @usableFromInline init(fileID: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  /// Flat, so that the order of composition does not matter.
  @usableFromInline func appending(_ other: SourceSite) -> SourceSite {
    var result = self
    var first = other
    first.appended = []
    result.appended += [.site(first)] + other.appended
    return result
  }

  func appending(elementID id: some Hashable & Sendable) -> SourceSite {
    var result = self
    result.appended.append(.element(AnyID(id)))
    return result
  }

  @usableFromInline static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column
      && left.fileID.description == right.fileID.description && left.appended == right.appended
  }

  @usableFromInline func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
    hasher.combine(appended)
  }

  @usableFromInline var description: String {
    appended.reduce("\(fileID):\(line)") { text, component in
      switch component {
      case .site(let site): "\(text) + \(site)"
      case .element(let id): "\(text)[id: \(id.value)]"
      }
    }
  }
}

// MARK: Enums of states and actions

/// A reducer of an enum of features: the state is that of one of them.
///
/// ```swift
/// struct Path: FeatureEnum {
///   typealias ActionTraits = Codable & Equatable
///
///   let terms = Terms()
///   let credentials: Credentials
/// }
/// ```
///
/// Each stored property is a feature, unless it is private, within `#if`, or has neither a type nor a call of one
/// as its value: `let terms: Terms = .live` has a type. The plugin `CairnCasePathsPlugin` generates the rest: the
/// enums `State` and `Action` with a case for each property, the ``Reducer/body-swift.property``, the case paths, and
/// in a file that imports CairnApp the `screen` of the state, unless an extension has one or has `screens`.
/// `swift package case-paths --print` shows it.
///
/// The plugin also generates `case` of a store: an enum of the child stores, which a `switch` goes through completely.
///
/// ```swift
/// switch store.case {
/// case .terms(let store): TermsView(store: store)
/// case .credentials(let store): CredentialsView(store: store)
/// }
/// ```
///
/// `State` is `Hashable` and `Action` is `Equatable`, unless the type aliases `StateTraits` and `ActionTraits` name
/// other protocols. `Action` is always `Sendable`.
public protocol FeatureEnum: Reducer {}

/// An enum with case paths. The plugin `CairnCasePathsPlugin` generates a path for each case; without a
/// payload its value is `Void`.
///
///     state.modify(.onboarding) { $0.path.pop() }
///     state[case: .onboarding]?.path.count
public protocol CasePathable {}

extension CasePathable {
  /// The payload of one case, or `nil` in another.
  ///
  ///     state[case: .terms]?.isAccepted = true
  ///
  /// A value that is assigned in another case is ignored, and so is `nil`: an enum has no empty case.
  @inlinable public subscript<Value>(case path: CasePath<Self, Value>) -> Value? {
    get { path.extract(self) }
    set {
      guard let newValue, path.matches(self) else { return }
      self = path.embed(newValue)
    }
  }

  /// Changes the payload of one case in place; `nil`, and no change, in another.
  @inlinable @discardableResult public mutating func modify<Value, Result>(
    _ path: CasePath<Self, Value>, _ change: (inout Value) -> Result
  ) -> Result? {
    path.modify(&self, change)
  }
}

extension Optional where Wrapped: CasePathable {
  /// The payload of one case, or `nil` in another and without a value. Thus one case of an optional enum
  /// is an optional of its own:
  ///
  ///     .ifLet(\.destination[case: .edit], .nested(.destination, .edit)) { Edit() }
  ///
  /// A value that is assigned replaces any other case. `nil` removes a value in this case, and no other.
  @inlinable public subscript<Value>(case path: CasePath<Wrapped, Value>) -> Value? {
    get { flatMap(path.extract) }
    set {
      if let newValue {
        self = path.embed(newValue)
      } else if let root = self, path.matches(root) {
        self = nil
      }
    }
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
