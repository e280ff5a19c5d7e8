// swift-format-ignore-file
import Cairn

#if canImport(Cairn) && !canImport(Nothing)
  #if canImport(Nothing)
    import Nothing
  #elseif canImport(Foundation)  // whose types are payloads
    import Foundation
  #endif
#else
  import Nothing
#endif

// enum Commented: CasePathable { case no(Int) }
/* enum Block: CasePathable { /* nested */ case no(Int) } */

let interpolated = "enum S: CasePathable { case no(Int) } \("}" + "{")"
let raw = #"enum R: CasePathable { "case no(Int) \#(1)"#
let quote = #"""#
let quotes = ##""#""##
let multiline = """
  enum M: CasePathable { " case no(Int)
  """
var regex: Regex<Substring> { /enum \{ "/ }
let half = [4].reduce(8, /)  // "half" / {

struct Form {
  enum Action: Equatable { case a }
}

public struct Outer {
  public struct Form {
    public enum Action: Sendable, Equatable, CasePathable { case b, at(Name) }
  }

  public typealias Name = String

  @available(macOS 10.15, *)
  public indirect enum Action: Sendable, CasePathable {
    /// A comment with a brace {
    case form(Form.Action), name(_ x: Name = "}", [Name: (Int, Name)]), none
    case /* here */ circle(
      radius: Int  // a comment )
    )
    case least(Bool = 1<2, high: Int!)
    static let two: Int = if case let two? = Int("2") { two } else { 0 }
    case pair(first: Int, second: Outer.Form.Action?)
    case callback(@Sendable (_ value: Int) -> Void)
    case `default`(Int), range(Range<Int>)
    case me(Self)
    case dictionary(Dictionary<Name, Result<Int, any Error>>)
    #if DEBUG
      case debug(Int)
    #endif
    @available(*, deprecated) case old(Int)
    case same(a: Int), same(b: Int)
    case hand(Int)
    case limits(
      low: Bool = 1 < 2, Result<
        Int, any Error
      >, high: @Sendable (Int) -> Bool = { $0 > 3 }, last: [Int: Int] = Dictionary<Int, Int>())
    case `Type`(Int), `self`(me: Int), `Protocol`(Int), words(`in`: Int, `inout`: Int, self: Int)

    public enum Inner: Equatable, CasePathable { case deep(Name) }

    var isForm: Bool {
      switch self {
      case .form(let action): action == .b
      default: false
      }
    }
  }

  struct Box<T> {
    enum Action: CasePathable { case x(T) }
  }

  private enum Hidden: CasePathable { case x(Int) }

  func local() {
    enum Local: CasePathable { case x(Int) }
    for index in 0...3 { _ = index }
  }
}

extension Outer.Form {
  enum Late: String { case x = "a", y }

  package enum Mode: CasePathable {
    case on(Action)
    case off(Outer.Name)
  }
}

enum Generic<P>: CasePathable { case c(P) }

enum Timed: CasePathable { case at(Date) }

enum Later { case x(Int) }
extension Later: CasePathable {}

@available(*, deprecated) struct Old {
  enum Action: CasePathable { case x(Int) }
}

@available(*, deprecated) extension Form {
  enum Late: CasePathable { case x(Old.Action) }
}

#if DEBUG
  enum Conditional: CasePathable { case x(Int) }
#endif

extension CasePath<Outer.Action, Int> {
  static var hand: Self { Self(Root.hand) { if case .hand(let x) = $0 { x } else { nil } } }
}

enum Last: CasePathable {
  case ok(Int, Form.Action)
  case b
}

enum Empty: Sendable {}

enum Deserted: CasePathable { case never(Never), gone(reason: Empty), here(Int) }

public struct Sheet: Reducer {
  public struct State: Hashable { var taps = 0 }
  public enum Action: Equatable, Sendable { case tapped }

  init(_ title: () -> String = { "" }) {}

  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.taps += 1
    return .none
  }
}

public struct Sheets: FeatureEnum {
  let first = Sheet.init(),
    second =
      Sheet { "}" }

  enum Event: CasePathable { case sent(Action), seen([State]) }
}
