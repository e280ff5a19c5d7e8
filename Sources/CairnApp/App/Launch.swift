import Cairn
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

  /// The world that effects of the app reach.
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
  /// Whether actions are only reduced again: the app reaches no files.
  package var isReplay = false
  /// The name of the first value that this start keeps in a file. The files of the others are beside that file.
  package let firstFile = Guarded<String?>(nil)

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

/// The given options and their values.
///
///     let options = try OptionValues(["--strict", "--state", "a.json"], among: CounterApp.options)
///     options.has("--strict")  // true
///     options["--state"]       // "a.json"
///
/// The value of an option is the next word, or follows `=` in the same word.
public struct OptionValues: Equatable, Sendable {
  private var values: [String: String] = [:]
  /// The names that an app may read; `nil` for all.
  private var known: [String]?
  /// Receives the names that are read; `nil` if nobody asks for them.
  package var reads: Guarded<Set<String>>?

  /// No options.
  public init() {}

  /// Whether the same options are given.
  public static func == (one: Self, other: Self) -> Bool {
    one.values == other.values && one.known == other.known
  }

  /// Parses words that are all options of these kinds.
  ///
  /// - Throws: an unknown option, a missing or superfluous value, or a repeated option.
  public init(_ words: [String], among options: [AppOption]) throws(UsageError) {
    let (values, operands) = try Self.parse(words, among: options)
    if let operand = operands.first {
      throw UsageError("\(operand.inQuotes) is not an option; \(Self.known(options))")
    }
    self = values
  }

  /// Parses the words of a command line: options of these kinds, and operands, in any order. After `--`
  /// every word is an operand, and so is `-` alone.
  ///
  /// - Parameter suggested: those that a message may suggest; by default, all.
  /// - Throws: an unknown option, a missing or superfluous value, or a repeated option.
  package static func parse(
    _ words: [String], among options: [AppOption], suggesting suggested: [AppOption]? = nil
  ) throws(UsageError) -> (options: OptionValues, operands: [String]) {
    var parsed = OptionValues()
    parsed.known = options.map(\.name)
    var operands: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        break
      }
      guard word.hasPrefix("-"), word != "-" else {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      let attached = parts.count > 1 ? String(parts[1]) : nil
      guard let option = options.first(where: { $0.name == name }) else {
        let nearest = name.closest(of: (suggested ?? options).map(\.name))
          .map { "did you mean \($0)?" }
        throw UsageError("unknown option \(name.excerpt); \(nearest ?? known(options))")
      }
      guard parsed.values[name] == nil else {
        throw UsageError("the option \(name) is given twice; give it once")
      }
      guard let placeholder = option.value else {
        guard attached == nil else { throw UsageError("the option \(name) takes no value") }
        parsed.values[name] = ""
        continue
      }
      guard let value = attached ?? rest.popFirst() else {
        throw UsageError("the option \(name) needs a value: \(name) \(placeholder)")
      }
      parsed.values[name] = value
    }
    return (parsed, operands)
  }

  /// The options of these kinds as words of a command line.
  package func words(among options: [AppOption]) -> [String] {
    options.flatMap { option -> [String] in
      guard let value = values[option.name] else { return [] }
      return option.value == nil ? [option.name] : ["\(option.name)=\(value)"]
    }
  }

  /// Whether the option was given. An option that is not declared is a runtime issue.
  public func has(_ name: String) -> Bool { self[name] != nil }

  /// The value of an option that takes one; `nil` if it was not given. An option that is not declared is a
  /// runtime issue.
  public subscript(name: String) -> String? {
    if let known, !known.contains(name) { RuntimeIssue.report(.undeclared(name, known)) }
    return value(ifDeclared: name)
  }

  /// The value of an option that the app may have declared.
  package func value(ifDeclared name: String) -> String? {
    reads?.withLock { _ = $0.insert(name) }
    return values[name]
  }

  private static func known(_ options: [AppOption]) -> String {
    if options.isEmpty { return "there are none" }
    // A longer list does not help; `--help` of a program prints it with explanations.
    guard options.count <= 8 else { return "it is like none of the \(options.count) options" }
    return "there are: " + options.map(\.name).joined(separator: ", ")
  }
}

extension RuntimeIssue {
  fileprivate static func undeclared(_ name: String, _ known: [String]) -> RuntimeIssue {
    RuntimeIssue(
      "The app reads the option \(name.inQuotes), which it does not declare. Nobody can give it.",
      causes: ["the name is misspelt", "the option is missing in `options` of the app"],
      suggestion: name.closest(of: known).map { "read \($0.inQuotes)." }
        ?? "add `AppOption(\(name.inQuotes), help: …)` to `options`.")
  }
}

/// An option of an app: `--strict`, or with a value `--state FILE`.
///
///     static let options = [
///       AppOption("--state", value: "FILE", help: "keep the session in FILE"),
///       AppOption("--strict", help: "insist on a valid e-mail address"),
///     ]
public struct AppOption: Equatable, Sendable {
  /// The name, with its dashes.
  public let name: String
  /// The name of the value in `--help`; `nil` for an option without a value.
  public let value: String?
  /// A short description for `--help`.
  public let help: String

  /// Creates an option, which takes a value if `value` names one.
  public init(_ name: String, value: String? = nil, help: String) {
    self.name = name
    self.value = value
    self.help = help
  }
}

/// A wrong use of the program. It ends the program with status 2.
public struct UsageError: Error, Equatable, CustomStringConvertible {
  /// The problem and a suggestion.
  public let description: String

  /// Creates an error with a problem and a suggestion.
  public init(_ description: String) {
    self.description = description
  }
}

extension Clock where Duration == Swift.Duration {
  /// A function that returns the time on this clock since this call, for effects that measure time.
  ///
  ///     let elapsed = launch.clock.stopwatch()
  ///     return .run { send in await send(.paused(at: elapsed())) }
  ///
  /// Compute a position from two readings, and do not count ticks: then a late tick loses nothing. A reducer
  /// must not read the clock itself, because an action must have the same result each time.
  public func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
