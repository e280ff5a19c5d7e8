import Foundation
import TerminalEmulator
import TestSupport
import Testing

/// The picture in the README is a session of the onboarding.
///
///     CAIRN_GATE=1 CAIRN_WRITE_PICTURE=1 swift test --filter PictureTests    writes it again
@Suite(.blocking, .gate, .timeLimit(.minutes(10))) struct PictureTests {
  private let file = package.appending(path: "Sources/Cairn/Cairn.docc/onboarding.svg")

  /// The typed lines, and the seconds for which the answer is shown.
  private static let session: [(line: String, shown: String, seconds: Double)] = [
    ("next", "next", 2), ("next", "next", 2), ("accept", "accept", 1), ("next", "next", 1.5),
    ("email ada@example.com", "email ada@example.com", 1.5),
    ("password correct horse", "password •••••••••••••", 2), (":undo", ":undo", 2.5),
    (":explore", ":explore", 6),
  ]

  @Test func `the picture is what the onboarding draws`() throws {
    let folder = Folder()
    var picture = Picture(title: "swift run onboarding", columns: 80, rows: 26)
    let window = try Window.prompt(
      .onboarding, "--ephemeral", in: folder, columns: picture.columns, rows: picture.rows,
      variables: ["NO_COLOR": ""])
    picture.show(window.emulator, seconds: 2)
    for input in Self.session {
      try window.type(input.line)
      try window.wait(forLast: "> \(input.shown)")
      picture.show(window.emulator, seconds: 1.2)
      try window.type("\r", untilLast: ">")
      picture.show(window.emulator, seconds: input.seconds)
    }
    if ProcessInfo.processInfo.environment["CAIRN_WRITE_PICTURE"] != nil {
      try picture.svg.write(to: file, atomically: true, encoding: .utf8)
    }
    // A busy machine checks fewer steps.
    let checked = /checked by replay: [^<]*/
    let drawn = picture.svg.replacing(checked, with: "").split(separator: "\n")
    let kept = try String(contentsOf: file, encoding: .utf8).replacing(checked, with: "")
      .split(separator: "\n")
    let difference = drawn.difference(from: kept).map { "\($0)" }
    #expect(drawn == kept, "\(difference.prefix(20).joined(separator: "\n"))")
  }
}

/// A session at a terminal as an animated SVG file. A viewer without animations shows the last frame.
struct Picture {
  private struct Frame {
    let lines: [[(text: String, style: String)]]
    let cursor: (row: Int, column: Int)
    let seconds: Double
  }

  let title: String
  let columns: Int
  let rows: Int
  private var frames: [Frame] = []

  init(title: String, columns: Int, rows: Int) {
    self.title = title
    self.columns = columns
    self.rows = rows
  }

  /// Adds a frame that is shown for some seconds.
  mutating func show(_ emulator: TerminalEmulator, seconds: Double) {
    frames.append(
      Frame(lines: emulator.styledLines, cursor: emulator.cursor, seconds: seconds))
  }

  var svg: String {
    let size = (width: Double(columns) * Self.cell.width + 32, height: rows * Self.line + 60)
    let duration = frames.reduce(0) { $0 + $1.seconds }
    var groups = ""
    var start = 0.0
    for (index, frame) in frames.enumerated() {
      let isLast = index == frames.count - 1
      let times = [0, start, start + frame.seconds].map { Self.text($0 / duration) }
      let (values, keyTimes) =
        if index == 0 {
          ("visible;hidden", [times[0], times[2]])
        } else if isLast {
          ("hidden;visible", [times[0], times[1]])
        } else {
          ("hidden;visible;hidden", times)
        }
      groups += """
        <g visibility="\(isLast ? "visible" : "hidden")">
        <animate attributeName="visibility" values="\(values)" \
        keyTimes="\(keyTimes.joined(separator: ";"))" calcMode="discrete" \
        dur="\(Self.text(duration))s" repeatCount="indefinite"/>
        \(elements(of: frame))</g>

        """
      start += frame.seconds
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(Self.text(size.width))" \
      height="\(size.height)" viewBox="0 0 \(Self.text(size.width)) \(size.height)" \
      xml:space="preserve" font-size="14" \
      font-family="ui-monospace, SFMono-Regular, Menlo, DejaVu Sans Mono, Consolas, monospace">
      <title>\(title.escaped)</title>
      <style>
      text { fill: #d6dbe1 }
      .c1 { fill: #ffffff; font-weight: bold } .c2 { fill: #8b949e } .c31 { fill: #ff7b72 }
      .c33 { fill: #e3b341 } .c36 { fill: #56d4dd } .bar { fill: #8b949e; font-size: 12px }
      </style>
      <rect width="100%" height="100%" rx="8" fill="#161b22"/>
      <circle cx="20" cy="18" r="6" fill="#ff5f57"/><circle cx="40" cy="18" r="6" fill="#febc2e"/>\
      <circle cx="60" cy="18" r="6" fill="#28c840"/>
      <text class="bar" x="\(Self.text(size.width / 2))" y="22" text-anchor="middle">\
      \(title.escaped)</text>
      \(groups)</svg>

      """
  }

  private static let cell = (width: 8.43, margin: 16.0)
  private static let line = 19

  private func elements(of frame: Frame) -> String {
    var elements = ""
    for (row, runs) in frame.lines.prefix(rows).enumerated() {
      var column = 0
      var spans = ""
      for run in runs {
        let text = run.text.drop { $0 == " " }
        if !text.isEmpty {
          let x = Self.x(of: column + run.text.count - text.count)
          let style = run.style.isEmpty ? "" : " class=\"c\(run.style)\""
          spans += "<tspan x=\"\(x)\"\(style)>\(String(text).escaped)</tspan>"
        }
        column += run.text.count
      }
      if !spans.isEmpty { elements += "<text y=\"\(Self.y(of: row))\">\(spans)</text>\n" }
    }
    let cursor = frame.cursor
    return elements
      + """
      <rect x="\(Self.x(of: cursor.column))" y="\(Self.y(of: cursor.row) - 13)" width="8" \
      height="17" fill="#d6dbe1" opacity="0.7"/>

      """
  }

  private static func x(of column: Int) -> String {
    text(cell.margin + Double(column) * cell.width)
  }

  private static func y(of row: Int) -> Int { 52 + row * line }

  /// A number with at most four decimals.
  private static func text(_ number: Double) -> String {
    let rounded = (number * 10_000).rounded() / 10_000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}

extension String {
  fileprivate var escaped: String {
    replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
