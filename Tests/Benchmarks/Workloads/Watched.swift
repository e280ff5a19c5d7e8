import Cairn

/// A thousand numbers in stored properties.
struct Watched: Reducer {
  struct State: Equatable {
    var properties = Thousand()
    var other = 0
  }

  enum Action: Sendable {
    case changeOther
    case changeWatched
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeOther: state.other += 1
    case .changeWatched: state.properties.a.a.a += 1
    }
    return .none
  }

  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) {
    _ = Watched().reduce(into: &state, action: action)
  }
}

/// Ten values of one type, each a stored property.
struct Ten<Value: Equatable>: Equatable {
  var a, b, c, d, e, f, g, h, i, j: Value

  init(_ value: Value) {
    (a, b, c, d, e) = (value, value, value, value, value)
    (f, g, h, i, j) = (value, value, value, value, value)
  }

  static var paths: [WritableKeyPath<Ten, Value>] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
  }
}

typealias Thousand = Ten<Ten<Ten<Int>>>

extension Ten where Value == Ten<Ten<Int>> {
  init() { self.init(Ten<Ten<Int>>(Ten<Int>(0))) }

  /// The key paths of all numbers. `changeWatched` changes the first number.
  static var numbers: [KeyPath<Thousand, Int>] {
    paths.flatMap { first in
      Ten<Ten<Int>>.paths.flatMap { second in
        Ten<Int>.paths.map { third in
          first.appending(path: second).appending(path: third)
        }
      }
    }
  }
}

extension Watched.State {
  static func propertyPaths(_ count: Int) -> [KeyPath<Self, Int>] {
    let properties: KeyPath<Self, Thousand> = \.properties
    return Thousand.numbers.prefix(count).map { properties.appending(path: $0) }
  }
}

/// A thousand numbers in an array.
struct Rows: Reducer {
  struct State: Equatable {
    var rows = Array(repeating: 0, count: 1_000)
    var other = 0
  }

  typealias Action = Watched.Action

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .changeOther: state.other += 1
    case .changeWatched: state.rows[0] += 1
    }
    return .none
  }

  @inline(never)
  static func reduced(_ state: inout State, _ action: Action) {
    _ = Rows().reduce(into: &state, action: action)
  }
}

extension Rows.State {
  subscript(row index: Int) -> Int { rows[index] }

  /// The key paths of the numbers, with one step or two.
  static func rowPaths(_ count: Int, steps: Int) -> [KeyPath<Self, Int>] {
    (0..<count).map { steps == 1 ? \.[row: $0] : \.rows[$0] }
  }
}
