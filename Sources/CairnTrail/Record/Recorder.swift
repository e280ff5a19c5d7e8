import Cairn
import CairnApp
import CairnDump
import CairnSimulation

/// Records inputs as a trail that replays unchanged.
///
/// Accepted lines are recorded as typed. The time before a line is recorded as `@ idle` if all effects
/// ended in it, as `@ D` if not, and not at all without effects. Each distinct secret has its own
/// placeholder, and no text of a secret is written; a line of a recorded screen that shows one is
/// `| ...`.
///
/// The app must run in a simulated world, because a trail starts in one.
package struct Recorder<Root: Reducer> where Root.State: Equatable {
  package enum Edit: Equatable, Sendable {
    case append(String)
    /// Keep the first bytes of the file, that many.
    case cut(to: Int)
  }

  private struct Step {
    var offset: Int
    var text: String
  }

  private let write: (Edit) -> Void
  private let showsScreens: Bool
  /// The trail recorded so far; empty if it was too long to be kept.
  package private(set) var text = ""
  private let headingLength: Int
  /// The maximum length of `text` in bytes; `nil` without a limit.
  private let limit: Int?
  /// Whether the text was longer than the limit, so that it is not kept.
  package private(set) var isTooLong = false
  private var secrets = SecretNames()
  private var steps: [Step] = []
  private var position = 0
  /// Whether effects were in flight before the line at each position, or before an undo there.
  private var hadEffects = [false]
  /// The effects in flight after the last line, and the time.
  private var snapshot: EffectSnapshot

  /// Begins the trail: the app, its start and its options.
  ///
  /// - Parameters:
  ///   - driver: the app, started and not yet used.
  ///   - limit: the maximum length of the text in bytes, for a recording that may not be used.
  package init<A: App>(
    of app: A.Type, start: String? = nil, options: [String] = [], showsScreens: Bool = false,
    in driver: Driver<Root>, upTo limit: Int? = nil, write: @escaping (Edit) -> Void
  ) where A.Root == Root {
    self.write = write
    self.limit = limit
    self.showsScreens = showsScreens
    snapshot = EffectSnapshot(of: driver)
    let heading = Self.heading(of: A.self, start: start, options: options)
    headingLength = heading.utf8.count
    append(heading + "\n" + screen(of: driver))
  }

  private static func heading<A: App>(of app: A.Type, start: String?, options: [String]) -> String {
    TrailSettings.heading(of: A.self, start: start, options: options).map { $0 + "\n" }.joined()
  }

  /// The trail recorded so far, as one of this start with these options, with the time since the last line and
  /// a check of the screen. Where effects are in flight, their end follows, or a restart if they never end, after
  /// which the screen is unknown.
  package func text<A: App>(
    of app: A.Type, start: String, options: [String], in driver: Driver<Root>
  ) -> String {
    let time = snapshot.delayLines(until: EffectSnapshot(of: driver)) ?? ""
    let recorded =
      Self.heading(of: A.self, start: start, options: options)
      + String(decoding: text.utf8.dropFirst(headingLength), as: UTF8.self) + time
    guard !driver.effects.isEmpty else { return recorded + "? screen \(driver.screen.id)\n" }
    // The session goes on: whether its effects end is known only from a replay.
    return isEndless(recorded, of: A.self) ? recorded + Self.endOfEndless : recorded + "@ idle\n"
  }

  private func isEndless<A: App>(_ recorded: String, of app: A.Type) -> Bool {
    guard let trail = try? Trail.parse(recorded + "@ idle\n", file: ""),
      let failure = replay(trail, of: A.self)?.failure
    else { return false }
    return failure.line == trail.lines.last?.number
  }

  private static var endOfEndless: String {
    "# It ended here, with effects in flight that never finish.\n@ restart\n"
  }

  /// Plays a trail of this recording, without the properties of the app; `nil` if its settings do not fit the app.
  private func replay<A: App>(_ trail: Trail, of app: A.Type) -> TrailPlayer<A>? {
    guard
      var player = try? TrailPlayer<A>(
        trail, under: PlayOptions(secrets: values), checking: [], failsOnIssues: false)
    else { return nil }
    player.playToEnd()
    return player
  }

  /// Records a line that the screen accepts, before its action is sent.
  ///
  /// - Parameters:
  ///   - secret: a secret that was prompted for after the name of a secure field.
  ///   - mark: `@ event` for an event.
  @discardableResult
  package mutating func record(
    _ line: String, secret: Secret? = nil, on screen: Screen<Root.Action>, as mark: String = ">",
    in driver: Driver<Root>
  ) -> String {
    catchUp(driver)
    let input = secrets.written(line, secret: secret, on: screen)
    steps.removeSubrange(position...)
    steps.append(Step(offset: text.utf8.count, text: ""))
    hadEffects.removeSubrange((position + 1)...)
    hadEffects.append(false)
    position += 1
    extend("\(mark) \(input)\n")
    return "\(mark) \(input)"
  }

  package mutating func recordScreen(of driver: Driver<Root>) {
    snapshot = EffectSnapshot(of: driver)
    extend(screen(of: driver))
  }

  /// Records the time that has passed, before another state is restored.
  package mutating func catchUp(_ driver: Driver<Root>) {
    let now = EffectSnapshot(of: driver)
    hadEffects[position] = hadEffects[position] || now.hasForeground || now.hasBackground
    guard let time = snapshot.delayLines(until: now) else { return }
    snapshot = now
    extend(time + screen(of: driver))
  }

  /// Removes lines, or restores removed lines, so that `position` lines remain.
  ///
  /// A comment mentions effects that were in flight there: an undo drops them, and a replay does not.
  package mutating func move(to position: Int, in driver: Driver<Root>) {
    snapshot = EffectSnapshot(of: driver)
    if isTooLong {
      // There is no text to change.
    } else if position < self.position {
      let length = steps[position].offset
      text = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      write(.cut(to: length))
    } else {
      for index in self.position..<position {
        // A comment, or time that has passed since, can precede a restored line.
        steps[index].offset = text.utf8.count
        append(steps[index].text)
      }
    }
    self.position = position
    // The text before a removed line can end with the comment already.
    let comment =
      "# Effects were in flight here, and dropped or begun again when a line was undone.\n"
    if hadEffects[position], !text.hasSuffix(comment) { append(comment) }
  }

  /// Keeps the first lines, which must remain: they cannot be removed any more.
  package mutating func forget(first count: Int) {
    steps.removeFirst(count)
    hadEffects.removeFirst(count)
    position -= count
  }

  /// Whether lines were recorded that can still be removed.
  package var hasLines: Bool { position > 0 }

  /// Keeps the lines so far: none of them can be removed any more.
  ///
  /// - Parameter keepsSecrets: whether the secrets of the lines are kept for ``finish(_:file:in:)``.
  package mutating func forget(keepingSecrets keepsSecrets: Bool) {
    if !keepsSecrets { secrets = SecretNames() }
    steps = []
    hadEffects = [hadEffects[position]]
    position = 0
  }

  /// Waits until all effects have ended, records the end, and plays the recording.
  ///
  /// - Returns: the difference between the recording and the session; `nil` if it replays unchanged.
  package mutating func finish<A: App>(
    _ app: A.Type, file: String, in driver: Driver<Root>
  ) -> String? where A.Root == Root {
    catchUp(driver)
    if !driver.effects.isEmpty {
      do throws(NotIdleError<Root.Action>) {
        try driver.idle()
        append("@ idle\n")
      } catch {
        driver.restart()
        append(Self.endOfEndless)
      }
    }
    append("? screen \(driver.screen.id)\n")
    let screen = driver.screen.lines().map { $0.isEmpty ? "|" : "| \($0)" }
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(text + screen.joined(separator: "\n"), file: file)
      return try TrailPlayer<A>.play(trail, under: PlayOptions(secrets: values))?.description
    } catch {
      return error.description
    }
  }

  /// The trail so far of a session in the real world, and the first input that a replay refuses; `nil` if there is
  /// none.
  ///
  /// Such a session may have begun with the contents of a file, and a replay does not. Real work can end at once,
  /// for which stand-ins take time: an input that a replay refuses while effects are in flight comes after `@ idle`,
  /// if that helps. Each such line takes a replay; there are at most 100.
  package func replayableText<A: App>(
    of app: A.Type, start: String, options: [String], file: String, in driver: Driver<Root>
  ) -> (text: String, refusal: String?) {
    var text = text(of: app, start: start, options: options, in: driver)
    var result: (text: String, refusal: String?) = (text, nil)
    var line = 0
    for _ in 0..<100 {
      guard let trail = try? Trail.parse(text, file: file),
        let player = replay(trail, of: A.self)
      else { return (text, nil) }
      let failure = player.failure
      // The `@ idle` before this line did not help.
      if let failure, failure.line <= line { return result }
      guard let failure, failure.problem.hasPrefix("refused: ") else {
        let isEndless = failure?.line == trail.lines.last?.number && text.hasSuffix("\n@ idle\n")
        return (isEndless ? text.dropLast("@ idle\n".count) + Self.endOfEndless : text, nil)
      }
      result = (text, "line \(failure.line): \(failure.problem.dropFirst(9))")
      guard !player.driver.effects.isEmpty else { break }
      var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      lines.insert("@ idle", at: failure.line - 1)
      text = lines.joined(separator: "\n")
      line = failure.line + 1
    }
    return result
  }

  package var values: TrailSecrets { secrets.values }

  private mutating func append(_ addition: String) {
    guard !addition.isEmpty, !isTooLong else { return }
    text += addition
    write(.append(addition))
    if let limit, text.utf8.count > limit { (text, isTooLong) = ("", true) }
  }

  /// Appends to the last remaining line.
  private mutating func extend(_ addition: String) {
    if position > 0 { steps[position - 1].text += addition }
    append(addition)
  }

  /// The screen as a block, with an empty line after it, so that another block can follow.
  private func screen(of driver: Driver<Root>) -> String {
    guard showsScreens else { return "" }
    let hidesSecrets = driver.screen.inputs.contains { $0.isSecure }
    return driver.screen.lines().map { line in
      if hidesSecrets, line.contains("•") { return "| ...\n" }
      return line.isEmpty ? "|\n" : "| \(line)\n"
    }.joined() + "\n"
  }
}

/// The effects in flight, and the time, between two inputs.
struct EffectSnapshot {
  let time: Duration
  let hasForeground: Bool
  let hasBackground: Bool

  init<Root: Reducer>(of driver: Driver<Root>) {
    time = driver.simulation.clock.time.offset
    hasForeground = !driver.effects.isEmpty
    hasBackground = driver.allEffects.contains { $0.isBackground }
  }

  /// The `@` lines between this snapshot and a later one; `nil` without effects.
  func delayLines(until later: EffectSnapshot) -> String? {
    guard hasForeground || hasBackground, later.time > time || !later.hasForeground else {
      return nil
    }
    let hasEnded = !later.hasForeground && !later.hasBackground
    if hasForeground && !hasBackground && hasEnded { return "@ idle\n" }
    guard later.time > time else { return nil }
    var (lines, rest) = ("", later.time - time)
    while rest > VirtualClock.longestSleep {
      lines += "@ \(VirtualClock.longestSleep.notation)\n"
      rest -= VirtualClock.longestSleep
    }
    return lines + "@ \(rest.notation)\n"
  }
}
