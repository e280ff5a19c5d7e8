import CTerminal
import Cairn
import CairnApp
import CairnPage
import CairnSimulation
import CairnTrail
import Foundation

/// An interactive session in a browser: screens are sent as events, and typed lines arrive as requests.
final class Web<A: App> {
  private let session: Session<A>
  private let server: PageServer
  private let elapsed = WallTime().elapsed
  /// The time that a new effect has to end before a screen is sent.
  private let settlingTime = WallClock.patience / 5
  /// The last sent stack of screens, and its revision.
  private var sent = ""
  private var revision = -1
  /// The number of times that the history had ended, and whether the state was sealed.
  private var (sealings, wasSealed) = (0, false)
  private let encoder = PageTables()
  private(set) var hasQuit = false
  private var pictures: WebPictures
  /// The rests of lines with semicolons, which wait for the effects of their first parts.
  private var waiting: ArraySlice<String> = []

  init(_ session: Session<A>, _ server: PageServer) {
    (self.session, self.server) = (session, server)
    pictures = WebPictures(session.loadPicture ?? { _ in nil }, session.clock.wakeUp)
  }

  /// Serves until Ctrl-C, SIGTERM or `:quit`, and then waits for the effects in flight. A second signal ends the
  /// wait.
  func run(opens: Bool) -> ExitStatus {
    RawTerminal.watchStops(drawing: false)
    return InterruptWatch.run(withTermination: true) { _ in
      serve(opens: opens)
      let status = session.leave(.done)
      if status != .done || hasQuit { return status }
      return InterruptWatch.wasTerminated ? .terminated : .interrupted
    }
  }

  private func serve(opens: Bool) {
    InterruptWatch.run { wasInterrupted in
      let address = server.routes.address
      Output.standard.print(address)
      if opens, unsafe !cterminal_open_browser(address) {
        Output.error.print("no program was found that opens an address; open it yourself")
      }
      // The watch of a search forgets interrupts at its end, and no request to terminate.
      while !hasQuit, !wasInterrupted(), !InterruptWatch.wasTerminated {
        turn(waking: [InterruptWatch.eventDescriptor])
      }
      end()
    }
  }

  /// Waits for requests, effects and timers, and sends the screen if it has changed.
  func turn(waking others: [Int32] = [], upTo limit: Duration? = nil) {
    let now = elapsed()
    let descriptors = server.descriptors(at: now)
    let ready = session.clock.wait(
      for: descriptors.reading + others, outputs: descriptors.writing,
      upTo: [limit, server.deadline.map { $0 - now }].compactMap(\.self).min())
    let content = PageServer.Content(
      answer: answer, whole: whole, picture: picture, copy: copy)
    server.serve(ready, at: elapsed(), content)
    runWaiting()
    publish()
  }

  /// Says that the program ends, as far as browsers take it within a second.
  private func end() {
    if !waiting.isEmpty {
      let names = waiting.flatMap(\.inputNames).joined(separator: ", ")
      waiting = []
      publish("not run: \(names)")
    }
    send([("end", .string("\(A.name) has ended"))])
    server.end(at: elapsed())
    let limit = elapsed() + .seconds(1)
    while server.hasOutput, elapsed() < limit { turn(upTo: limit - elapsed()) }
  }

  /// Answers a typed line with JSON. A key that was pressed before the page showed another screen does nothing,
  /// and neither does a line after `:quit`.
  private func answer(_ line: String, on screen: String?) -> String {
    session.clock.catchUp()
    let isCurrent =
      screen == nil || screen == "\(session.screens.count - 1)-\(session.screen.id)"
    guard isCurrent, !hasQuit else { return "{}" }
    let (output, refusal) = run(line)
    return JSON.object([
      ("refused", refusal.map { .string($0) }), ("text", output.isEmpty ? nil : .strings(output)),
    ]).text
  }

