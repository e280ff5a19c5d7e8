import Cairn

// Ten nested features. The number of a level is the number of scopes between it and the counter. The
// action `finished` is for the enclosing level.

struct Level1: Reducer {
  struct State: Equatable {
    var child = Counter.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Counter.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Counter() }
  }
}

struct Level2: Reducer {
  struct State: Equatable {
    var child = Level1.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level1.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level1() }
  }
}

struct Level3: Reducer {
  struct State: Equatable {
    var child = Level2.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level2.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level2() }
  }
}

struct Level4: Reducer {
  struct State: Equatable {
    var child = Level3.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level3.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level3() }
  }
}

struct Level5: Reducer {
  struct State: Equatable {
    var child = Level4.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level4.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level4() }
  }
}

struct Level6: Reducer {
  struct State: Equatable {
    var child = Level5.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level5.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level5() }
  }
}

struct Level7: Reducer {
  struct State: Equatable {
    var child = Level6.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level6.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level6() }
  }
}

struct Level8: Reducer {
  struct State: Equatable {
    var child = Level7.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level7.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level7() }
  }
}

struct Level9: Reducer {
  struct State: Equatable {
    var child = Level8.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level8.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level8() }
  }
}

struct Level10: Reducer {
  struct State: Equatable {
    var child = Level9.State()
    var title = 0
  }

  enum Action: Sendable, CasePathable {
    case child(Level9.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level9() }
  }
}
