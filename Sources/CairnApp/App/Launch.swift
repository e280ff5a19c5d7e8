import CairnSimulation

/// The world and the options of a start.
///
///     init(_ launch: Launch) throws(UsageError) {
///       let file = launch.options["--state"] ?? "session.json"
///       switch launch.world {
///       case .real: reducer = Onboarding(storage: .file(file))
///       case .simulated: reducer = Onboarding(storage: .memory(launch.memory.keep(Draft())))
///       }
///     }
public struct Launch {
  /// The world that effects of the app reach.
  public enum World: Equatable, Sendable {
    /// Real files and real services.
    case real
    /// Stand-ins in memory, in one of the starts that the app declares.
    case simulated(start: String)
  }

  public let world: World
  /// The app's own options.
  public let options: OptionValues
  /// The clock for effects: wall-clock time in the real world, virtual time in a simulated one.
  public let clock: any Clock<Duration>
  /// The source of the answers of stand-ins, and of all randomness in a simulated world: a search tries
  /// every alternative, and the seed of a trail selects one.
  public let choices: Choices
  /// The memory of stand-ins. It survives a restart, and tools can copy it.
  public let memory: WorldMemory

  /// - Parameter simulation: provides the clock, the choices and the memory.
  public init(
    _ world: World, options: OptionValues = OptionValues(), in simulation: Simulation
  ) {
    self.world = world
    self.options = options
    clock = simulation.clock
    choices = simulation.choices
    memory = simulation.memory
  }
}
