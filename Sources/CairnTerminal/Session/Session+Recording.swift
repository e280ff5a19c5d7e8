import Cairn
import CairnApp
import CairnDump
import CairnSimulation
import CairnTrail
import Foundation

extension Session {
  /// Writes the accepted lines to a new trail.
  func save(_ path: String) throws(UsageError) -> Answer {
    let file = path.expandingHome
    guard !recorder.isTooLong else {
      throw UsageError(
        "the inputs take more than \(FileLimit.trail >> 20) MiB and were not kept; \"record FILE\" writes"
          + " them while they are typed")
    }
    guard !hasSealedLines else {
      throw UsageError(
        "a trail begins at the start, and the app has sealed inputs since then; \"record FILE\""
          + " writes all inputs in a simulated world")
    }
    let (start, (options, refused)) = (simulatedStart, simulatedOptions)
    let (text, refusal) =
      launch.world == .real
      ? recorder.replayableText(of: A.self, start: start, options: options, file: file, in: driver)
      : (recorder.text(of: A.self, start: start, options: options, in: driver), nil)
    do throws(SystemError) {
      try Descriptor.create(file, with: text)
    } catch {
      throw .cannotWrite(file, error)
    }
    let difference =
      refusal.map { "; a replay, which begins without your files, refuses \($0)" } ?? ""
    let count = counted(travel.forgottenCount + travel.position, "input")
    let left =
      refused.isEmpty
      ? "" : ", without the options that a simulated world refuses: " + refused.joinedWithAnd
    return .written(
      "\(count) written to \(file.terminalSafe)\(left.terminalSafe)\(difference)", file: file)
  }

  /// Types the inputs of a trail, up to the first refused one.
  func load(_ file: String) throws(UsageError) -> Answer {
    let trail: Trail
    do throws(Unplayable) {
      trail = try TrailFiles.read(file.expandingHome, isRegular: true)
    } catch {
      guard case .malformed(let errors) = error, let first = errors.errors.first else {
        throw UsageError(error.description)
      }
      let more = errors.errors.count + errors.omittedCount - 1
      let rest = more > 0 ? "; and \(counted(more, "more line")) with an error" : ""
      throw UsageError(
        "\(first.file) is not a trail: line \(first.line): \(first.message.terminalSafe)\(rest)")
    }
    if let app = trail.settings.app, app != A.name {
      throw UsageError("\(trail.file) is for the app \(app.inQuotes), and this is \(A.name)")
    }
    var count = 0
    // The answer to one of the inputs can say that the first ones are forgotten.
    var remarks: [String] = []
    let before = revision
    var typed: String { "\(counted(count, "input")) of \(trail.file) typed" }
    func answer(stoppedAt line: TrailLine, _ reason: String) -> Answer {
      if revision != before { owed = (owed ?? []) + remarks }
      return .refused("\(typed); line \(line.number): \(reason)")
    }
    /// The reason why a line was not typed; `nil` if it was.
    func refusal(in answer: Answer) -> String? {
      switch answer {
      case .refused(let reason): return reason
      case .screen(let remark): remarks += [remark].compactMap(\.self)
      case .text, .report, .written, .quit: break
      }
      count += 1
      return nil
    }
    for line in trail.lines {
      switch line.step {
      case .app(.input(let text)):
        if let reason = refusal(in: self.answer(awaitingWorkFor: text)) {
          return answer(stoppedAt: line, reason)
        }
      case .app(.event(let text)):
        if isSealed { return answer(stoppedAt: line, "the app has sealed this screen") }
        if let reason = refusal(in: event(text)) { return answer(stoppedAt: line, reason) }
      case .app(.time(let time)):
        if let refusal = refusalOfTime { return answer(stoppedAt: line, refusal) }
        guard advance(by: time) else {
          return answer(stoppedAt: line, "Ctrl-C ended the wait")
        }
      case .app(.idle):
        if let refusal = refusalOfTime { return answer(stoppedAt: line, refusal) }
        guard waitForEffects(skippingTime: true) else {
          return answer(stoppedAt: line, "Ctrl-C ended the wait for effects in flight")
        }
      case .app(.restart):
        return answer(stoppedAt: line, "a session cannot restart the app")
      case .comment, .refusedInput, .screen, .check: break
      }
    }
    return .screen(remark: ([typed] + remarks).joined(separator: "; "))
  }

