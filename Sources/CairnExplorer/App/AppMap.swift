import CairnSimulation
import CairnTrail

/// Everything that a search has found of an app: situations, and the steps between them.
struct AppMap<State: Hashable & SendableMetatype> {
  /// A step from one situation to another, by numbers.
  struct Edge {
    let target: UInt32
    let step: UInt32
    /// What was left open on the way.
    let draws: UInt32
    let startedEffects: Bool
  }

  /// The screen on top, by number, and how many there are.
  struct Place {
    let screen: UInt32
    let depth: UInt32
  }

  var space: StateSpace<Situation<State>>
  /// The edge by which each situation was found; those of starts lead from themselves.
  var arrivals: [Edge] = []
  var places: [Place] = []
  var edges: [Edge] = []
  /// Where the edges of each situation begin; there is one more at the end.
  var starts = [0]
  var memories = NumberedValues<Memory.Snapshot>()
  var flights = NumberedValues<FlightKey>(FlightKey())
  var steps = NumberedValues<StepName>()
  var draws = NumberedValues<[Draw]>([])
  var screens = NumberedValues<String>()

  init(representative: (@Sendable (State) -> State)?) {
    guard let representative else {
      space = StateSpace(representative: nil)
      return
    }
    space = StateSpace { situation in
      Situation(
        state: representative(situation.state), memory: situation.memory,
        flight: situation.flight)
    }
  }

  /// How many situations have been left in every way; they come first.
  var expanded: Int { starts.count - 1 }

  subscript(edgesOf index: Int) -> ArraySlice<Edge> {
    index < expanded ? edges[starts[index]..<starts[index + 1]] : []
  }

  func isStart(_ index: Int) -> Bool { Int(space.parents[index]) == index }

  /// The situations on a shortest way to one, which is the last of them.
  func way(to index: Int) -> [Int] {
    var way = [index]
    while let last = way.last, !isStart(last) { way.append(Int(space.parents[last])) }
    return way.reversed()
  }

  /// The bytes that this takes, without what states refer to.
  var bytes: Int {
    space.bytes + (arrivals.capacity + edges.capacity) * MemoryLayout<Edge>.stride
      + places.capacity * MemoryLayout<Place>.stride + starts.capacity * MemoryLayout<Int>.stride
  }
}

/// A line of a trail that moves the app.
enum StepName: Hashable {
  case input(String)
  case time(Duration)
  case restart

  var trailStep: TrailStep {
    switch self {
    case .input(let line): .input(line)
    case .time(let duration): .time(duration)
    case .restart: .restart
    }
  }

  /// As it stands in a trail.
  var text: String {
    switch self {
    case .input(let line): "> \(line)"
    case .time(let duration): "@ \(DurationSyntax.text(of: duration))"
    case .restart: "@ restart"
    }
  }

  /// The first word of an input.
  var inputName: String? {
    guard case .input(let line) = self else { return nil }
    return line.split(separator: " ", maxSplits: 1).first.map(String.init)
  }
}
