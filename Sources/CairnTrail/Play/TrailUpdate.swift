/// A trail with its expected screens updated.
///
///     let update = try TrailPlayer<Onboarding>.update(trail)
///     update.text  // the file with updated `|` blocks
///
/// Each block that does not match is rewritten as a whole, with the line ends of its first line; every
/// other byte stays. A trail that fails for another reason is not rewritten.
public struct TrailUpdate: Equatable, Sendable {
  /// The trail after the update.
  public let text: String
  /// The first line numbers of the rewritten blocks, before the update.
  public let rewritten: [Int]
  /// The failure of the trail, if it has one besides its screens.
  public let failure: TrailFailure?
}

extension TrailPlayer {
  /// Plays a trail and updates its screens.
  ///
  /// - Throws: settings that do not fit this app.
  public static func update(
    _ trail: Trail, under options: PlayOptions = PlayOptions()
  ) throws(TrailSyntaxErrors) -> TrailUpdate {
    var player = try TrailPlayer(
      trail, under: options, isUpdating: true, checking: A.properties)
    player.playToEnd()
    let updates = player.failure == nil ? player.updates : [:]
    let blocks = updates.sorted { $0.key < $1.key }.map { (trail.lines[$0.key], $0.value) }
    return TrailUpdate(
      text: trail.text.rewriting(blocks), rewritten: blocks.map(\.0.number),
      failure: player.failure)
  }
}

extension String {
  /// The text with the lines of each block, in order, replaced by the lines of a screen.
  fileprivate func rewriting(_ blocks: [(line: TrailLine, screen: [String])]) -> String {
    guard !blocks.isEmpty else { return self }
    // By bytes, because a carriage return and the line feed after it are one character.
    let lines = utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    var result: [Substring] = []
    var next = 0
    for (line, screen) in blocks {
      let start = line.number - 1
      let end = start + line.text.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      result += lines[next..<start].map { Substring($0) }
      let lineEnd = lines[start].last == UInt8(ascii: "\r") ? "\r" : ""
      result += screen.map { row in
        let row = row.isEmpty ? "|" : "| \(row)"
        return Substring(row + lineEnd)
      }
      // The last line of a file may have no line end.
      if end == lines.count, lines[end - 1].last != UInt8(ascii: "\r"), !lineEnd.isEmpty {
        result[result.count - 1].removeLast()
      }
      next = end
    }
    result += lines[next...].map { Substring($0) }
    return result.joined(separator: "\n")
  }
}
