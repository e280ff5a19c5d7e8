import CairnApp
import CairnModel

/// The steps between the situations that were found, all by their numbers.
@usableFromInline
struct AppGraph {
  /// A step from one situation to another.
  @usableFromInline
  struct Edge {
    @usableFromInline let target: UInt32
    @usableFromInline let step: UInt32
    /// How things went that the step leaves open.
    @usableFromInline let circumstances: UInt32
    @usableFromInline let startedEffects: Bool

    @inlinable
    init(target: UInt32, step: UInt32, circumstances: UInt32, startedEffects: Bool) {
      self.target = target
      self.step = step
      self.circumstances = circumstances
      self.startedEffects = startedEffects
    }
  }

  /// The screen on top, and how many there are.
  @usableFromInline
  struct Place {
    @usableFromInline let screen: UInt32
    @usableFromInline let depth: UInt32

    @inlinable
    init(screen: UInt32, depth: UInt32) {
      self.screen = screen
      self.depth = depth
    }
  }

  @usableFromInline var edges: [Edge] = []
  /// Where the edges of each situation begin; there is one more at the end.
  @usableFromInline var starts = [0]
  @usableFromInline var places: [Place] = []
  @usableFromInline var steps = NumberedValues<AppStep>()
  @usableFromInline var screens = NumberedValues<String>()

  @inlinable
  init() {}

  /// How many situations have been left in every way; they come first.
  @inlinable
  var expanded: Int { starts.count - 1 }

  /// The numbers of the edges of a situation; none if it was not left.
  @inlinable
  subscript(edgesOf index: Int) -> Range<Int> {
    index < expanded ? starts[index]..<starts[index + 1] : 0..<0
  }

  @inlinable
  var bytes: Int {
    edges.capacity * MemoryLayout<Edge>.stride + places.capacity * MemoryLayout<Place>.stride
      + starts.capacity * MemoryLayout<Int>.stride
  }
}

// What is asked of all of it.
extension AppGraph {
  /// The first situation that shows the screen.
  func first(showing id: String) -> Int? {
    screens.values.firstIndex(of: id).flatMap { screen in
      places.firstIndex { $0.screen == screen }
    }
  }

  /// The first situation from which no way leads to the screen.
  func first(withoutWayTo id: String) -> Int? {
    var steps: [(from: UInt32, to: UInt32)] = []
    steps.reserveCapacity(edges.count)
    for index in 0..<expanded {
      for edge in self[edgesOf: index] { steps.append((UInt32(index), edges[edge].target)) }
    }
    let screen = screens.values.firstIndex(of: id) ?? -1
    return Predecessors(of: steps, states: places.count).firstWithoutWay { index in
      // From a situation that was not left, anything may be possible.
      index >= expanded || places[index].screen == screen
    }
  }

  /// The first situation with an input that does nothing, neither there nor wherever else it can be
  /// typed; and the line.
  var firstUnhandled: (index: Int, line: String)? {
    struct Input: Hashable {
      let screen: UInt32
      let name: String
    }
    let names = steps.values.map(\.inputName)
    var idle: [Input: (index: Int, line: String)] = [:]
    var handled: Set<Input> = []
    for index in 0..<expanded {
      for edge in self[edgesOf: index].map({ edges[$0] }) {
        guard case .input(let line) = steps[edge.step], let name = names[Int(edge.step)] else {
          continue
        }
        let input = Input(screen: places[index].screen, name: name)
        if edge.target != index || edge.startedEffects {
          handled.insert(input)
        } else if idle[input] == nil {
          idle[input] = (index, line)
        }
      }
    }
    return idle.filter { !handled.contains($0.key) }.values
      .min { ($0.index, $0.line) < ($1.index, $1.line) }
  }
}

extension AppGraph {
  /// What becomes of it that an input puts a screen on top, and another leads back from there.
  enum ForthAndBack {
    /// The one that leads forth can be typed nowhere.
    case neverTyped
    /// It puts no screen on top.
    case neverForth
    /// Where it leads, the one that leads back can never be typed.
    case neverBack
    /// It leads to where it came from, wherever both can be typed.
    case undone
    /// It leads from a situation, by both steps, to another than that: the first such way.
    case notUndone(index: Int, edges: [Edge])
  }

  func roundTrip(
    _ next: String, _ back: String, isSame: (Int, Int) -> Bool
  ) -> ForthAndBack {
    let (next, back) = (AppStep.input(next), AppStep.input(back))
    var (isTyped, leadsForth, leadsBack) = (false, false, false)
    for index in 0..<expanded {
      for push in edges[self[edgesOf: index]] where steps[push.step] == next {
        isTyped = true
        let target = Int(push.target)
        guard places[target].depth == places[index].depth + 1 else { continue }
        leadsForth = true
        for pop in edges[self[edgesOf: target]] where steps[pop.step] == back {
          guard isSame(Int(pop.target), index) else {
            return .notUndone(index: index, edges: [push, pop])
          }
          leadsBack = true
        }
      }
    }
    guard isTyped else { return .neverTyped }
    guard leadsForth else { return .neverForth }
    return leadsBack ? .undone : .neverBack
  }
}
