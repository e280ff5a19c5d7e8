import Cairn
import CairnApp
import CairnSimulation
import CairnTrail
import Synchronization
import TestSupport
import Testing

@testable import CairnTerminal

@Suite struct EventTests {
  struct Inbox: TestApp {
    enum Action: Sendable, Codable {
      case arrived(String)
      case read, lost
    }

    static var events: [Screen<Action>.Element] {
      Field("letter", "") { .arrived($0) }
      Button("lost", .lost)
    }

    let state: [String] = []
    let reducer = Reduce<[String], Action> { state, action in
      switch action {
      case .arrived(let letter): state.append(letter)
      case .read, .lost: state = []
      }
      return .none
    }
    let incomingEvents: AsyncStream<String>?

    init(_ launch: Launch) { incomingEvents = nil }

    init(incoming: AsyncStream<String>) { incomingEvents = incoming }

    func screens(of state: [String]) -> [Screen<Action>] {
      [
        Screen("inbox", "Inbox") {
          for letter in state { Text(letter) }
          Button("read", disabledBecause: state.isEmpty ? "there are no letters" : nil, .read)
        }
      ]
    }
  }

  private func session(
    _ incoming: AsyncStream<String>? = nil, in world: Launch.World = .simulated(start: "new")
  ) -> Session<Inbox> {
    let clock = WallClock(isVirtual: true)
    let stream = incoming ?? AsyncStream { $0.finish() }
    return Session(Inbox(incoming: stream), in: world, clock: clock)
  }

  @Test func `:event lets an event happen, which can be undone and is saved as a line of a trail`()
    throws
  {
    let session = session()
    #expect(
      session.answers(
        ":event letter from Ada", ":event lett x;read", ":undo 2", ":event", ":event post",
        ":event lost now", ":history") == """
          screen
          screen
          undone: 2 inputs (files are left as they are)
          refused: :event needs a value: :event NAME
          refused: there is no "post" here; did you mean "lost"?
          refused: lost takes no value
          1  :event letter from Ada
          2  :event letter x  (undone)
          3  read  (undone)
          """)
    #expect(session.driver.state == ["from Ada"])
    let text = session.recorder.text(of: Inbox.self, start: "new", options: [], in: session.driver)
    #expect(
      text == "% app inbox\n\n@ event letter from Ada\n? screen inbox\n", "\(text)")
    #expect(try TrailPlayer<Inbox>.play(Trail.parse(text, file: "a.trail")) == nil)
    guard case .text(let help) = session.answer(to: ":help") else { return #expect(Bool(false)) }
    #expect(help.contains { $0.contains(":event letter VALUE") })
    #expect(session.lineContext.complete(":event l").candidates == ["letter ", "lost"])
    #expect(session.answers(":help letter").hasPrefix("letter VALUE: "))
    let entry = HistoryEntry(":event letter from Ada", on: session.screen, in: session.lineContext)
    #expect(entry?.kept == ":event letter")
  }

  @Test func `the value of an event may contain a semicolon, in quotes also before an input`() {
    let session = session()
    let remark =
      #"";" is part of the value; before another input, put the value in quotes: :event letter "…"; …"#
    #expect(session.answers(":event letter a;b") == remark)
    #expect(session.answers(#":event letter "c;read""#) == "screen")
    #expect(session.driver.state == ["a;b", "c;read"])
    #expect(
      session.answers(#":event letter "e;f";read"#, ":event letter d;read") == "screen\nscreen")
    #expect(session.driver.state == [])
    #expect(session.answers(":event lost; nonsense").contains("nonsense"))
  }

  @Test func `a real event happens before the next line, and one of another name is reported`()
    async
  {
    let (events, arrive) = AsyncStream.makeStream(of: String.self)
    let session = session(events, in: .real)
    arrive.yield("letter one")
    arrive.yield("lettre two")
    arrive.yield("letter three")
    arrive.finish()
    // Read by another thread, which wakes a wait.
    await session.incoming?.value
    let issues = runtimeIssues { _ = session.clock.wait(for: []) }
    #expect(session.driver.state == ["one", "three"])
    #expect(issues.map { $0.message.contains("there is no \"lettre\" here") } == [true])
    #expect(session.answer(to: "read") == .screen(remark: nil))
    #expect(session.driver.state == [])
  }

  @Test func `inputs that real events have made too many are told at the next line`() async {
    let (events, arrive) = AsyncStream.makeStream(of: String.self)
    let clock = WallClock(isVirtual: true)
    let session = Session(
      Inbox(incoming: events), in: .real, clock: clock, stepLimit: 10)
    for _ in 0..<12 { arrive.yield("letter again") }
    arrive.finish()
    await session.incoming?.value
    _ = session.clock.wait(for: [])
    #expect(session.travel.forgottenCount == 2)
    let told = "from here on only the last 10 inputs can be undone; the first are forgotten"
    #expect(session.answers("read", ":event lost") == "\(told)\nscreen")
  }

  @Test func `a simulated world does not read real events`() {
    let isRead = Mutex(false)
    let events = AsyncStream<String> {
      isRead.withLock { $0 = true }
      return nil
    }
    let session = session(events)
    _ = session.answer(to: ":advance 1s")
    #expect(session.driver.state == [] && isRead.withLock { !$0 })
  }
}