  /// Types an input of a trail. Real work may take longer than when the trail was saved: an input that is refused
  /// while effects are in flight is typed again after their answers, for ten seconds.
  private func answer(awaitingWorkFor text: String) -> Answer {
    var answer = self.answer(exactly: text)
    // A watch forgets at its end that Ctrl-C was pressed: without a wait there is none.
    guard launch.world == .real, case .refused = answer else { return answer }
    let (end, wallEnd) = (clock.now + .seconds(10), ContinuousClock.now + .seconds(10))
    return InterruptWatch.run { isInterrupted in
      var waitsForTimers = false
      while case .refused(let reason) = answer, !driver.effects.isEmpty {
        let mayWait = clock.isVirtual ? !waitsForTimers && .now < wallEnd : clock.now < end
        wasInterrupted = isInterrupted()
        guard !wasInterrupted, mayWait else {
          return .refused("\(reason); still in flight: \(effectNames)")
        }
        let before = revision
        // Virtual time does not pass meanwhile: nothing ends but work on other threads.
        if clock.isVirtual, clock.simulation.externallyBlocked.isEmpty {
          // An answer may have arrived since the last time.
          clock.catchUp()
          waitsForTimers = revision == before && clock.simulation.externallyBlocked.isEmpty
        } else {
          let rest = clock.isVirtual ? wallEnd - .now : end - clock.now
          _ = clock.wait(for: [InterruptWatch.eventDescriptor], upTo: rest)
        }
        if revision != before { answer = self.answer(exactly: text) }
      }
      return answer
    }
  }
}

extension String {
  /// The path with the home folder in place of a `~` at its beginning, as a shell expands it.
  fileprivate var expandingHome: String {
    guard self == "~" || hasPrefix("~/"), let home = Surroundings.current.environment["HOME"]
    else {
      return self
    }
    return home + dropFirst()
  }
}

/// The command `record`: a session in a simulated world, where trails start, whose lines are written
/// to a file.
struct Recording<A: App> {
  private let path: String
  private let start: String
  private let options: [String]
  private let showsScreens: Bool

  /// - Throws: if a trail cannot hold one of the options.
  init(_ path: String, _ options: OptionValues) throws(UsageError) {
    self.path = path
    start = options["--start"] ?? A.starts.first ?? ""
    self.options = options.words(among: A.options)
    showsScreens = options.has("--screens")
    for option in self.options where !TrailSettings.canHold(option: option) {
      throw UsageError(
        "a trail cannot hold the option \(option.inQuotes): there, an option has no spaces and no"
          + " control characters")
    }
  }

  var world: Launch.World { .simulated(start: start) }

  /// - Throws: if the path is that of a pipe or a device, too: `:undo` removes lines.
  func makeFile() throws(UsageError) -> AppendFile {
    if let error = UsageError.notAFile(path) { throw error }
    return try AppendFile(path)
  }

  /// Writes each further line of the session, which has no input so far, to the file.
  func begin(_ session: Session<A>, in file: AppendFile) {
    InterruptWatch.watchEndings()
    session.recorder = Recorder(
      of: A.self, start: start, options: options, showsScreens: showsScreens, in: session.driver
    ) { edit in
      switch edit {
      case .append(let text): file.append(text)
      case .cut(let length): file.truncate(to: length)
      }
    }
  }

  /// Writes the end of the trail and plays it, and ends the program if a signal has ended the session.
  ///
  /// - Returns: the session's status, or 1 if the recording does not replay unchanged.
  func finish(_ session: Session<A>, _ status: ExitStatus) -> ExitStatus {
    defer { InterruptWatch.endIfTerminated() }
    let name = path.terminalSafe
    guard let problem = session.recorder.finish(A.self, file: name, in: session.driver) else {
      return status
    }
    Output.error.print("\(name): the recording does not replay unchanged:\n\(problem)")
    return .failed
  }
}
