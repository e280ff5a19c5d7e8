/// The way into one case of an enum and back out: to an enum what a key path is to a struct.
///
/// Written by hand, one line a case, so that composition reads `Scope(\.login, .login)`:
///
///     extension CasePath<Root.Action, Login.Action> {
///       static var login: Self { Self(Root.Action.login) { if case .login(let x) = $0 { x } else { nil } } }
///     }
///
/// Each case path is written at a place of its own: effects are told apart by that place, so one
/// made by a function for several cases would make them one feature.
///
/// A case path is lawful when embedding and then extracting gives the value back; ``CaseLaw`` checks
/// all those of a type in one test.
public struct CasePath<Root, Value>: Sendable {
  /// Wraps a payload in its case.
  public let embed: @Sendable (Value) -> Root

  /// The payload, or `nil` if the root is in another case.
  public let extract: @Sendable (Root) -> Value?

  /// Tells apart two cases with payloads of one type; effects are scoped by it.
  ///
  /// A function, for the optimizer takes no value of many fields apart, and a body is made of them.
  @usableFromInline let place: @Sendable () -> SourceSite

  @usableFromInline var site: SourceSite { place() }

  /// Where it is written, for messages.
  package var source: String { site.description }

  @inlinable @inline(__always)
  public init(
    _ embed: @escaping @Sendable (Value) -> Root,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    extract: @escaping @Sendable (Root) -> Value?
  ) {
    self.embed = embed
    self.extract = extract
    self.place = { SourceSite(fileID: fileID, line: line, column: column) }
  }

  @inlinable @inline(__always)
  public func matches(_ root: Root) -> Bool { extract(root) != nil }

  /// Changes the payload where it is; `nil`, and no change, if `root` is in another case.
  ///
  /// The payload is moved out of `root` while it changes, so that a collection inside it is
  /// uniquely referenced and not copied.
  @inlinable @inline(__always)
  @discardableResult
  public func modify<Result>(_ root: inout Root, _ change: (inout Value) -> Result) -> Result? {
    guard matches(root) else { return nil }
    return withUnsafeMutablePointer(to: &root) { slot in
      guard var value = extract(slot.move()) else {
        fatalError("the case path at \(site) extracts a value at one time and none at another")
      }
      let result = change(&value)
      slot.initialize(to: embed(value))
      return result
    }
  }
}

/// A place in the source, as an identity.
@usableFromInline
struct SourceSite: Hashable, Sendable, CustomStringConvertible {
  let fileID: StaticString
  let line: UInt
  let column: UInt

  @usableFromInline
  init(fileID: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.line = line
    self.column = column
  }

  @usableFromInline
  static func == (left: Self, right: Self) -> Bool {
    left.line == right.line && left.column == right.column
      && left.fileID.description == right.fileID.description
  }

  @usableFromInline
  func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(column)
  }

  @usableFromInline var description: String { "\(fileID):\(line)" }
}