  /// Runs a line up to a part that waits for effects, and publishes the screen. Output from before a sealed state is
  /// dropped.
  private func run(
    _ line: String, hasWaited: Bool = false
  ) -> (output: [String], refusal: String?) {
    var (output, refusal): ([String], String?) = ([], nil)
    var (part, known) = (line, session.sealings)
    while true {
      let next = session.answer(toFirstOf: part)
      if session.sealings != known { (output, known) = ([], session.sealings) }
      for answer in next.answers {
        switch answer {
        case .screen(let remark): showScreen(remark)
        case .text, .report, .written: output += answer.output ?? []
        case .refused(let reason): refusal = reason
        case .quit: hasQuit = true
        }
      }
      guard let rest = next.rest else { break }
      session.waitForNewEffects(unless: [])
      guard hasWaited || waiting.isEmpty, session.isReady(for: rest, isPart: true) else {
        // Behind a line that did not wait, it waits for the lines that did.
        waiting.insert(rest, at: hasWaited ? waiting.startIndex : waiting.endIndex)
        break
      }
      part = rest
    }
    if case .screen(let remark)? = session.takeOwedScreen() { showScreen(remark) }
    return (known == session.sealings ? output : [], refusal)
  }

  /// Runs waiting lines, and publishes their answers at the end: each screen replaces the answers before it.
  private func runWaiting() {
    var (said, known): ([String], Int) = ([], session.sealings)
    while !hasQuit, let line = waiting.first, session.isReady(for: line, isPart: true) {
      waiting.removeFirst()
      let (output, refusal) = run(line, hasWaited: true)
      if session.sealings != known { (said, known) = ([], session.sealings) }
      said += output + [refusal].compactMap(\.self)
    }
    if !said.isEmpty { publish(said.joined(separator: "\n")) }
  }

  private func showScreen(_ remark: String?) {
    session.waitForNewEffects(unless: server.descriptors(at: elapsed()).reading, upTo: settlingTime)
    publish(remark)
  }

  private func picture(_ address: WebAddress) -> HTTPResponse {
    let isShown = session.screens.contains { $0.pictures.contains(.web(address)) }
    return isShown ? pictures.response(for: address) : HTTPResponse(.notFound)
  }

  /// The reason why a page cannot copy the moments up to a number, or the screens of a replay, as JSON.
  private func copy(upTo position: Int) -> String {
    // A sealed state ends the history first.
    publish()
    guard let history = session.moments else { return "{}" }
    let (settings, options) = heading
    let (screens, objection) = history.copy(
      of: history.run(through: position), under: settings, options: options,
      secrets: session.recorder.values)
    return JSON.object([
      ("objection", objection.map { .string($0) }), ("screens", .strings(screens)),
    ]).text
  }

  /// The head of a trail with the start and the options of the session.
  private var heading: (settings: [String], options: [String]) {
    let (start, options) = (session.simulatedStart, session.simulatedOptions.taken)
    return (TrailSettings.heading(of: A.self, start: start, options: options), options)
  }

  /// The session as a whole, for a new stream. The others get first what this one then contains.
  private func whole() -> String {
    publish()
    return JSON.object(wholeMembers).text
  }

  /// Sends what has changed since the last call to all streams, as one event.
  private func publish(_ remark: String? = nil) {
    let arrived = pictures.takeArrived().map(\.description)
    guard session.revision != revision || remark != nil || !arrived.isEmpty else { return }
    session.forgetSealed()
    revision = session.revision
    if !pictures.isEmpty {
      let all = Set(session.screens.flatMap(\.pictures))
      pictures.keep { all.contains(.web($0)) }
    }
    let shown = shown
    let isForgetting = session.sealings != sealings
    let remark = isForgetting && !wasSealed ? nil : remark
    (sealings, wasSealed) = (session.sealings, session.isSealed)
    let said: [(name: String, value: JSON?)] = [
      // A sealed state that is over: what was before it leaves the pages as well.
      ("forgets", isForgetting && !session.isSealed ? .isTrue(true) : nil),
      ("remark", remark.map { .string($0) }),
      ("pictures", arrived.isEmpty ? nil : .strings(arrived)),
    ]
    guard let history = session.moments else {
      let text = JSON.object(shown).text
      if text != sent || remark != nil || !arrived.isEmpty { send(shown + said) }
      sent = text
      return
    }
    if isForgetting || history.isTooLarge {
      history.forget(
        in: session.driver.state, after: session.travel.position,
        with: session.driver.allEffects, at: session.clock.now)
      send(wholeMembers + said)
    } else {
      send(shown + said + newMoments(of: history) + history.tables.takeNew())
    }
  }

  private func send(_ members: [(name: String, value: JSON?)]) {
    server.send(event: JSON.object(members).text, at: elapsed())
  }

