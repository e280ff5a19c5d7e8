import Cairn
import Observation

/// A hundred fields, in ten groups of ten.
struct Hundred: Equatable {
  struct Ten: Equatable {
    var a = 0
    var b = 0
    var c = 0
    var d = 0
    var e = 0
    var f = 0
    var g = 0
    var h = 0
    var i = 0
    var j = 0

    static var fields: [WritableKeyPath<Ten, Int> & Sendable] {
      [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
    }
  }

  var a = Ten()
  var b = Ten()
  var c = Ten()
  var d = Ten()
  var e = Ten()
  var f = Ten()
  var g = Ten()
  var h = Ten()
  var i = Ten()
  var j = Ten()

  static var groups: [WritableKeyPath<Hundred, Ten> & Sendable] {
    [\.a, \.b, \.c, \.d, \.e, \.f, \.g, \.h, \.i, \.j]
  }

  static var fields: [WritableKeyPath<Hundred, Int>] {
    groups.flatMap { group in
      Ten.fields.map { field in (group as WritableKeyPath).appending(path: field as WritableKeyPath)
      }
    }
  }
}

/// Changes its state by the function that is its action.
struct Changing<State>: Reducer {
  struct Action: Sendable {
    let change: @Sendable (inout State) -> Void
    var next: [Action] = []
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    action.change(&state)
    return action.next.reduce(.none) { $0.merged(with: .send($1)) }
  }
}

extension Store {
  convenience init(changing state: State) where Action == Changing<State>.Action {
    self.init(state) { Changing<State>() }
  }

  func change(_ change: @escaping @Sendable (inout State) -> Void)
  where Action == Changing<State>.Action {
    send(Action(change: change))
  }
}

/// Notes `name` once something that `read` reads has changed.
func observe(_ name: String, _ log: Log, _ read: () -> Void) {
  withObservationTracking(read) { log.note(name) }
}
