/// A request of a browser.
package struct HTTPRequest: Equatable, Sendable {
  package let method: String
  /// The path, as it was sent.
  package let target: String
  /// The fields by their names in lower case; the values of equal names with commas between them.
  package let fields: [String: String]
  package fileprivate(set) var body: [UInt8] = []
  /// Whether the connection stays open after the answer.
  package let staysOpen: Bool
}

/// Splits the bytes of a connection into requests of HTTP/1.1, in whatever portions they arrive.
///
/// It accepts what browsers send and refuses the rest, such as chunked bodies and folded fields. After a
/// refusal it takes in nothing more.
package struct HTTPParser {
  package enum Result: Equatable, Sendable {
    case request(HTTPRequest)
    case refusal(HTTPStatus)
  }

  package static let lineLimit = 8 << 10
  package static let headLimit = 16 << 10
  package static let bodyLimit = 64 << 10

  private typealias Head = (request: HTTPRequest, bodyLength: Int)

  private var buffer: [UInt8] = []
  /// The number of bytes at the start of `buffer` in which the head does not end.
  private var searched = 0
  /// A request whose body has not arrived as a whole, and the length of the body.
  private var head: Head?
  package private(set) var isRefused = false

  package init() {}

  /// Whether a part of a request has arrived.
  package var isWithinRequest: Bool { head != nil || !buffer.isEmpty }

  package mutating func feed(_ bytes: [UInt8]) {
    if !isRefused { buffer += bytes }
  }

  /// The next whole request, or the reason why there cannot be one; `nil` if bytes are missing.
  package mutating func next() -> Result? {
    guard !isRefused else { return nil }
    do throws(HTTPStatus) {
      if head == nil { head = try takeHead() }
      guard var head, buffer.count >= head.bodyLength else { return nil }
      head.request.body = Array(buffer.prefix(head.bodyLength))
      buffer.removeFirst(head.bodyLength)
      self.head = nil
      return .request(head.request)
    } catch {
      (self, isRefused) = (HTTPParser(), true)
      return .refusal(error)
    }
  }

  private mutating func takeHead() throws(HTTPStatus) -> Head? {
    let lineFeed = UInt8(ascii: "\n")
    // A long line has the same refusal, whether its end has arrived or not.
    if buffer.count >= Self.lineLimit, !buffer.prefix(Self.lineLimit).contains(lineFeed) {
      throw .targetTooLong
    }
    let end = buffer.prefix(Self.headLimit).dropFirst(searched).indices.first { index in
      buffer[index] == lineFeed && buffer[...index].suffix(4).elementsEqual("\r\n\r\n".utf8)
    }
    guard let end else {
      searched = min(buffer.count, Self.headLimit)
      if buffer.count >= Self.headLimit { throw .headTooLarge }
      return nil
    }
    let head = try Self.head(buffer[..<(end - 1)])
    buffer.removeSubrange(...end)
    searched = 0
    return head
  }

  /// Parses a head without its empty line.
  private static func head(
    _ bytes: ArraySlice<UInt8>
  ) throws(HTTPStatus) -> Head {
    var lines: [String] = []
    for line in bytes.dropLast().split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : []
      guard !text.isEmpty, text.allSatisfy({ $0 == 9 || $0 >= 0x20 && $0 != 0x7F }) else {
        throw .badRequest
      }
      lines.append(String(decoding: text, as: UTF8.self))
    }
    let words = lines[0].split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 3, words[0].isToken, words[1].hasPrefix("/"),
      words[1].utf8.allSatisfy({ (0x21..<0x7F).contains($0) }), words[2].hasPrefix("HTTP/")
    else { throw .badRequest }
    guard ["HTTP/1.1", "HTTP/1.0"].contains(words[2]) else { throw .versionNotSupported }
    var fields: [String: String] = [:]
    for line in lines.dropFirst() {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2, String(parts[0]).isToken else { throw .badRequest }
      let (name, value) = (parts[0].lowercased(), String(parts[1]).trimmed)
      fields[name] = fields[name].map { "\($0), \(value)" } ?? value
    }
    let isCurrent = words[2] == "HTTP/1.1"
    if isCurrent, fields["host"] == nil { throw .badRequest }
    let connection = fields["connection"]?.lowercased().split(separator: ",").map {
      String($0).trimmed
    }
    let request = HTTPRequest(
      method: words[0], target: words[1], fields: fields,
      staysOpen: isCurrent && connection?.contains("close") != true)
    return (request, try bodyLength(of: words[0], fields))
  }

  private static func bodyLength(
    of method: String, _ fields: [String: String]
  ) throws(HTTPStatus) -> Int {
    if fields["transfer-encoding"] != nil { throw .notImplemented }
    if fields["expect"] != nil { throw .expectationFailed }
    guard let text = fields["content-length"] else {
      if method == "POST" { throw .lengthRequired }
      return 0
    }
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      throw .badRequest
    }
    guard text.utf8.count <= 9, let length = Int(text), length <= bodyLimit else {
      throw .contentTooLarge
    }
    return length
  }
}

extension String {
  /// Whether it is a name of HTTP (`token`).
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  /// Without spaces and tabs around it.
  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { String(start[...$0]) } ?? ""
  }
}
