package struct HTTPRequest: Equatable, Sendable {
  package let method: String
  /// The path, as it was sent.
  package let target: String
  /// The fields by their names in lower case; the values of equal names with commas between them.
  package let fields: [String: String]
  package fileprivate(set) var body: [UInt8] = []
  package let staysOpen: Bool
}

/// Splits the bytes of a connection into requests of HTTP/1.1, in whatever portions they arrive.
///
/// It accepts what browsers send and refuses the rest, such as chunked bodies and folded fields. After a
/// refusal it takes in nothing more.
package struct HTTPParser {
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

  package var isWithinRequest: Bool { head != nil || !buffer.isEmpty }

  package mutating func feed(_ bytes: [UInt8]) {
    if !isRefused { buffer += bytes }
  }

  /// The next whole request, or the reason why there cannot be one; `nil` if bytes are missing.
  package mutating func next() -> Result<HTTPRequest, HTTPStatus>? {
    guard !isRefused else { return nil }
    do throws(HTTPStatus) {
      if head == nil { head = try takeHead() }
      guard var head, buffer.count >= head.bodyLength else { return nil }
      head.request.body = Array(buffer.prefix(head.bodyLength))
      buffer.removeFirst(head.bodyLength)
      self.head = nil
      return .success(head.request)
    } catch {
      (self, isRefused) = (HTTPParser(), true)
      return .failure(error)
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

  fileprivate var trimmed: String {
    let isBlank = { (character: Character) in character == " " || character == "\t" }
    let start = drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { String(start[...$0]) } ?? ""
  }
}

/// A status of a response. The refusals among them are errors.
package enum HTTPStatus: String, Error, CaseIterable {
  case ok = "200 OK"
  /// A picture is being loaded.
  case accepted = "202 Accepted"
  case noContent = "204 No Content"
  case badRequest = "400 Bad Request"
  case forbidden = "403 Forbidden"
  case notFound = "404 Not Found"
  case methodNotAllowed = "405 Method Not Allowed"
  case requestTimeout = "408 Request Timeout"
  case lengthRequired = "411 Length Required"
  case contentTooLarge = "413 Content Too Large"
  case targetTooLong = "414 URI Too Long"
  case expectationFailed = "417 Expectation Failed"
  case headTooLarge = "431 Request Header Fields Too Large"
  case notImplemented = "501 Not Implemented"
  case unavailable = "503 Service Unavailable"
  case versionNotSupported = "505 HTTP Version Not Supported"
}

package struct HTTPResponse: Equatable, Sendable {
  package var status: HTTPStatus
  package var type: String
  /// `nil` for a stream, which has no length.
  package var body: [UInt8]?
  /// The methods that a resource has, in a refusal of another one.
  package var allowed: String?

  package init(_ type: String, _ body: [UInt8]?) {
    (status, self.type, self.body) = (.ok, type, body)
  }

  /// A refusal, with its reason as text.
  package init(_ status: HTTPStatus, allowed: String? = nil) {
    (self.status, self.allowed) = (status, allowed)
    type = "text/plain; charset=utf-8"
    body = status == .noContent ? [] : Array("\(status.rawValue)\n".utf8)
  }

  /// The response with a picture: a file in one of four formats, as its first bytes say, of at most 4 MiB.
  package init(picture bytes: [UInt8]?) {
    let formats: [(type: String, start: [UInt8?])] = [
      ("image/png", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
      ("image/jpeg", [0xFF, 0xD8, 0xFF]),
      ("image/gif", Array("GIF8".utf8)),
      ("image/webp", Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)),
    ]
    let format = formats.first { format in
      guard let bytes, (format.start.count...(4 << 20)).contains(bytes.count) else { return false }
      return zip(format.start, bytes).allSatisfy { $0 == nil || $0 == $1 }
    }
    self = format.map { HTTPResponse($0.type, bytes) } ?? HTTPResponse(.notFound)
  }

  /// The fields that keep other pages, caches and code within the page away from the app.
  package static let protection = [
    "Cache-Control: no-store",
    "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
      + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy: same-origin",
    "Referrer-Policy: no-referrer",
    "X-Content-Type-Options: nosniff",
    "X-Frame-Options: DENY",
  ]

  package func bytes(isHead: Bool = false, staysOpen: Bool) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status.rawValue)", "Content-Type: \(type)"]
    if let body, status != .noContent { lines.append("Content-Length: \(body.count)") }
    if let allowed { lines.append("Allow: \(allowed)") }
    if !staysOpen { lines.append("Connection: close") }
    let head = (lines + Self.protection).map { $0 + "\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (isHead ? [] : body ?? [])
  }
}
