import Testing

@testable import CairnPage

/// The parser of requests: the same results in whatever portions the bytes arrive.
@Suite struct HTTPParserTests {
  /// The result for each request of these bytes.
  private static func results(_ portions: [[UInt8]]) -> [HTTPParser.Result] {
    var parser = HTTPParser()
    return portions.flatMap { portion in
      parser.feed(portion)
      return Array(sequence(state: ()) { _ in parser.next() })
    }
  }

  /// Requests, refusals and missing ends in one line: `GET /a`, `POST /b body`, `431`.
  private static func summary(_ results: [HTTPParser.Result]) -> String {
    results.map { result in
      switch result {
      case .refusal(let status): "\(status.rawValue)"
      case .request(let request):
        [request.method, request.target, String(decoding: request.body, as: UTF8.self)]
          .filter { !$0.isEmpty }.joined(separator: " ") + (request.staysOpen ? "" : " close")
      }
    }.joined(separator: ", ")
  }

  private static func long(_ count: Int) -> String { String(repeating: "x", count: count) }

  static let cases: [(String, String)] = [
    ("GET /a HTTP/1.1\r\nHost: h\r\n\r\n", "GET /a"),
    ("GET /a HTTP/1.1\r\nHost: h\r\n\r", ""),
    ("GET /a HTTP/1.1\r\nhOST:h\r\nconnection: Keep-Alive, Close\r\n\r\n", "GET /a close"),
    ("GET /a HTTP/1.0\r\n\r\n", "GET /a close"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbody", "POST /b body"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\n\r\nbod", ""),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 0\r\n\r\n", "POST /b"),
    // Requests in a row are in order, and nothing follows a refusal.
    (
      "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 2\r\n\r\nhiHEAD /c HTTP/1.1\r\nHost: h\r\n\r\n"
        + "GET\r\n\r\nGET /d HTTP/1.1\r\nHost: h\r\n\r\n", "POST /b hi, HEAD /c, 400"
    ),
    // The line of the request.
    ("\r\nGET /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("GET  /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("GET /a b HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("G(T /a HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("GET http://h/a HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("GET /ä HTTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("GET /a FTP/1.1\r\nHost: h\r\n\r\n", "400"),
    ("GET /a HTTP/2.0\r\nHost: h\r\n\r\n", "505"),
    // Fields.
    ("GET /a HTTP/1.1\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\nHost: h\n\n\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\r\nHost: h\n\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\r\nHost : h\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\r\nHost: h\r\n folded\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\r\nHost: h\r\nno colon\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\r\nHost: h\0\r\n\r\n", "400"),
    ("GET /a HTTP/1.1\r\nHost: h\rX: y\r\n\r\n", "400"),
    // Bodies.
    ("POST /b HTTP/1.1\r\nHost: h\r\n\r\n", "411"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n", "501"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nTransfer-Encoding: x\r\n\r\n", "501"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\n", "417"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 4\r\nContent-Length: 4\r\n\r\nbody", "400"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: +4\r\n\r\nbody", "400"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length:\r\n\r\nbody", "400"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 65537\r\n\r\n", "413"),
    ("POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: 99999999999999999999\r\n\r\n", "413"),
  ]

  @Test(arguments: cases)
  func `a request is read or refused, wherever its bytes are divided`(
    text: String, expected: String
  ) {
    let bytes = Array(text.utf8)
    let whole = Self.results([bytes])
    #expect(Self.summary(whole) == expected)
    for place in bytes.indices.dropFirst() {
      let divided = Self.results([Array(bytes[..<place]), Array(bytes[place...])])
      #expect(divided == whole, "divided at \(place)")
    }
    #expect(Self.results(bytes.map { [$0] }) == whole)
  }

  @Test func `the lengths of a line, a head and a body have limits`() {
    func head(_ target: Int, _ value: Int) -> String {
      "GET /\(Self.long(target)) HTTP/1.1\r\nHost: h\r\nX: \(Self.long(value))\r\n\r\n"
    }
    // The rest of the line has 16 bytes, and the rest of the head 32.
    let line = HTTPParser.lineLimit - 16
    let value = HTTPParser.headLimit - 32
    let body = HTTPParser.bodyLimit
    let post = "POST /b HTTP/1.1\r\nHost: h\r\nContent-Length: \(body)\r\n\r\n\(Self.long(body))"
    let cases = [
      (head(line, 0), "GET /\(Self.long(line))"), (head(line + 1, 0), "414"),
      (Self.long(HTTPParser.lineLimit), "414"),
      (head(0, value), "GET /"), (head(0, value + 1), "431"),
      ("GET / HTTP/1.1\r\nX: \(Self.long(HTTPParser.headLimit))", "431"),
      (post, "POST /b \(Self.long(body))"),
    ]
    for (text, expected) in cases {
      let bytes = Array(text.utf8)
      #expect(Self.summary(Self.results([bytes])) == expected)
      #expect(Self.summary(Self.results(bytes.map { [$0] })) == expected)
    }
  }

  @Test func `fields have names without case, and values without blanks around them`() {
    let text = "GET / HTTP/1.1\r\nHost: \t a:1 \r\nX-Y: b\r\nx-y: c\r\nEmpty:\r\n\r\n"
    guard case .request(let request)? = Self.results([Array(text.utf8)]).first else {
      Issue.record("it is refused")
      return
    }
    #expect(request.fields == ["host": "a:1", "x-y": "b, c", "empty": ""])
  }
}
