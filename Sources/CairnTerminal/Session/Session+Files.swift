import CairnApp
import CairnTrail
import Foundation

extension Session {
  /// Writes what was typed to a new file.
  func save(_ file: String) throws(UsageError) -> Answer {
    let lines = log.trail(app: A.name, steps: travel.position)
    do throws(SystemError) {
      try Descriptor.create(file, with: lines.map { $0 + "\n" }.joined())
    } catch {
      throw UsageError("\(file.terminalSafe): cannot be written: \(error)")
    }
    return .text(["\(travel.position.inputs) written to \(file.terminalSafe)"])
  }

  /// Types the inputs of a trail, up to the first that is refused.
  func load(_ file: String) throws(UsageError) -> Answer {
    let trail = try readTrail(file)
    if let app = trail.settings.app, app != A.name {
      throw UsageError("\(trail.file) is for the app \(app.inQuotes), and this is \(A.name)")
    }
    var count = 0
    for line in trail.lines {
      switch line.step {
      case .input(let text):
        if case .refused(let reason) = answer(to: text) {
          return .screen(
            remark: "\(count.inputs) of \(trail.file) typed; line \(line.number): \(reason)")
        }
        count += 1
      case .time(let time): clock.advance(by: time)
      case .idle:
        while !driver.effects.isEmpty { if !clock.skipToNext() { clock.waitForEffects() } }
      case .restart:
        return .screen(
          remark: "\(count.inputs) of \(trail.file) typed; line \(line.number): a restart cannot be"
        )
      case .comment, .refusedInput, .screen, .check: break
      }
    }
    return .screen(remark: "\(count.inputs) of \(trail.file) typed")
  }

  private func readTrail(_ file: String) throws(UsageError) -> Trail {
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: file)
    } catch {
      throw UsageError("\(file.terminalSafe): cannot be read: \(error)")
    }
    do throws(TrailSyntaxErrors) {
      return try Trail.parse(bytes: bytes, file: file.terminalSafe)
    } catch {
      throw UsageError("\(error)")
    }
  }
}

extension Int {
  fileprivate var inputs: String { "\(self) input\(self == 1 ? "" : "s")" }
}
