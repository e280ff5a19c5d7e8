import Foundation

/// A client of a server on the loopback interface. Only ``read(to:)`` waits.
public final class LoopbackClient {
  public let descriptor: Int32
  /// The bytes that have arrived and were not taken.
  public private(set) var received: [UInt8] = []
  /// Whether the server has closed the connection.
  public private(set) var isAtEnd = false

  public init(port: UInt16) throws {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    descriptor = socket(AF_INET, stream, 0)
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
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    let bytes = Array(text.utf8)
    return Foundation.send(descriptor, bytes, bytes.count, flags)
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