  /// The stack of screens, from the root up.
  private var shown: [(name: String, value: JSON?)] {
    [
      ("shown", encoder.whole(session.screens)),
      ("sealed", session.isSealed ? .isTrue(true) : nil),
    ]
  }

  private func newMoments(of history: PageHistory<A>) -> [(name: String, value: JSON?)] {
    let (keep, moments) = history.takeNew(
      haveEnded: session.driver.allEffects.isEmpty, at: session.clock.now)
    return [("keep", .number(keep)), ("moments", .array(moments.map(\.json)))]
  }

  private var wholeMembers: [(name: String, value: JSON?)] {
    let head: [(name: String, value: JSON?)] = [
      ("format", .string(PageDocument.format)), ("kind", .string("session")),
      ("summary", .string("a living session")), ("app", .string(A.name)),
      ("pictures", pictures.known.isEmpty ? nil : .strings(pictures.known.map(\.description))),
      ("inspect", .isTrue(session.moments != nil)),
    ]
    guard let history = session.moments else { return head + shown }
    _ = newMoments(of: history)
    return head + shown + [
      ("appType", .string(String(reflecting: A.self))), ("start", .string(session.simulatedStart)),
      ("conditions", A.conditionNames), ("settings", .strings(heading.settings)),
      ("commands", .strings(ColonCommand.names)),
      ("moments", .array(history.moments.map(\.json))),
    ] + history.tables.takeNew(all: true)
  }
}

/// The pictures of the web that the screens of a living app show. They are loaded beside the session, a few at
/// a time.
struct WebPictures {
  static let loadLimit = 6
  /// The bytes of all pictures together. Beyond it, the oldest are dropped, and loaded again on request.
  static let sizeLimit = 32 << 20

  private var waiting: [WebAddress] = []
  private var loads: [WebAddress: Task<Void, Never>] = [:]
  /// The responses with pictures, or with their absence, in the order in which they arrived.
  private var loaded: [(address: WebAddress, response: HTTPResponse)] = []
  /// `nil` for a cancelled load, which is repeated on request.
  private let arrived = Guarded<[WebAddress: HTTPResponse?]>([:])
  private let load: @Sendable (WebAddress) async -> [UInt8]?
  private let wakeUp: @Sendable () -> Void

  /// - Parameter wakeUp: called when a picture has arrived, for ``takeArrived()``.
  init(
    _ load: @escaping @Sendable (WebAddress) async -> [UInt8]?,
    _ wakeUp: @escaping @Sendable () -> Void
  ) {
    (self.load, self.wakeUp) = (load, wakeUp)
  }

  /// Whether no picture has arrived or is to arrive.
  var isEmpty: Bool { loaded.isEmpty && waiting.isEmpty && loads.isEmpty }

  /// The pictures that need not be loaded.
  var known: [WebAddress] { loaded.map(\.address) }

  /// The response with a picture that has arrived. Another one is loaded first.
  mutating func response(for address: WebAddress) -> HTTPResponse {
    if let known = loaded.first(where: { $0.address == address }) { return known.response }
    if loads[address] == nil, !waiting.contains(address) {
      waiting.append(address)
      beginLoads()
    }
    return HTTPResponse(.accepted)
  }

  /// The pictures that have arrived since the last call.
  mutating func takeArrived() -> [WebAddress] {
    let new = arrived.withLock { arrived in
      defer { arrived = [:] }
      return arrived
    }
    for (address, response) in new {
      loads[address] = nil
      if let response { loaded.append((address, response)) }
    }
    while loaded.reduce(0, { $0 + ($1.response.body?.count ?? 0) }) > Self.sizeLimit {
      loaded.removeFirst()
    }
    beginLoads()
    return Array(new.keys)
  }

  /// Forgets the pictures that no screen shows any more.
  mutating func keep(where isShown: (WebAddress) -> Bool) {
    loaded.removeAll { !isShown($0.address) }
    waiting.removeAll { !isShown($0) }
    for (address, task) in loads where !isShown(address) { task.cancel() }
  }

  private mutating func beginLoads() {
    while loads.count < Self.loadLimit, !waiting.isEmpty {
      let address = waiting.removeFirst()
      loads[address] = Task.detached { [load, wakeUp, arrived] in
        let response = HTTPResponse(picture: await load(address))
        arrived.withLock { $0[address] = .some(Task.isCancelled ? nil : response) }
        wakeUp()
      }
    }
  }
}
