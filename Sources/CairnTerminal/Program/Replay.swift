import CairnScreen
import CairnSimulation
import CairnTrail

/// Plays trails: all are parsed first, those that parse are played.
struct Replay<A: App> {
  private let options: [String]

  /// - Throws: options that the app refuses; better once here than as an error of every trail.
  init(options: OptionValues) throws(UsageError) {
    let world = Launch.World.simulated(start: A.starts.first ?? "")
    _ = try A(Launch(world, options: options, clock: Simulation().clock))
    self.options = options.words(among: A.options)
  }

  func play(_ files: [String]) -> ExitStatus {
    var hasUnreadable = false
    var trails: [Trail] = []
    for file in files {
      do {
        trails.append(try read(file))
      } catch {
        hasUnreadable = true
        Output.error.print("\(error)")
      }
    }
    var hasFailed = false
    for trail in trails {
      do throws(TrailSyntaxErrors) {
        if let failure = try TrailPlayer<A>.play(trail, options: options) {
          hasFailed = true
          Output.standard.print("\(failure)")
        } else {
          Output.standard.print("\(trail.file): passed")
        }
      } catch {
        hasUnreadable = true
        Output.error.print("\(error)")
      }
    }
    if hasUnreadable { return .wrongUsage }
    return hasFailed ? .failed : .done
  }

  private func read(_ file: String) throws -> Trail {
    let name = file.terminalSafe
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: file)
    } catch {
      throw UsageError("\(name): cannot be read: \(error)")
    }
    return try Trail.parse(bytes: bytes, file: name)
  }
}
