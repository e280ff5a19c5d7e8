import CairnApp

/// An answer as one JSON object.
///
///     {"event":"screen","remark":"undone: next …","screen":{…}}
///     {"event":"text","line":3,"lines":["…"]}
///     {"event":"refused","line":4,"reason":"next is disabled: accept the terms first"}
struct AnswerRecord<Action: Sendable>: Encodable {
  let event: String
  /// The line of the input that it answers; `nil` for the first screen.
  var line: Int?
  var screen: Screen<Action>?
  var remark: String?
  var lines: [String]?
  var reason: String?

  init(screen: Screen<Action>, remark: String?, line: Int? = nil) {
    event = "screen"
    self.screen = screen
    self.remark = remark
    self.line = line
  }

  init(text lines: [String], line: Int) {
    event = "text"
    self.lines = lines
    self.line = line
  }

  init(refused reason: String, line: Int) {
    event = "refused"
    self.reason = reason
    self.line = line
  }
}
