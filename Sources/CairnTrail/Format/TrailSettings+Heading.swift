import CairnScreen

extension TrailSettings {
  /// The first lines of a trail for an app that was launched so.
  ///
  /// Options that no trail can hold are named in a comment: they are to be given when it is played.
  package static func heading<A: App>(
    of app: A.Type, start: String?, seed: UInt64? = nil, options: [String]
  ) -> [String] {
    var lines = ["% app \(A.name)"]
    if let start, start != A.starts.first { lines.append("% start \(start)") }
    if let seed { lines.append("% seed \(seed)") }
    guard !options.isEmpty else { return lines }
    if options.allSatisfy(canHold) {
      lines.append("% options \(options.joined(separator: " "))")
    } else {
      let quoted = options.map { "\"\($0.terminalSafe)\"" }.joined(separator: " ")
      lines.append("# A trail cannot hold these options; replay it with them: \(quoted)")
    }
    return lines
  }

  /// Whether a trail can hold an option: there are no quotes, so it has to be a single word.
  package static func canHold(option: String) -> Bool {
    let trail = try? Trail.parse("% options \(option)", file: "")
    return trail?.settings.options == [option]
  }
}
