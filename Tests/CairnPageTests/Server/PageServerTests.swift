import CairnApp
import Foundation
import TestSupport
import Testing

@testable import CairnPage

/// The server on the loopback interface: bounded in everything, and never waiting.
@Suite(.timeLimit(.minutes(10))) struct PageServerTests {
  private let host: Host

  init() throws { host = try Host() }

  @Test func `requests on one connection are answered in order`() throws {
    let client = try host.connect()
    client.send(
      host.request("GET", "") + host.request("HEAD", "page.js") + host.post("one")
        + host.post("two"))
    let page = host.read(client, to: "</html>\n")
    #expect(page.hasPrefix("HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"))
    #expect(page.contains("\r\nContent-Length: \(PageFiles.html.count)\r\n"))
    // The second response has no body: the third follows its head.
    #expect(host.read(client, to: "\r\n\r\n").contains("Content-Length: \(PageFiles.script.count)"))
    #expect(host.read(client, to: "\"two\"").hasSuffix("\"two\""))
    #expect(host.lines == ["one", "two"] && !client.isAtEnd)
    client.send(host.request("GET", "nothing", "Connection: close"))
    #expect(host.readAll(client).hasSuffix("404 Not Found\n"))
  }

  @Test func `a browser that ends its sending gets its answers`() throws {
    let client = try host.connect()
    client.send(host.post("one"))
    shutdown(client.descriptor, Int32(SHUT_WR))
    #expect(host.readAll(client).hasSuffix("\"one\""))
    host.expectEmpty()
  }

  @Test func `a picture that has not arrived is answered too, and passed on if it is one`() throws {
    let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]
    let page = Array("<!doctype html><script>".utf8)
    let get = host.request("GET", "picture?http%3A%2F%2Fexample.com%2F1")
    let cases: [(HTTPResponse, String)] = [
      (HTTPResponse(.accepted), "202 Accepted\r\n"),
      (HTTPResponse(picture: png), "200 OK\r\nContent-Type: image/png\r\nContent-Length: 11\r\n"),
      (HTTPResponse(picture: page), "404 Not Found\r\n"),
      (HTTPResponse(picture: nil), "404 Not Found\r\n"),
    ]
    for (response, head) in cases {
      host.picture = response
      let client = try host.connect()
      client.send(get + host.post("next"))
      let answers = host.read(client, to: "\"next\"")
      #expect(answers.hasPrefix("HTTP/1.1 \(head)") && answers.hasSuffix("\"next\""))
      client.send(get.replacing("\r\n\r\n", with: "\r\nConnection: close\r\n\r\n"))
      #expect(host.readAll(client).contains("\r\nConnection: close\r\n") && client.isAtEnd)
    }
    #expect(Set(host.loads.map(\.description)) == ["http://example.com/1"])
  }

  @Test(arguments: [
    "", "G", "GET / HTTP/1.1\r\nHost: h\r\nX: ",
    "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 9\r\n\r\n12345678",
  ])
  func `a request that is not whole after ten seconds is refused`(part: String) throws {
    let slow = try host.connect()
    let other = try host.connect()
    host.turn()
    host.now = .seconds(9)
    // Each byte comes in time, and the whole does not.
    for byte in part {
      slow.send(String(byte))
      host.turn()
    }
    host.now = .seconds(part.isEmpty ? 9 : 18)
    other.send(host.post("next"))
    #expect(host.read(other, to: "\"next\"").hasSuffix("\"next\""))
    #expect(host.server.deadline == .seconds(part.isEmpty ? 10 : 19))
    host.now += .seconds(1)
    #expect(host.readAll(slow).hasSuffix(part.isEmpty ? "" : "408 Request Timeout\n"))
    host.now += .seconds(10)
    #expect(host.readAll(other).isEmpty)
    host.expectEmpty()
  }

  @Test(arguments: [
    ("GET / HTTP/1.1\r\n", "X: y\r\n", "431"), ("GET /", "x", "414"), ("", "x", "414"),
    ("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 999999999\r\n\r\n", "x", "413"),
  ])
  func `a request without end is refused, and the rest of it is dropped for a second`(
    start: String, part: String, status: String
  ) throws {
    let client = try host.connect()
    client.send(start)
    let more = String(repeating: part, count: 65_536 / part.count)
    for _ in 0..<100 {
      client.send(more)
      host.turn()
    }
    client.receive()
    #expect(client.takeAll().hasPrefix("HTTP/1.1 \(status) "))
    #expect(host.server.connectionCount == 1)
    host.now += .seconds(1)
    host.turn()
    #expect(host.server.connectionCount == 0 && host.lines.isEmpty)
  }

  @Test func `a thousand connections leave the ones with the token alone`() throws {
    let events = try host.connect()
    events.send(host.request("GET", "events"))
    _ = host.read(events, to: "\n\n")
    var others: [LoopbackClient] = []
    for number in 0..<1000 {
      others.append(try host.connect())
      others[others.count - 1].send(["", "GET / HT", "GET / HTTP/1.1\r\n\r\n"][number % 3])
      if others.count > 100 { others.removeFirst(50) }
      host.turn()
      #expect(host.server.connectionCount <= PageServer.connectionLimit)
    }
    let client = try host.connect()
    client.send(host.post("next"))
    #expect(host.read(client, to: "\"next\"").hasSuffix("\"next\""))
    host.server.send(event: "1", at: host.now)
    #expect(host.read(events, to: "1\n\n") == "id: 2\ndata: 1\n\n")
  }

  @Test func `streams take all places, and a further one is refused`() throws {
    let streams = try (0..<PageServer.connectionLimit).map { _ in
      let client = try host.connect()
      client.send(host.request("GET", "events"))
      _ = host.read(client, to: "\n\n")
      return client
    }
    let further = try host.connect()
    #expect(host.readAll(further).hasPrefix("HTTP/1.1 503 "))
    #expect(host.server.connectionCount == streams.count)
  }

  @Test func `readers of events see the same, and their connections are kept alive`() throws {
    let (one, two) = (try host.connect(), try host.connect())
    one.send(host.request("GET", "events"))
    #expect(host.read(one, to: "\r\n\r\n").contains("\r\nContent-Type: text/event-stream\r\n"))
    #expect(host.read(one, to: "\n\n") == "retry: 1000\nid: 1\ndata: \"whole\"\n\n")
    two.send(host.request("GET", "events"))
    _ = host.read(two, to: "\r\n\r\n")
    #expect(host.read(two, to: "\n\n") == "retry: 1000\nid: 2\ndata: \"whole\"\n\n")
    host.server.send(event: "{}", at: host.now)
    for client in [one, two] { #expect(host.read(client, to: "\n\n") == "id: 3\ndata: {}\n\n") }
    host.now += PageServer.heartbeatTime
    #expect(host.server.deadline == host.now)
    for client in [one, two] { #expect(host.read(client, to: "\n\n") == ":\n\n") }
    // What a browser sends after its request is dropped.
    one.send(host.post("no"))
    host.turn()
    #expect(host.lines.isEmpty && host.server.connectionCount == 2)
    host.server.end(at: host.now)
    for client in [one, two] { #expect(host.readAll(client).isEmpty) }
    host.expectEmpty()
  }

  @Test func `a reader that takes nothing is disconnected, by size or by time`() throws {
    let (slow, fast) = (try host.connect(), try host.connect())
    for client in [slow, fast] {
      client.send(host.request("GET", "events"))
      _ = host.read(client, to: "whole\"\n\n")
    }
    let event = String(repeating: "x", count: 100_000)
    var count = 0
    while host.server.connectionCount == 2, count < 1000 {
      host.server.send(event: event, at: host.now)
      _ = host.read(fast, to: "\n\n")
      count += 1
    }
    // The buffers of the system take some megabytes.
    #expect(count < 1000 && host.server.connectionCount == 1)
    while !host.server.hasOutput {
      host.server.send(event: event, at: host.now)
    }
    host.now += PageServer.requestTime
    host.turn()
    host.expectEmpty()
  }

  @Test func `without a free descriptor the next connection is accepted a second later`() throws {
    let client = try host.connect()
    client.send(host.post("next"))
    host.acceptErrors = [EMFILE]
    host.turn()
    // Its connection waits, and the server does not turn in a loop.
    #expect(host.server.descriptors(at: host.now).reading.isEmpty)
    #expect(host.server.deadline == .seconds(1))
    host.now += .seconds(1)
    #expect(host.read(client, to: "\"next\"").hasSuffix("\"next\""))
  }

  @Test func `descriptors are closed in other programs, and never wait`() throws {
    let client = try host.connect()
    host.turn()
    let descriptors = host.server.descriptors(at: host.now).reading
    #expect(descriptors.count == 2 && !client.isAtEnd)
    for descriptor in descriptors {
      #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
      #expect(fcntl(descriptor, F_GETFL) & O_NONBLOCK != 0)
    }
  }
}

/// A server whose time is the test's, and whose session repeats typed lines as JSON.
private final class Host {
  private(set) var server: PageServer
  var now = Duration.zero
  private(set) var lines: [String] = []
  private(set) var loads: [WebAddress] = []
  var picture = HTTPResponse(.notFound)
  var acceptErrors: [Int32] {
    get { errors.numbers }
    set { errors.numbers = newValue }
  }

  private final class Errors { var numbers: [Int32] = [] }
  private let errors: Errors

  init() throws {
    let errors = Errors()
    self.errors = errors
    server = try PageServer(port: 0) { listener in
      guard let number = errors.numbers.popLast() else { return accept(listener, nil, nil) }
      errno = number
      return -1
    }
  }

  func connect() throws -> LoopbackClient { try LoopbackClient(port: server.routes.port) }

  func request(
    _ method: String, _ path: String, _ fields: String..., body: String? = nil
  ) -> String {
    let target = "/\(server.routes.token)/\(path)"
    return TestSupport.request(method, target, at: server.routes.port, fields: fields, body: body)
  }

  func post(_ line: String) -> String { request("POST", "input", body: line) }

  /// Serves what is ready, or waits for it or for the bytes of a client.
  ///
  /// - Returns: `false` if there was nothing for ten seconds.
  @discardableResult func turn(waitingFor client: LoopbackClient? = nil) -> Bool {
    let (reading, writing) = server.descriptors(at: now)
    let inputs = reading + (client.map { [$0.descriptor] } ?? [])
    var descriptors =
      inputs.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      + writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    let hasPassed = server.deadline.map { $0 <= now } ?? false
    let count = poll(
      &descriptors, nfds_t(descriptors.count), client == nil || hasPassed ? 0 : 10_000)
    server.serve(Set(descriptors.filter { $0.revents != 0 }.map(\.fd)), at: now, content)
    return count > 0 || hasPassed
  }

  private var content: PageServer.Content {
    .init(
      answer: { line, _ in
        self.lines.append(line)
        return "\"\(line)\""
      }, whole: { "\"whole\"" },
      picture: { address in
        self.loads.append(address)
        return self.picture
      }, copy: { "not up to \($0)" })
  }

  /// Serves until a client has received this text; what it has received, if the server closes the connection.
  func read(_ client: LoopbackClient, to end: String) -> String {
    while true {
      client.receive()
      if let text = client.take(to: end) { return text }
      if client.isAtEnd || !turn(waitingFor: client) { return client.takeAll() }
    }
  }

  /// Serves until the server closes the connection.
  func readAll(_ client: LoopbackClient) -> String {
    repeat { client.receive() } while !client.isAtEnd && turn(waitingFor: client)
    return client.isAtEnd ? client.takeAll() : "(it is open)"
  }

  /// All connections have ended, those that leave a second later.
  func expectEmpty(sourceLocation: SourceLocation = #_sourceLocation) {
    now += .seconds(1)
    turn()
    #expect(server.connectionCount == 0, sourceLocation: sourceLocation)
  }
}
