import CairnApp
import CairnPage
import Foundation
import TestSupport
import Testing

@testable import CairnTerminal

/// A session in a browser: lines by requests, screens by events.
@Suite(.timeLimit(.minutes(10))) struct WebTests {
  @Test func `lines are those of a session, and two pages show the same`() throws {
    let browser = try Browser()
    let (one, two) = (try browser.open(), try browser.open())
    let whole = try #require(browser.event(one))
    #expect(browser.event(two) == whole)
    #expect(
      whole.contains(
        #"{"format":"cairn page 1","kind":"session","summary":"a living session","app":"tea","#
          + #""inspect":false,"shown":["#))
    let cases: [(String, String, String?)] = [
      ("ki black", "{}", #""value":"black""#),
      (
        "kind earl", #"{"refused":"kind has no such option; there are: green, black, earl grey"}"#,
        nil
      ),
      (":undo", "{}", #""remark":"undone: kind black (files are left as they are)""#),
      ("pin \"1234\"; brew", "{}", #""disabled":"the kettle is on""#),
      (":state kind", #"{"text":["\"green\""]}"#, nil),
      (":advance 3s", "{}", #""text":"Cups: 1""#),
      ("", "{}", nil),
      ("nope", #"{"refused":"there is no \"nope\" here; did you mean \"open\"?"}"#, nil),
    ]
    for (line, answer, part) in cases {
      #expect(browser.type(line) == answer, "\(line)")
      guard let part else { continue }
      let event = try #require(browser.event(one))
      #expect(event.contains(part) && browser.event(two) == event, "\(line): \(event)")
      #expect(!event.contains("1234"))
    }
    #expect(one.takeAll().isEmpty && two.takeAll().isEmpty)
    // A page that connects again gets the session as a whole.
    let again = try #require(browser.event(try browser.open()))
    #expect(again.contains(#""kind":"session""#) && again.contains("Cups: 1"))
  }

  @Test func `a line that was typed on another screen does nothing`() throws {
    let browser = try Browser(isVirtual: false)
    #expect(browser.type("open", on: "0-kitchen") == "{}")
    #expect(browser.type("open", on: "0-kitchen") == "{}")
    #expect(browser.type("close", on: "0-cupboard") == "{}")
    #expect(browser.type("nope", on: "1-cupboard").contains("refused"))
    #expect(browser.type("close", on: "1-cupboard") == "{}")
    #expect(browser.type(":history") == #"{"text":["1  open","2  close"]}"#)
  }

  @Test func `of a sealed session a page gets the lock and nothing else`() throws {
    let browser = try Browser()
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    #expect(browser.type("kind black; lock") == "{}")
    let event = try #require(browser.event(page))
    let lock = #"[{"elements":[{"kind":"button","name":"unlock"}],"id":"lock","title":"Locked"}]"#
    #expect(event == #"{"shown":\#(lock),"sealed":true}"#)
    let other = try browser.open()
    let whole = try #require(browser.event(other))
    #expect(whole.hasSuffix(#","inspect":false,"shown":\#(lock),"sealed":true}"#))
    for line in [":history", ":state", ":undo"] {
      #expect(browser.type(line).contains("is not available: the app has sealed this screen"))
    }
    #expect(browser.type("unlock") == "{}")
    #expect(browser.event(page)?.contains("black") == true)
    #expect(browser.type(":history").contains("the app has sealed what was before"))
  }

  @Test(arguments: ["kind black; :undo; lock", "kind black; brew; :state; lock"])
  func `no page is told an answer from before a sealed state`(line: String) throws {
    let browser = try Browser(isVirtual: false)
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    _ = browser.type(line)
    var event = try #require(browser.event(page))
    if !event.contains(#""sealed":true"#) {
      browser.time.elapsed += .seconds(3)
      event = try #require(browser.event(page))
    }
    #expect(event.contains(#""sealed":true"#) && !event.contains("black"))
    // Nothing follows before the next answer.
    #expect(browser.type("unlock") == "{}")
    #expect(browser.event(page)?.contains(#""remark""#) == false)
  }

  @Test func `pages forget what was before a sealed state that is over`() throws {
    let browser = try Browser()
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    #expect(browser.type("kind black; lock; unlock") == "{}")
    let event = try #require(browser.event(page))
    #expect(event.contains(#""forgets":true"#) && !event.contains(#""sealed""#))
    #expect(browser.type("kind green") == "{}")
    #expect(browser.event(page)?.contains("forgets") == false)
    // An answer from before it is not given, and one from after it is.
    #expect(browser.type(":state; lock; unlock") == "{}")
    #expect(browser.type("lock; unlock; :state kind") == #"{"text":["\"green\""]}"#)
  }

  @Test func `a line that has waited tells what it answers after a sealed state`() throws {
    let browser = try Browser(isVirtual: false)
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    #expect(browser.type("brew; lock; unlock; :state kind") == "{}")
    #expect(browser.event(page)?.contains("the kettle is on") == true)
    browser.time.elapsed += .seconds(3)
    #expect(browser.event(page)?.contains(#""forgets":true"#) == true)
    #expect(browser.event(page)?.contains(#""remark":"\"green\"""#) == true)
  }

  @Test func `a line waits for the effects of its parts, and its remarks are sent`() throws {
    let browser = try Browser(isVirtual: false)
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    #expect(browser.type("brew; :stack; nope; lock") == "{}")
    #expect(browser.event(page)?.contains("the kettle is on") == true)
    browser.time.elapsed += .seconds(3)
    let event = try #require(browser.event(page))
    #expect(event.contains(#"1  kitchen  Kitchen  1/2  \u003c- shown"#))
    #expect(event.contains(#"there is no \"nope\" here; "#) && event.contains("; not run: lock"))
    #expect(event.contains("Cups: 1"))
    #expect(browser.type("kind black; :undo; :stack").contains(#"{"text":["  1  kitchen"#))
    #expect(browser.event(page)?.contains(#""remark":"undone: kind black"#) == true)
  }

  @Test func `a page that comes with a change takes nothing of it from the others`() throws {
    let browser = try Browser(isVirtual: false, inspects: true)
    let page = try browser.open()
    let other = try browser.connect()
    #expect(browser.type("brew") == "{}")
    #expect(try browser.moments(page).first == "all")
    #expect(try browser.moments(page) == ["1", "input brew > brew"])
    browser.time.elapsed += .seconds(3)
    browser.openEvents(on: other)
    #expect(try browser.moments(page) == ["2", "time @ idle @ idle", "effect .brewed"])
    #expect(try browser.moments(other).count == 5)
  }

  @Test
  func `a page that inspects gets the moments since the last event, and undone ones leave it`()
    throws
  {
    let browser = try Browser(inspects: true)
    let page = try browser.open()
    #expect(try browser.moments(page) == ["all", "start start"])
    let cases: [(String, [String])] = [
      ("kind black", ["1", "input kind black > kind black"]),
      ("brew", ["2", "input brew > brew"]),
      (":advance 3s", ["3", "time @ idle @ idle", "effect .brewed"]),
      ("pin 1234", ["5", "input pin {secret-1} > pin {secret-1}"]),
      (":undo 2", ["2", "restored restored"]),
      (
        ":redo",
        ["2", "input brew > brew", "time @ idle @ idle", "effect .brewed", "restored restored"]
      ),
      ("open", ["6", "input open > open"]),
      (":goto 0", ["1", "restored restored"]),
      ("brew; watch", ["2", "input brew > brew", "input watch > watch"]),
    ]
    for (line, moments) in cases {
      #expect(browser.type(line) == "{}")
      #expect(try browser.moments(page) == moments, "\(line)")
    }
    #expect(
      try browser.moments(try browser.open()) == [
        "all", "start start", "restored restored", "input brew > brew", "input watch > watch",
      ])
  }

  @Test func `a session says why a copy of its moments would not repeat it`() throws {
    let cases: [(lines: [String], tea: Tea.State, objection: String?)] = [
      (["kind black", "brew", ":advance 3s", "pin 1234"], Tea.State(), nil),
      (["brew", "open", ":undo"], Tea.State(), nil),
      (["brew; watch; :advance 9000s"], Tea.State(), nil),
      (["open"], Tea.State(cups: 3), "a replay shows another screen at the start"),
      ([], Tea.State(seal: .leaving), "a replay shows another screen at the start"),
      (["close"], Tea.State(isOpen: true), "a replay shows another screen at the start"),
      (["kind black; lock; unlock"], Tea.State(), "a replay shows another screen at the start"),
      (["brew; lock; unlock"], Tea.State(), "a replay has other effects in flight at the end"),
      (["lock"], Tea.State(), "a replay shows another screen at the start"),
    ]
    for (lines, state, objection) in cases {
      let browser = try Browser(inspects: true, in: state)
      for line in lines { #expect(browser.type(line) == "{}") }
      let copy = browser.copy(upTo: 99)
      let start = objection.map { #"{"objection":"\#($0)","# } ?? #"{"screens":["#
      #expect(copy.hasPrefix(start), "\(lines): \(copy)")
    }
  }

  @Test func `the screens of a replay that checks a copy are told to no page`() throws {
    let browser = try Browser(inspects: true, in: Tea.State(cups: 3))
    #expect(browser.copy(upTo: 0).contains("objection"))
    let page = try browser.open()
    let whole = try #require(browser.event(page))
    #expect(whole.contains("Cups: 3") && !whole.contains("Cups: 0"))
  }

  @Test func `a sealed state ends the moments and their values, and tells no effect`() throws {
    let browser = try Browser(inspects: true)
    let page = try browser.open()
    _ = browser.event(page)
    #expect(browser.type("kind black; brew; lock") == "{}")
    let event = try #require(browser.event(page))
    let forgotten = "start (earlier moments are forgotten)"
    #expect(event.contains(#""values":[],"effects":[]"#) && event.contains(forgotten.dropFirst(6)))
    #expect(!event.contains("black") && !event.contains("brew"))
    #expect(browser.type(":advance 3s") == "{}")
    #expect(try browser.moments(page) == ["1", "time @ idle @ idle", "effect (sealed)"])
    #expect(browser.type("watch; unlock").contains("refused"))
    #expect(browser.type("unlock; watch") == "{}")
    #expect(try browser.moments(page) == ["all", forgotten])
    #expect(browser.type(":undo") == "{}")
    #expect(try browser.moments(page) == ["1", "restored restored"])
  }

  @Test func `a state between two sealed ones of one turn is told to no page`() throws {
    let browser = try Browser(isVirtual: false, inspects: true)
    let page = try browser.open()
    #expect(browser.type("kind black; watch; lock") == "{}")
    _ = try (browser.moments(page), browser.moments(page))
    browser.time.elapsed += .seconds(9000)
    let event = try #require(browser.event(page))
    #expect(event.contains("(earlier moments are forgotten)") && event.contains(#""sealed":true"#))
    #expect(!event.contains("black") && !event.contains("watch"))
    let other = try #require(browser.event(try browser.open()))
    #expect(!other.contains("black") && !other.contains("watch"))
  }

  @Test func `:quit ends the page and the program`() throws {
    let browser = try Browser()
    let page = try browser.open()
    #expect(browser.type("open; :quit") == "{}")
    #expect(browser.web.hasQuit)
    #expect(browser.web.run(opens: false) == .done)
    page.receive()
    #expect(page.takeAll().contains("\ndata: {\"end\":\"tea has ended\"}\n\n") && page.isAtEnd)
  }

  @Test(arguments: [
    ("brew; open", ":advance 3s; close", #""1  brew","2  open","3  close""#),
    ("brew; brew; open", ":stack; close", #""1  brew","2  brew","3  open","4  close""#),
  ])
  func `the rest of a line runs before the lines behind it, and after those that wait`(
    line: String, next: String, history: String
  ) throws {
    let browser = try Browser(isVirtual: false)
    #expect(browser.type(line) == "{}")
    #expect(!browser.type(next).contains("refused"))
    for _ in 0..<2 {
      browser.time.elapsed += .seconds(3)
      #expect(browser.type("") == "{}")
    }
    #expect(browser.type(":history") == #"{"text":[\#(history)]}"#)
  }

  @Test func `the answers of lines that waited are told together, and none from before a seal`()
    throws
  {
    let browser = try Browser(isVirtual: false)
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    func event(after lines: String...) -> String {
      for line in lines { _ = browser.type(line) }
      _ = browser.event(page)
      browser.time.elapsed += .seconds(3)
      return browser.event(page) ?? ""
    }
    let black = event(after: "brew; :state kind", ":stack; kind black")
    #expect(black.contains(#""value":"black""#) && !black.contains("remark"))
    #expect(browser.event(page)?.contains(#""remark":"\"green\"""#) == true)
    #expect(event(after: "brew; :state kind", ":stack; lock; unlock").contains("forgets"))
    #expect(browser.type("kind green") == "{}")
    #expect(browser.event(page)?.contains("remark") == false)
  }

  @Test func `nothing runs after :quit, and the page is told which lines did not`() throws {
    let browser = try Browser(isVirtual: false)
    let page = try browser.open()
    #expect(browser.event(page) != nil)
    #expect(browser.type("brew; :quit") == "{}")
    #expect(browser.type(":stack; open; pin 1234").contains("kitchen"))
    #expect(browser.event(page)?.contains("the kettle is on") == true)
    browser.time.elapsed += .seconds(3)
    #expect(browser.event(page)?.contains("Cups: 1") == true)
    #expect(browser.web.hasQuit)
    #expect(browser.type("kind black") == "{}" && browser.type("nope") == "{}")
    #expect(browser.web.run(opens: false) == .done)
    page.receive()
    let events = page.takeAll()
    #expect(events.contains(#""remark":"not run: open, pin …""#))
    #expect(!events.contains("cupboard") && !events.contains(#""value":"black""#))
  }
}

/// A session with pages in a browser, in this process.
private final class Browser {
  final class Time { var elapsed = Duration.zero }

  let time = Time()
  let web: Web<Tea>
  private let server: PageServer
  private let input: LoopbackClient

  init(
    isVirtual: Bool = true, inspects: Bool = false, in state: Tea.State = .init()
  ) throws {
    var wall = WallTime()
    wall.elapsed = { [time] in time.elapsed }
    let clock = WallClock(isVirtual: isVirtual, time: wall)
    server = try PageServer(port: 0)
    web = Web(
      Session(
        Tea(clock: clock.simulation.clock, state: state), clock: clock,
        moments: inspects ? .live() : nil),
      server)
    input = try LoopbackClient(port: server.routes.port)
  }

  func connect() throws -> LoopbackClient { try LoopbackClient(port: server.routes.port) }

  func openEvents(on page: LoopbackClient) {
    page.send(request("GET", "/\(server.routes.token)/events", at: server.routes.port))
  }

  /// A page with its stream of events.
  func open() throws -> LoopbackClient {
    let page = try connect()
    openEvents(on: page)
    _ = wait(for: "retry: 1000\n", on: page)
    return page
  }

  /// The data of the next event.
  func event(_ page: LoopbackClient) -> String? {
    wait(for: "\n\n", on: page)?.firstMatch(of: /\ndata: (.*)\n\n/).map { String($0.output.1) }
  }

  private struct Event: Decodable {
    struct Moment: Decodable {
      let by: String, text: String
      let line: String?
    }

    let keep: Int?
    let moments: [Moment]
  }

  /// The number of moments that the next event keeps, and its moments in words.
  func moments(_ page: LoopbackClient) throws -> [String] {
    let data = try #require(self.event(page))
    let taken = try JSONDecoder().decode(Event.self, from: Data(data.utf8))
    return [taken.keep.map { "\($0)" } ?? "all"]
      + taken.moments.map { [$0.by, $0.text, $0.line].compactMap(\.self).joined(separator: " ") }
  }

  /// The answer to a typed line.
  func type(_ line: String, on screen: String? = nil) -> String {
    answer("POST", "input\(screen.map { "?\($0)" } ?? "")", body: line)
  }

  /// The screens of a copy of the moments up to this number, or the objection to it.
  func copy(upTo position: Int) -> String { answer("GET", "copy?\(position)") }

  private func answer(_ method: String, _ path: String, body: String? = nil) -> String {
    input.send(
      request(method, "/\(server.routes.token)/\(path)", at: server.routes.port, body: body))
    return wait(for: "\r\n\r\n", on: input).flatMap { head in
      head.firstMatch(of: /Content-Length: (\d+)/).flatMap { Int($0.output.1) }
    }.map { count in
      while input.received.count < count, !input.isAtEnd { turn(waitingFor: input) }
      return input.takeAll()
    } ?? ""
  }

  private func turn(waitingFor client: LoopbackClient) {
    web.turn(waking: [client.descriptor], upTo: .seconds(10))
    client.receive()
  }

  private func wait(for end: String, on client: LoopbackClient) -> String? {
    let limit = ContinuousClock.now + .seconds(20)
    client.receive()
    while !client.isAtEnd, ContinuousClock.now < limit {
      if let text = client.take(to: end) { return text }
      turn(waitingFor: client)
    }
    return client.take(to: end)
  }
}
