import CairnTrail

/// Plays a trail on the diary: the text of the failure, or `nil` if every line passes.
func played(
  _ text: String, options: [String] = [], seed: UInt64? = nil, secrets: TrailSecrets = .init()
) throws -> String? {
  let trail = try Trail.parse(text, file: "diary.trail")
  var conditions = PlayOptions()
  conditions.options = options
  conditions.seed = seed
  conditions.secrets = secrets
  return try TrailPlayer<DiaryApp>.play(trail, under: conditions)?.description
}

/// The end of a failure on the diary's first screen, with these contents.
func onDiary(entry: String = "", pin: String = "(empty)", remarks: [String] = []) -> String {
  let lines =
    [
      "Diary", "",
      "  Edition 0, by nobody", "",
      "  entry   " + (entry.isEmpty ? "(empty)" : entry),
      "  pin     \(pin)",
      "  urgent  [ ] Print it first",
    ] + remarks + [
      "",
      entry.isEmpty ? "  save    disabled: the entry is empty" : "  save",
      entry.isEmpty ? "  erase   disabled" : "  erase",
      "  hurry   disabled",
      "  stop    disabled: nothing can be stopped",
      "  wait", "  tick", "  fail", "  race", "  read",
    ]
  return (["  on the screen:"] + lines.map { $0.isEmpty ? "    |" : "    | \($0)" })
    .joined(separator: "\n")
}
