import Cairn
import CairnScreen
import CairnSimulation

/// Writes what is typed as a trail that replays unchanged.
///
///     var recorder = Recorder(of: Diary.self, in: driver) { edit in file.apply(edit) }
///     recorder.record("next", in: driver)
///     driver.send(action)
///     recorder.settle(driver)
///     let problem = recorder.finish(Diary.self, file: "diary.trail", in: driver)
///
/// Written are the lines that the app accepts, as they were typed. What time passed before a line
/// is `@ idle` where the effects had ended by then, else `@ D`, and nothing where there were none.
/// Each distinct secret has its own placeholder, and the text of none is written; a line of a
/// recorded screen that shows one is `| ...`.
///
/// It is for an app in a simulated world: a trail starts in one, and nowhere else.
public struct Recorder<Root: Reducer> where Root.State: Equatable {
  /// What is to be done with the file.
  public enum Edit: Equatable, Sendable {
    case append(String)
    /// Keep so many bytes.
    case cut(to: Int)
  }

  private struct Step {
    let offset: Int
    var text: String
  }

  private let write: (Edit) -> Void
  private let showsScreens: Bool
  /// The trail as the file should be now.
  package private(set) var text = ""
  private var secrets = SecretNames()
  private var steps: [Step] = []
  private var position = 0
  /// Whether effects were in flight before the line at each position, and before what was undone.
  private var hadEffects = [false]
  /// What was in flight after the last line, and when that was.
  private var rest: Rest

  /// Begins the file: which app it is for, its start and its options.
  ///
  /// - Parameters:
  ///   - start: the start that the app was launched with; its first, if this is left out.
  ///   - options: those that it was launched with; a comment names them if a trail cannot hold them.
  ///   - driver: the app, started and not yet used.
  ///   - write: keeps the file as it should be after each line.
  public init<A: App>(
    of app: A.Type, start: String? = nil, options: [String] = [], showsScreens: Bool = false,
    in driver: Driver<Root>, write: @escaping (Edit) -> Void
  ) where A.Root == Root {
    self.write = write
    self.showsScreens = showsScreens
    rest = Rest(of: driver)
    let heading = TrailSettings.heading(of: A.self, start: start, options: options)
    append(heading.map { $0 + "\n" }.joined() + "\n" + screen(of: driver))
  }

  /// Writes a line that the screen accepts, before its action is sent.
  ///
  /// - Parameter secret: what was asked for after the name of a secure field.
  public mutating func record(_ line: String, secret: Secret? = nil, in driver: Driver<Root>) {
    record(line, secret: secret, on: driver.screen, in: driver)
  }

  /// Writes a line as ``record(_:secret:in:)`` does.
  ///
  /// - Parameter screen: the driver's screen. Making one from the state is not free.
  package mutating func record(
    _ line: String, secret: Secret?, on screen: Screen<Root.Action>, in driver: Driver<Root>
  ) {
    catchUp(driver)
    let input = secrets.written(line, secret: secret, on: screen)
    steps.removeSubrange(position...)
    steps.append(Step(offset: text.utf8.count, text: ""))
    hadEffects.removeSubrange((position + 1)...)
    hadEffects.append(false)
    position += 1
    extend("> \(input)\n")
  }

  /// Writes the screen after the line, if screens are wanted.
  public mutating func settle(_ driver: Driver<Root>) {
    rest = Rest(of: driver)
    extend(screen(of: driver))
  }

  /// Writes the time that has passed, before another state is put in place.
  public mutating func catchUp(_ driver: Driver<Root>) {
    let now = Rest(of: driver)
    hadEffects[position] = hadEffects[position] || now.hasForeground || now.hasBackground
    guard let time = rest.passage(to: now) else { return }
    rest = now
    extend("@ \(time)\n" + screen(of: driver))
  }

  /// Takes lines back, or puts them there again, so that so many stay.
  ///
  /// Effects that were in flight there are told in a comment: they are dropped, and when it is
  /// replayed they go on.
  public mutating func move(to position: Int, in driver: Driver<Root>) {
    rest = Rest(of: driver)
    if position < self.position {
      let length = steps[position].offset
      text = String(decoding: text.utf8.prefix(length), as: UTF8.self)
      write(.cut(to: length))
    } else {
      for step in steps[self.position..<position] { append(step.text) }
    }
    self.position = position
    if hadEffects[position] {
      append("# Effects were in flight here, and dropped when a line was undone.\n")
    }
  }

  /// Lets what is in flight finish, writes the end, and plays what was recorded.
  ///
  /// - Returns: how the recording differs from what happened; `nil` if it replays unchanged.
  public mutating func finish<A: App>(
    _ app: A.Type, file: String, in driver: Driver<Root>
  ) -> String? where A.Root == Root {
    catchUp(driver)
    if !driver.effects.isEmpty {
      do throws(NotIdleError<Root.Action>) {
        try driver.idle()
        append("@ idle\n")
      } catch {
        driver.restart()
        append("# It ended here, with effects in flight that never finish.\n@ restart\n")
      }
    }
    append("? screen \(driver.screen.id)\n")
    let screen = driver.screen.lines().map { $0.isEmpty ? "|" : "| \($0)" }
    return problem(app, (text + screen.joined(separator: "\n")), file)
  }

  /// What the placeholders stand for.
  public var values: TrailSecrets { secrets.values }

  private func problem<A: App>(_ app: A.Type, _ text: String, _ file: String) -> String? {
    var conditions = PlayOptions()
    conditions.secrets = values
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(text, file: file)
      return try TrailPlayer<A>.play(trail, under: conditions)?.description
    } catch {
      return error.description
    }
  }

  private mutating func append(_ addition: String) {
    guard !addition.isEmpty else { return }
    text += addition
    write(.append(addition))
  }

  /// Adds to the last line that stays.
  private mutating func extend(_ addition: String) {
    if position > 0 { steps[position - 1].text += addition }
    append(addition)
  }

  /// The screen as a block, behind which another may stand.
  private func screen(of driver: Driver<Root>) -> String {
    guard showsScreens else { return "" }
    let hidesSecrets = driver.screen.inputs.contains { $0.isSecure }
    return driver.screen.lines().map { line in
      if hidesSecrets, line.contains("•") { return "| ...\n" }
      return line.isEmpty ? "|\n" : "| \(line)\n"
    }.joined() + "\n"
  }
}
