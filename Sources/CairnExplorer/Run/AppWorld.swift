import Cairn
import CairnApp
import CairnSimulation
import CairnTrail

/// The start and the options of the explored app.
@usableFromInline
package struct AppSetting<A: App> {
  let start: String
  package let options: [String]
  /// The parts of the world that are left out.
  var without: Set<SearchPart> = []
  /// The names of the options that the app has read.
  let reads = Guarded<Set<String>>([])

  /// The time of answers that name none, unless the app decides it; `nil` for none.
  private var answerTime: ClosedRange<Duration>? {
    without.contains(.delays) ? nil : SearchPart.answerTime
  }

  @usableFromInline
  func launch(in simulation: Simulation) throws(UsageError) -> A {
    guard A.starts.contains(start) else {
      let known = A.starts.isEmpty ? "none" : A.starts.joined(separator: ", ")
      throw UsageError("\(A.name) has no start \"\(start)\"; it has: \(known)")
    }
    simulation.choices.answerTime = answerTime
    var values = try OptionValues(options, among: A.options)
    values.reads = reads
    return try A(Launch(.simulated(start: start), options: values, in: simulation))
  }

  /// The settings without one option or with another start, and what is unused if nothing differs.
  var variants: [(unused: String, setting: AppSetting)] {
    func with(_ start: String, _ options: [String]) -> AppSetting {
      AppSetting(start: start, options: options, without: without)
    }
    let first = A.starts.first ?? ""
    let others = start == first ? A.starts.filter { $0 != first } : [first]
    let starts = others.map { other in
      let name = (other == first ? start : other).inQuotes
      return (
        "start \(name): no trail of this search leads to another state from \(first.inQuotes)",
        with(other, options)
      )
    }
    return starts
      + zip(options, options.withoutCredentials).map { option, shown in
        let rest = options.filter { $0 != option }
        return (
          "option \(shown): no trail of this search leads to another state without it",
          with(start, rest)
        )
      }
  }

  /// The options, if a trail cannot contain them.
  package var optionsBesideTrail: [String] { playOptions.options }

  /// The first lines of a trail with these settings.
  ///
  /// - Parameter answersLater: whether answers take the time of the search.
  func heading(
    choices: [DrawnChoice] = [], delays: [Duration] = [], answersLater: Bool
  ) -> [String] {
    TrailSettings.heading(
      of: A.self, start: start, choices: choices, delays: delays,
      latency: answersLater ? answerTime : nil, options: options)
  }

  package var playOptions: PlayOptions { PlayOptions(of: A.self, launchedWith: options) }
}

/// An app that was launched in a simulation, for many runs one after the other.
@usableFromInline
final class AppWorld<A: App> {
  let app: A
  let simulation: Simulation
  let records = EffectRecords()
  /// The machine and the memory before the start of the app.
  let machine: Machine<A.Root.State, A.Root.Action>
  let memory: WorldMemory.Snapshot
  let resume: Resume

  @usableFromInline
  typealias Resume = (Simulation, Machine<A.Root.State, A.Root.Action>) -> Store<
    A.Root.State, A.Root.Action
  >

  init(_ setting: AppSetting<A>, _ resume: @escaping Resume) throws(UsageError) {
    self.resume = resume
    simulation = records.simulation()
    simulation.partLimit = 100_000
    app = try setting.launch(in: simulation)
    machine = Machine(app.state, reducer: app.reducer)
    memory = simulation.memory.snapshot
  }

  /// Whether another run can begin: the last one has ended, with all its tasks.
  func endRun() -> Bool {
    guard simulation.storeCount == 0 else { return false }
    simulation.endRun()
    return records.end()
  }
}
