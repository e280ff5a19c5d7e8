import Foundation

/// A connection of a browser. No call waits.
final class ServerConnection {
  enum Phase: Equatable {
    case requests
    /// A stream of events, which ends when the browser leaves.
    case events
    /// The last response is sent, and the rest of the input is read: closed at once, the system would take
    /// back what the browser has not read.
    case leaving
    case closed
  }

  let descriptor: Int32
  var parser = HTTPParser()
  var phase = Phase.requests
  /// The time at which the request, or the browser's reading of the response, has taken too long; `nil`
  /// for a stream that has nothing to send.
  var deadline: Duration?
  /// Whether it has sent a request with the token.
  var isKnown = false
  /// The size of the session as a whole, which the browser has not yet taken: a stream begins with it.
  var wholeSize = 0
  private var output: [UInt8] = []
  private var sent = 0

  init(_ descriptor: Int32, deadline: Duration) {
    self.descriptor = descriptor
    self.deadline = deadline
    #if canImport(Darwin)
      var yes: Int32 = 1
      unsafe setsockopt(
        descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
  }

  deinit { close() }

  func close() {
    if phase != .closed { _ = Foundation.close(descriptor) }
    (phase, output, sent, deadline) = (.closed, [], 0, nil)
  }

  var backlog: Int { output.count - sent }

  /// Whether input is read: not while a response waits, so that neither grows without end. A stream reads, to
  /// notice that the browser has left.
  var wantsInput: Bool {
    phase == .events || backlog == 0
  }

  /// The bytes that have arrived; `nil` at the end.
  func receive() -> [UInt8]? {
    var chunk = [UInt8](repeating: 0, count: 1 << 14)
    let count = unsafe recv(descriptor, &chunk, chunk.count, 0)
    if count < 0, errno == EAGAIN || errno == EINTR { return [] }
    return count > 0 ? Array(chunk[..<count]) : nil
  }

  func send(_ bytes: [UInt8]) {
    output += bytes
    flush()
  }

  func flush() {
    #if canImport(Darwin)
      let flags: Int32 = 0
    #else
      let flags = Int32(MSG_NOSIGNAL)
    #endif
    while backlog > 0 {
      let count = unsafe output[sent...].withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return close() }
      sent += count
    }
    (output, sent, wholeSize) = ([], 0, 0)
    if phase == .leaving { shutdown(descriptor, Int32(SHUT_WR)) }
  }
}
