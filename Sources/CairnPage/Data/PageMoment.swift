/// A moment of a run: its cause, and the app after it.
package struct PageMoment {
  package enum Cause: String {
    case start, input, effect, time, restart, restored, end
  }

  package var cause: Cause
  /// The input as typed, or the action, with secrets as bullets.
  package var text: String
  /// The line of a trail that caused it, and the number of that line in its file.
  package var line: PageLine?
  /// Since the start.
  package var time: Duration
  /// The screens, from the root up, by number, like everything else.
  package var screens: [Int] = []
  /// `nil` for a sealed state.
  package var value: Int?
  /// The conditions of the app that the state does not meet.
  package var violates: [Int] = []
  /// The effects in flight.
  package var effects: [Int] = []
  package var started: [Int] = []
  package var cancelled: [Int] = []
  package var ended: [Int] = []
  /// The head of the trail that starts here.
  package var settings: [String]?
  /// The options of that run, with credentials: the page does not have them.
  package var options: [String] = []
  /// The reason why the run that starts here cannot be copied.
  package var objection: String?
  package var remark: String?
  /// Whether it is the failing line, or violates a property.
  package var fails = false
  /// The state of a search.
  package var state: Int?

  package var json: JSON {
    func list(_ numbers: [Int]) -> JSON? { numbers.isEmpty ? nil : .numbers(numbers) }
    return .object([
      ("by", .string(cause.rawValue)), ("text", .string(text)),
      ("line", line.map { .string($0.text) }), ("number", line?.number.map { .number($0) }),
      ("time", .seconds(time)), ("screens", .numbers(screens)),
      ("value", value.map { .number($0) }), ("violates", list(violates)),
      ("effects", .numbers(effects)),
      ("started", list(started)), ("cancelled", list(cancelled)), ("ended", list(ended)),
      ("settings", settings.map { .strings($0) }),
      ("objection", objection.map { .string($0) }),
      ("remark", remark.map { .string($0) }), ("fails", fails ? .isTrue(true) : nil),
      ("state", state.map { .number($0) }),
    ])
  }
}

/// A line of a trail, with secrets as bullets or placeholders.
package struct PageLine {
  /// `> email ada@example.com`.
  package let text: String
  /// In the file, from 1; `nil` for a line that no file has.
  package let number: Int?

  package init(_ text: String, number: Int? = nil) {
    (self.text, self.number) = (text, number)
  }

  /// The line without its mark.
  var input: String { String(text.drop { $0 != " " }.dropFirst()) }
}
