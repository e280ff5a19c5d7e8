import CairnApp
import CairnPage
import CairnTrail
import Foundation

/// A trail as a test with a `TestStore`: the one that a page copies, for several screens.
enum CoverTest {
  /// The first line of such a file, which may be replaced.
  private static let mark = "// Written by cover --swift.\n"

  static func isTest(_ contents: [UInt8]) -> Bool { contents.starts(with: mark.utf8) }

  static func text<A: App>(of trail: Trail, named name: String, for app: A.Type) -> String {
    let settings = trail.settings
    var choices = settings.choices
    // After the last one, the first option is chosen.
    while case .option(1, _)? = choices.last { choices.removeLast() }
    let delays = settings.delays.map { swift(DurationSyntax.text(of: $0)) }
    let latency = settings.latency.map { latency in
      let bounds = [latency.lowerBound, latency.upperBound].map {
        "DurationSyntax.parse(\(swift(DurationSyntax.text(of: $0))))"
      }
      return "  simulation.choices.answerTime = try \(bounds.joined(separator: "..."))\n"
    }
    var (steps, screen) = ([(line: String, screen: String)](), "")
    for line in trail.lines {
      switch line.step {
      case .app, .refusedInput: steps.append((line.text, screen))
      case .check(.screen(let id)):
        screen = id
        if !steps.isEmpty { steps[steps.count - 1].screen = screen }
      case .comment, .screen, .check: break
      }
    }
    let isDrawn = !(choices.isEmpty && delays.isEmpty)
    let source = """

          choices: TrailChoices(
            choices: [\(choices.map(swift).joined(separator: ", "))],
            delays: [\(delays.joined(separator: ", "))])
      """
    // The type may be inside of others.
    let path = String(reflecting: A.self).split(separator: ".", maxSplits: 1).map(String.init)
    let listed: [String] = steps.map { "    (\(swift($0.line)), \(swift($0.screen)))," }
    let parts: [String: String] = [
      "module": path[0], "type": path[path.count - 1], "name": "\(A.name): \(name)",
      "source": isDrawn ? source : "", "source_type": isDrawn ? template("test-choices") : "",
      "world": latency ?? "", "options": settings.options.map(swift).joined(separator: ", "),
      "start": swift(settings.start ?? A.starts.first ?? ""),
      "steps": listed.joined(separator: "\n"),
    ]
    let test: String = template("test").replacing(/\{([a-z_]+)\}/) { match -> String in
      parts[String(match.output.1)] ?? ""
    }
    return mark + test
  }

  /// A template in the document of the page.
  private static func template(_ id: String) -> String {
    let html = String(decoding: PageFiles.html, as: UTF8.self)
    guard let start = html.firstRange(of: "<template id=\"\(id)\">"),
      let end = html[start.upperBound...].firstRange(of: "</template>")
    else { return "" }
    return String(html[start.upperBound..<end.lowerBound])
      .replacing("&lt;", with: "<").replacing("&amp;", with: "&")
  }

  /// An answer is in quotes already.
  private static func swift(_ choice: DrawnChoice) -> String {
    if case .answer = choice { choice.description } else { swift(choice.description) }
  }

  /// A text as Swift.
  private static func swift(_ text: String) -> String { text.debugDescription }
}
