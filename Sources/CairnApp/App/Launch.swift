import CairnSimulation

/// How an app is to start: in which world, with which options.
///
///     init(_ launch: Launch) throws(UsageError) {
///       let file = launch.options["--state"] ?? "session.json"
///       switch launch.world {
///       case .real: reducer = Onboarding(storage: .file(file))
///       case .simulated: reducer = Onboarding(storage: .memory(launch.memory.keep(Draft())))
///       }
///     }
public struct Launch {
  /// What the app's effects reach.
  public enum World: Equatable, Sendable {
    /// Real files and real services.
    case real
    /// Everything in memory, in a state that the app declares among its starts.
    case simulated(start: String)
  }

  public let world: World
  /// The app's own options.
  public let options: OptionValues
  /// The time that effects live by. It follows the wall in the real world, and is virtual in a
  /// simulated one.
  public let clock: any Clock<Duration>
  /// Where stand-ins ask which of their answers to give. Whatever is random in a simulated world
  /// comes from here: then a search tries all of it, and the seed of a trail draws it.
  public let choices: Choices
  /// What stand-ins remember: it outlasts a restart, and tools can copy it.
  public let memory: WorldMemory

  /// - Parameter simulation: whose clock, choices and memory the app is given.
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
