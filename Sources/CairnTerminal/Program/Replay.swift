import CairnSimulation
import CairnTrail
import Foundation

/// Plays trails: all are parsed first, those that parse are played.
struct Replay<A: App> {
  private let options: [String]

  /// - Throws: options that the app refuses; better once here than as an error of every trail.
  init(options: [String]) throws(UsageError) {
    let values = try OptionValues(options, among: A.options)
    let world = Launch.World.simulated(start: A.starts.first ?? "")
    _ = try A(Launch(world, options: values, clock: Simulation().clock))
    self.options = options
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
    let bytes: Data
    do {
      bytes = try Data(contentsOf: URL(filePath: file))
    } catch {
      throw UsageError("\(file): cannot be read: \(reason(error))")
    }
    return try Trail.parse(bytes: bytes, file: file)
  }

  private func reason(_ error: any Error) -> String {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain
      ? String(cString: strerror(Int32(cause.code)))
      : error.localizedDescription
  }
}
