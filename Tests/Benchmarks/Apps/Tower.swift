import Cairn

// Ten features, each around the one before. The number of a level is how many scopes an action to
// the counter inside passes. That a level has finished is said to whatever is around it.

struct Level1: Reducer {
  struct State: Equatable {
    var child = Counter.State()
    var title = 0
  }

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
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

  enum Action: Sendable {
    case child(Level9.Action)
    case finished
  }

  var body: some Reducer<State, Action> {
    Scope(\.child, .child) { Level9() }
  }
}
