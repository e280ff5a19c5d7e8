import CairnApp
import CairnPage
import CairnTrail
import Foundation

/// A trail as a test with a `TestStore`: the one that a page copies, for several screens.
enum CoverTest {
  /// The first line of such a file, which may be replaced.
  private static let mark = "// Written by cover --swift.\n"

  static func isTest(_ contents: [UInt8]) -> Bool { contents.starts(with: mark.utf8) }

  static func text<A: App>(of trail: String, named name: String, for app: A.Type) -> String {
    let lines = trail.split(separator: "\n").map(String.init)
    func words(_ setting: String) -> [String] {
      lines.filter { $0.hasPrefix("% \(setting) ") }.flatMap { line in
        line.dropFirst(setting.count + 3).matches(of: /"(?:[^"\\]|\\.)*"|\S+/).map {
          String($0.output)
        }
      }
    }
    var choices = words("choices").map { $0.hasPrefix("\"") ? $0 : swift($0) }
    // After the last one, the first option is chosen.
    while choices.last?.wholeMatch(of: /"1\/\d+"/) != nil { choices.removeLast() }
    let delays = words("delays").map(time)
    var world: [String] = []
    let latency = words("latency")
    if latency.count == 3 {
      world.append(
        "  simulation.choices.answerTime = \(time(latency[0])) ... \(time(latency[2]))\n")
    }
    var (steps, screen) = ([(line: String, screen: String)](), "")
    for line in lines {
      if let mark = line.first, ">@!".contains(mark) {
        steps.append((line, screen))
      } else if line.hasPrefix("? screen ") {
        screen = String(line.dropFirst(9))
        if !steps.isEmpty { steps[steps.count - 1].screen = screen }
      }
    }
    let isDrawn = !(choices.isEmpty && delays.isEmpty)
    let source = """

          choices: TrailChoices(
            choices: [\(choices.joined(separator: ", "))],
            delays: [\(delays.joined(separator: ", "))])
      """
    // The type may be inside of others.
    let path = String(reflecting: A.self).split(separator: ".", maxSplits: 1).map(String.init)
    let listed: [String] = steps.map { "    (\(swift($0.line)), \(swift($0.screen)))," }
    let start = lines.first { $0.hasPrefix("% start ") }.map { String($0.dropFirst(8)) }
    let parts: [String: String] = [
      "module": path[0], "type": path[path.count - 1], "name": "\(A.name): \(name)",
      "source": isDrawn ? source : "", "source_type": isDrawn ? template("test-choices") : "",
      "world": world.joined(), "options": words("options").map(swift).joined(separator: ", "),
      "start": swift(start ?? A.starts.first ?? ""), "steps": listed.joined(separator: "\n"),
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

  /// A time as Swift; `.seconds(0.5)`.
  private static func time(_ text: String) -> String {
    let seconds = ((try? DurationSyntax.parse(text)) ?? .zero) / .seconds(1)
    return ".seconds(\(seconds == seconds.rounded() ? "\(Int(seconds))" : "\(seconds)"))"
  }

  /// A text as Swift.
  private static func swift(_ text: String) -> String { text.debugDescription }
}
