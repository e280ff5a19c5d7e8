import Foundation
import Synchronization

#if canImport(Glibc)
  private let streamSocket = Int32(SOCK_STREAM.rawValue)
#else
  private let streamSocket = SOCK_STREAM
#endif

#if canImport(Darwin)
  private let noSignal: Int32 = 0
#else
  private let noSignal = Int32(MSG_NOSIGNAL)
#endif

/// Makes a send to a closed connection fail instead of raising a signal. On other systems, ``noSignal`` does this.
private func refuseSignal(of descriptor: Int32) {
  #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
  #endif
}

/// An HTTP server on the loopback interface, in the process of a test: it answers every request alike.
///
///     let server = try LoopbackServer(.text("hello"))
///     server.address  // http://127.0.0.1:40321/feed
///
/// It ends with the object.
public final class LoopbackServer: Sendable {
  public enum Answer: Sendable {
    /// The status 200 and a body with its length.
    case text(String)
    /// Any bytes; then the connection is closed.
    case bytes(String)
    /// Bytes after a time, unless the client leaves before.
    case late(milliseconds: Int32, String)
    /// The bytes of a header at once, and then one byte of the body each time.
    case slowly(milliseconds: Int32, header: String, String)
    /// A beginning and at least so many bytes of repetitions of a part; then the connection stays open until the
    /// client leaves.
    case repeating([UInt8], after: [UInt8], Int)
    /// The connection is closed without a byte.
    case close
    /// The request is read and never answered.
    case silence
  }

  public enum Event: Sendable {
    /// A request was read.
    case request
    /// A connection was closed, by the server or the client, after so many bytes of an answer.
    case closed(sent: Int)
  }

  /// The things that happened, in order.
  public let events: AsyncStream<Event>
  public let port: UInt16
  private let listener: Int32
  /// On Apple systems, 1 once this object has ended.
  private let ends = Counter()

  public init(_ answer: Answer) throws {
    listener = socket(AF_INET, streamSocket, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isOpen = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, length) == 0 && listen(listener, 16) == 0
          && getsockname(listener, $0, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    let (events, continuation) = AsyncStream.makeStream(of: Event.self)
    self.events = events
    guard isOpen else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    Thread.detachNewThread { [ends] in
      var connection = accept(listener, nil, nil)
      while connection >= 0, ends.value == 0 {
        Thread.detachNewThread { [connection] in
          refuseSignal(of: connection)
          let sent = Connection(number: connection).serve(answer) { continuation.yield(.request) }
          close(connection)
          continuation.yield(.closed(sent: sent))
        }
        connection = accept(listener, nil, nil)
      }
      close(listener)
      // The deinitializer waits for this.
      if connection >= 0 { close(connection) }
      continuation.finish()
    }
  }

  /// Wakes the thread that accepts connections, which then closes the socket.
  deinit {
    #if canImport(Darwin)
      // On this system only a connection wakes it.
      _ = ends.next()
      _ = try? LoopbackClient(port: port).read(to: "\n")
    #else
      shutdown(listener, Int32(SHUT_RDWR))
    #endif
  }

  public var address: String { "http://127.0.0.1:\(port)/feed" }

  /// Answers of 600 MB: a chunked one, and a compressed one of zeros, which is 158 times as long as it is sent.
  public static let large: [Answer] = [
    .repeating(
      Array("10000\r\n\(String(repeating: " ", count: 1 << 16))\r\n".utf8),
      after: Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8), 600 << 20),
    .repeating(
      (0..<5000).flatMap { _ in
        // Eight copies of the 258 bytes before them (RFC 1951).
        [5, 163, 96, 20, 140, 130, 81, 48, 10, 70, 193, 40, 24] as [UInt8]
      },
      after: Array("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n".utf8)
        + [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 98, 24], 4 << 20),
  ]

  /// A header with the status 200 and a length.
  public static func header(_ status: String = "200 OK", length: Int? = nil) -> String {
    let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
    return
      "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\n\(length)Connection: close\r\n\r\n"
  }
}

/// A connection of a client.
private struct Connection {
  let number: Int32

