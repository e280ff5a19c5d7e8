import CairnApp
import Foundation

/// Serves the page of a session to browsers on this machine.
///
/// The loop of the session waits for the descriptors of the server, and then calls ``serve(_:at:_:)``. No
/// call waits, and there is no thread. Everything is bounded: the number of connections, the size of a request,
/// its time, and the bytes that a browser does not take.
package final class PageServer {
  package static let connectionLimit = 32
  package static let requestTime = Duration.seconds(10)
  package static let heartbeatTime = Duration.seconds(15)
  /// The time for which the rest of a refused request is read, and after which a connection is accepted again
  /// if there are no more descriptors.
  static let pause = Duration.seconds(1)
  /// The number of bytes in wait after which a stream is closed. The browser connects again and gets the
  /// session as a whole.
  package static let backlogLimit = 1 << 20

  package struct Content {
    /// Answers a typed line, and the screen on which it was typed, with JSON.
    let answer: (String, String?) -> String
    /// The session as a whole as JSON, for a new stream.
    let whole: () -> String
    /// Answers with a picture, or begins to load it: an event tells when it has arrived. A browser opens six
    /// connections to a server, and typed lines would wait for slow pictures on all of them.
    let picture: (WebAddress) -> HTTPResponse
    /// The reason why the moments up to a number cannot be copied, or the screens of a replay, as JSON.
    let copy: (Int) -> String

    package init(
      answer: @escaping (String, String?) -> String, whole: @escaping () -> String,
      picture: @escaping (WebAddress) -> HTTPResponse, copy: @escaping (Int) -> String
    ) {
      (self.answer, self.whole) = (answer, whole)
      (self.picture, self.copy) = (picture, copy)
    }
  }

  package let routes: PageRoutes
  private var listener: Int32
  private let accept: (Int32) -> Int32
  private var connections: [ServerConnection] = []
  /// The time until which no connection is accepted, because there were no more descriptors.
  private var acceptTime: Duration?
  private var nextHeartbeat = Duration.zero
  private var eventNumber = 0

  /// The port 0 is any free one. A test replaces `accept(2)`.
  package init(
    port: UInt16, accept: @escaping (Int32) -> Int32 = { Foundation.accept($0, nil, nil) }
  ) throws(UsageError) {
    let (listener, port, problem) = Self.listen(at: port)
    guard problem == 0 else {
      close(listener)
      let reason = unsafe String(cString: strerror(problem))
      throw UsageError(
        "the port \(port) cannot be used: \(reason); give another one with --port, or none for a free one"
      )
    }
    (self.listener, self.accept) = (listener, accept)
    routes = PageRoutes(port: port)
  }

  deinit { closeListener() }

  private func closeListener() {
    if listener >= 0 { close(listener) }
    listener = -1
  }

  /// The descriptors whose input is awaited, and those that can take output again.
  package func descriptors(at now: Duration) -> (reading: [Int32], writing: [Int32]) {
    let accepts = listener >= 0 && acceptTime.map { $0 <= now } ?? true
    return (
      (accepts ? [listener] : []) + connections.filter(\.wantsInput).map(\.descriptor),
      connections.filter { $0.backlog > 0 }.map(\.descriptor)
    )
  }

  /// The time at which ``serve(_:at:_:)`` is to be called even if no descriptor is ready.
  package var deadline: Duration? {
    let heartbeat = connections.contains { $0.phase == .events } ? nextHeartbeat : nil
    return (connections.map(\.deadline) + [heartbeat, acceptTime]).compactMap(\.self).min()
  }

  package var connectionCount: Int { connections.count }

  /// Handles the descriptors that are ready, and the times that have passed.
  package func serve(_ ready: Set<Int32>, at now: Duration, _ content: Content) {
    if let time = acceptTime, time <= now { acceptTime = nil }
    for connection in connections where ready.contains(connection.descriptor) {
      serve(connection, at: now, content)
    }
    for connection in connections { expire(connection, at: now) }
    if nextHeartbeat <= now {
      nextHeartbeat = now + Self.heartbeatTime
      send(":\n\n", at: now)
    }
    connections.removeAll { $0.phase == .closed }
    if ready.contains(listener) { acceptConnections(at: now) }
  }

  package func send(event json: String, at now: Duration) {
    eventNumber += 1
    send("id: \(eventNumber)\ndata: \(json)\n\n", at: now)
  }

  private func send(_ text: String, at now: Duration) {
    for connection in connections where connection.phase == .events {
      guard connection.backlog <= Self.backlogLimit + connection.wholeSize else {
        connection.close()
        continue
      }
      connection.send(Array(text.utf8))
      setDeadline(of: connection, at: now)
    }
    connections.removeAll { $0.phase == .closed }
  }

  /// Accepts no further connection, and closes each after its output.
  package func end(at now: Duration) {
    closeListener()
    for connection in connections { leave(connection, at: now) }
  }

  package var hasOutput: Bool { connections.contains { $0.backlog > 0 } }

  // MARK: - Connections

  private func acceptConnections(at now: Duration) {
    // A few at a time: each is served once before others can take its place.
    for _ in 0..<Self.connectionLimit / 4 {
      let descriptor = accept(listener)
      guard descriptor >= 0 else {
        if errno == EINTR || errno == ECONNABORTED { continue }
        if errno != EAGAIN { acceptTime = now + Self.pause }
        return
      }
      let connection = ServerConnection(descriptor, deadline: now + Self.requestTime)
      guard Self.prepare(descriptor) == 0, makeRoom() else {
        connection.send(HTTPResponse(.unavailable).bytes(staysOpen: false))
        connection.close()
        continue
      }
      connections.append(connection)
    }
  }

  /// Closes a connection if there are as many as there can be: one that ends, else the oldest without the
  /// token, which another program may hold, else one that the browser holds ready.
  private func makeRoom() -> Bool {
    guard connections.count >= Self.connectionLimit else { return true }
    let index =
      connections.firstIndex { $0.phase == .leaving }
      ?? connections.firstIndex { !$0.isKnown }
      ?? connections.firstIndex { $0.phase == .requests && $0.wantsInput }
    guard let index else { return false }
    connections.remove(at: index).close()
    return true
  }

  private func serve(_ connection: ServerConnection, at now: Duration, _ content: Content) {
    connection.flush()
    answerRequests(of: connection, at: now, content)
    if connection.wantsInput, connection.phase != .closed {
      guard let bytes = connection.receive() else { return connection.close() }
      if connection.phase == .requests, !bytes.isEmpty {
        if !connection.parser.isWithinRequest { connection.deadline = now + Self.requestTime }
        connection.parser.feed(bytes)
        answerRequests(of: connection, at: now, content)
      }
    }
    if connection.phase == .events { setDeadline(of: connection, at: now) }
  }

  /// Answers the requests that have arrived, up to a response that the browser does not take.
  private func answerRequests(
    of connection: ServerConnection, at now: Duration, _ content: Content
  ) {
    while connection.phase == .requests, connection.backlog == 0,
      let next = connection.parser.next()
    {
      connection.deadline = now + Self.requestTime
      switch next {
      case .success(let request):
        answer(request, of: connection, content)
        if !request.staysOpen, connection.phase == .requests { leave(connection, at: now) }
      case .failure(let status):
        refuse(connection, status, at: now)
      }
    }
  }

  private func answer(
    _ request: HTTPRequest, of connection: ServerConnection, _ content: Content
  ) {
    let response: HTTPResponse
    switch routes.answer(to: request) {
    case .response(let answer):
      response = answer
    case .input(let line, on: let screen):
      response = HTTPResponse("application/json", Array(content.answer(line, screen).utf8))
    case .picture(let address):
      response = content.picture(address)
      connection.isKnown = true
    case .copy(let position):
      response = HTTPResponse("application/json", Array(content.copy(position).utf8))
    case .events:
      let whole = content.whole()
      eventNumber += 1
      let head = HTTPResponse("text/event-stream", nil).bytes(staysOpen: false)
      connection.phase = .events
      connection.wholeSize = whole.utf8.count
      connection.isKnown = true
      return connection.send(
        head + Array("retry: 1000\nid: \(eventNumber)\ndata: \(whole)\n\n".utf8))
    }
    if response.status == .ok { connection.isKnown = true }
    connection.send(
      response.bytes(isHead: request.method == "HEAD", staysOpen: request.staysOpen))
  }

  private func refuse(_ connection: ServerConnection, _ status: HTTPStatus, at now: Duration) {
    connection.send(HTTPResponse(status).bytes(staysOpen: false))
    leave(connection, at: now)
  }

  private func leave(_ connection: ServerConnection, at now: Duration) {
    guard connection.phase != .closed else { return }
    connection.phase = .leaving
    connection.deadline = now + (connection.backlog > 0 ? Self.requestTime : Self.pause)
    connection.flush()
  }

  private func expire(_ connection: ServerConnection, at now: Duration) {
    guard let deadline = connection.deadline, deadline <= now else { return }
    if connection.phase == .requests, connection.backlog == 0, connection.parser.isWithinRequest {
      refuse(connection, .requestTimeout, at: now)
    } else {
      connection.close()
    }
  }

  /// A stream must take everything that waits in the time of a request.
  private func setDeadline(of stream: ServerConnection, at now: Duration) {
    stream.deadline = stream.backlog > 0 ? stream.deadline ?? now + Self.requestTime : nil
  }
}

// MARK: - Sockets

extension PageServer {
  /// A socket that listens on this machine alone, its port and 0, or an error number.
  private static func listen(at port: UInt16) -> (Int32, port: UInt16, problem: Int32) {
    #if canImport(Glibc)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let listener = socket(AF_INET, stream, 0)
    guard listener >= 0 else { return (listener, port, errno) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    var yes: Int32 = 1
    // A port of a program that has just ended is free.
    unsafe setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    let isOpen = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(listener, $0, length) == 0 && Foundation.listen(listener, 128) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    guard isOpen else { return (listener, port, errno) }
    return (listener, UInt16(bigEndian: address.sin_port), prepare(listener))
  }

  /// Makes a socket non-blocking, closed in other programs, and without a delay of small messages. Returns 0, or
  /// the error number.
  private static func prepare(_ descriptor: Int32) -> Int32 {
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0, fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0
    else { return errno }
    var yes: Int32 = 1
    unsafe setsockopt(
      descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    return 0
  }
}
