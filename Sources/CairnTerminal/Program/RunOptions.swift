import CairnApp
import Foundation

/// How a session looks, and whose time it lives by.
struct RunOptions {
  let presentation: Presentation
  /// Whether the terminal may do more than print lines.
  let edits: Bool
  let isAnimated: Bool

  /// - Throws: options that exclude each other, and values that there are not.
  init(
    _ options: OptionValues, environment: [String: String], outputIsTerminal: Bool
  ) throws(UsageError) {
    guard !options.has("--json") || !options.has("--plain") else {
      throw UsageError("--json and --plain exclude each other; give one of them")
    }
    let usesColor = try Self.usesColor(options["--color"], environment, outputIsTerminal)
    presentation =
      if options.has("--json") {
        .json
      } else if options.has("--plain") {
        .plain
      } else {
        .lines(usesColor ? Self.theme(environment) : .none)
      }
    edits = !options.has("--json") && !options.has("--plain")
    isAnimated = !options.has("--no-animation") && (environment["REDUCE_MOTION"] ?? "").isEmpty
  }

  /// What was asked for on the command line comes before `NO_COLOR`.
  private static func usesColor(
    _ when: String?, _ environment: [String: String], _ outputIsTerminal: Bool
  ) throws(UsageError) -> Bool {
    switch when {
    case "always"?: return true
    case "never"?: return false
    case nil, "auto"?:
      let kind = environment["TERM"] ?? ""
      return outputIsTerminal && kind != "" && kind != "dumb"
        && (environment["NO_COLOR"] ?? "").isEmpty
    case let other?:
      throw UsageError("--color: \(other.inQuotes) is none of auto, always and never")
    }
  }

  /// Terminals that say so in `COLORFGBG` have a light background in colour 7 or 15.
  private static func theme(_ environment: [String: String]) -> Theme {
    let background = environment["COLORFGBG"]?.split(separator: ";").last
    return background == "7" || background == "15" ? .light : .dark
  }
}
