import Cairn
import CairnScreen

extension Trail {
  /// The app that this trail is for, in the world that it starts in.
  ///
  /// - Throws: a setting that is for another app, or that this app does not know.
  func launch<A: App>(
    clock: any Clock<Duration>, options: [String]
  ) throws(TrailSyntaxErrors) -> A {
    if let app = settings.app, app != A.name {
      throw error("app", app, "this trail is for \"\(app)\", and this program is \"\(A.name)\"")
    }
    if let start = settings.start, !A.starts.contains(start) {
      let known = A.starts.joined(separator: ", ")
      throw error("start", start, "\(A.name) has no start \"\(start)\"; it has: \(known)")
    }
    do throws(UsageError) {
      let world = Launch.World.simulated(start: settings.start ?? A.starts.first ?? "")
      return try A(
        Launch(
          world, options: OptionValues(settings.options + options, among: A.options),
          clock: clock, seed: settings.seed ?? 0))
    } catch {
      throw self.error("options", nil, error.description)
    }
  }

  /// The number of the last line, for what is only known at the end.
  var lastLineNumber: Int {
    let lineCount = text.utf8.count { $0 == UInt8(ascii: "\n") }
    return max(1, text.utf8.last == UInt8(ascii: "\n") ? lineCount : lineCount + 1)
  }

  /// An error at the line of a setting.
  private func error(_ setting: String, _ value: String?, _ message: String) -> TrailSyntaxErrors {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let index = lines.firstIndex { $0.hasPrefix("% \(setting)") } ?? 0
    let source = String(lines[index])
    let start = value.flatMap { source.firstRange(of: $0)?.lowerBound } ?? source.startIndex
    let column = source.distance(from: source.startIndex, to: start) + 1
    return TrailSyntaxErrors(errors: [
      TrailSyntaxError(
        file: file, line: index + 1, column: column, message: message.terminalSafe, source: source)
    ])
  }
}
