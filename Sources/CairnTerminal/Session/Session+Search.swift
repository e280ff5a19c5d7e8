import CTerminal
import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation

extension Session {
  /// Checks the properties from the current state on. Remarks on parts that were left out precede the
  /// results, which hold without those parts.
  func explore() throws(UsageError) -> [String] {
    let (exploration, remarks) = try search()
    hasRefuted = hasRefuted || ExitStatus(of: exploration) == .failed
    let lines = exploration.description.terminalSafeLines
    return lines.prefix(1) + remarks + lines.dropFirst() + [exploration.check.description]
  }

  /// The graph of screens from the current state on, with remarks as comments.
  func graph() throws(UsageError) -> [String] {
    let (exploration, remarks) = try search(checking: [])
    let gap = exploration.gap.map { ["not everything was visited: \($0)"] } ?? []
    return exploration.graph(by: .screen).text(as: .mermaid).split(separator: "\n").map(String.init)
      + (gap + remarks).map { "%% \($0)" }
  }

  /// Searches from the current state in a simulated world. The remarks list the parts of the session
  /// that this world leaves out.
  private func search(
    checking properties: [AppProperty<A.Root.State>]? = nil
  ) throws(UsageError) -> (AppExploration<A>, remarks: [String]) {
    let (start, (taken, refused)) = (simulatedStart, simulatedOptions)
    let isSimulated = launch.world != .real
    let added = try SearchOptions<A>.added(to: OptionValues(taken, among: A.options))
    let options = taken + added.options
    var world = clock.simulation
    if !isSimulated {
      // The stand-ins begin with what the real world has under the same names.
      world = Simulation()
      world.memory.inherit(from: clock.simulation.memory)
      let values = try OptionValues(options, among: A.options)
      _ = try A(Launch(.simulated(start: start), options: values, in: world))
      world.advance(by: clock.now)
    }
    var model = try AppModel<A>(start: start, options: options)
      .starting(at: driver.state, remembering: world)
    let effects = driver.allEffects.map(\.excerpt)
    let knowsMemory = isSimulated || !world.memory.hasOwnValues
    if !knowsMemory {
      model.originGap = .unknown(
        "it rests on what the stand-ins store, and not on what the session stores")
    } else if !effects.isEmpty {
      model.originGap = .unknown("it rests on a start without the effects in flight")
    }
    model.without = try SearchOptions<A>.without(added.without)
    // A flow chart has no restarts, and a graph no verdicts.
    if properties != nil { (model.without, model.check) = (Set(SearchPart.allCases), .none) }
    let bounds = Bounds(
      states: SearchDefaults.statesInSession, time: SearchDefaults.timeInSession)
    let exploration: AppExploration<A> = try clock.hold { () throws(UsageError) in
      try WatchedSearch.run { (shouldContinue) throws(UsageError) in
        defer { wasInterrupted = cterminal_was_interrupted() }
        return try searcher.explore(model, properties, bounds, shouldContinue)
      }
    }
    let remarks = [
      ("it starts from the current state, with the options", options.withoutCredentials),
      ("left out: options that a simulated world refuses", refused),
      ("left out: effects in flight", effects),
      (
        "left out: what the session stores, in place of which the stand-ins store that of the start",
        knowsMemory ? [] : [start.inQuotes]
      ),
    ]
    return (
      exploration,
      remarks.filter { !$1.isEmpty }.map { "\($0): \($1.joined(separator: ", ").terminalSafe)" }
    )
  }

  /// The start of the simulated world, or of the one in which a search or a trail begins in place of the real
  /// world.
  var simulatedStart: String {
    if case .simulated(let start) = launch.world { start } else { A.starts.first ?? "" }
  }

  /// The options of the session that a simulated world accepts, and the names of the options that it
  /// refuses, such as an option with the name of a file.
  var simulatedOptions: (taken: [String], refused: [String]) {
    let start = simulatedStart
    func takes(_ options: [String]) -> Bool {
      guard let values = try? OptionValues(options, among: A.options) else { return false }
      return (try? A(Launch(.simulated(start: start), options: values, in: Simulation()))) != nil
    }
    if takes(launch.options) { return (launch.options, []) }
    let refused = launch.options.filter { !takes([$0]) }
    return (
      launch.options.filter { !refused.contains($0) },
      refused.map { $0.split(separator: "=").first.map(String.init) ?? $0 }
    )
  }
}