  /// Reads a request and answers it.
  ///
  /// - Returns: the number of sent bytes.
  func serve(_ answer: LoopbackServer.Answer, onRequest: () -> Void) -> Int {
    guard readRequest() else { return 0 }
    onRequest()
    switch answer {
    case .text(let body):
      return send(LoopbackServer.header(length: body.utf8.count) + body)
    case .bytes(let bytes):
      return send(bytes)
    case .late(let time, let bytes):
      return isLeft(within: time) ? 0 : send(bytes)
    case .slowly(let time, let header, let body):
      var sent = send(header)
      for byte in body.utf8 {
        if isLeft(within: time) { break }
        sent += send([byte])
      }
      return sent
    case .repeating(let part, let beginning, let count):
      var sent = send(beginning)
      while sent < count, !isLeft(within: 0) {
        let written = send(part)
        sent += written
        if written < part.count { return sent }
      }
      _ = isLeft(within: -1)
      return sent
    case .close:
      return 0
    case .silence:
      _ = isLeft(within: -1)
      return 0
    }
  }

  private func readRequest() -> Bool {
    var request: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while request.firstRange(of: Array("\r\n\r\n".utf8)) == nil {
      let count = recv(number, &chunk, chunk.count, 0)
      guard count > 0 else { return false }
      request += chunk[..<count]
    }
    return true
  }

  /// Waits for the client to leave; a negative time has no end.
  private func isLeft(within milliseconds: Int32) -> Bool {
    var state = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return poll(&state, 1, milliseconds) > 0
  }

  private func send(_ text: String) -> Int { send(Array(text.utf8)) }

  /// Returns the number of bytes that were sent before the client left.
  private func send(_ bytes: [UInt8]) -> Int {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(number, $0.baseAddress, $0.count, noSignal)
      }
      guard count > 0 else { break }
      sent += count
    }
    return sent
  }
}

/// A client of a server on the loopback interface. Only ``read(to:)`` waits.
public final class LoopbackClient {
  public let descriptor: Int32
  /// The bytes that have arrived and were not taken.
  public private(set) var received: [UInt8] = []
  /// Whether the server has closed the connection.
  public private(set) var isAtEnd = false

  public init(port: UInt16) throws {
    descriptor = socket(AF_INET, streamSocket, 0)
    refuseSignal(of: descriptor)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
    let isOpen = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isOpen else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close(descriptor) }

  /// Sends what the system takes, and returns the number of bytes.
  @discardableResult public func send(_ text: String) -> Int {
    let bytes = Array(text.utf8)
    return Foundation.send(descriptor, bytes, bytes.count, noSignal)
  }

  /// Takes in what has arrived.
  public func receive() {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while !isAtEnd {
      let count = recv(descriptor, &chunk, chunk.count, 0)
      if count < 0, errno == EAGAIN { return }
      isAtEnd = count <= 0
      received += chunk[..<max(count, 0)]
    }
  }

  /// Waits for this text and returns what has arrived up to it; `nil` if the server closes the connection before,
  /// or after half a minute without a byte.
  public func read(to end: String) -> String? {
    while true {
      receive()
      if let text = take(to: end) { return text }
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard !isAtEnd, poll(&state, 1, 30_000) > 0 else { return nil }
    }
  }

  /// What has arrived up to this text, if it has.
  public func take(to end: String) -> String? {
    guard let range = received.firstRange(of: Array(end.utf8)) else { return nil }
    defer { received.removeSubrange(..<range.upperBound) }
    return String(decoding: received[..<range.upperBound], as: UTF8.self)
  }

  /// Everything that has arrived.
  public func takeAll() -> String {
    defer { received = [] }
    return String(decoding: received, as: UTF8.self)
  }
}

/// A request with its host and, if there is a body, its length.
public func request(
  _ method: String, _ target: String, at port: UInt16, fields: [String] = [], body: String? = nil
) -> String {
  let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
  let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields + length
  return lines.map { $0 + "\r\n" }.joined() + "\r\n" + (body ?? "")
}
