import Testing

@testable import CairnPage

/// The answers to requests: from the page alone, below the secret path.
@Suite struct PageRoutesTests {
  private let routes = PageRoutes(port: 8080, token: "0123456789abcdef0123456789abcdef")

  /// The answer in a word: a status, the type of a file, `events` or the typed line.
  private func answer(
    _ method: String, _ path: String, _ fields: [String: String] = [:], body: String = ""
  ) -> String {
    let target = path.replacing("T/", with: "\(routes.token)/")
    let fields = ["host": "127.0.0.1:8080"].merging(fields) { $1 }
    let request = HTTPRequest(
      method: method, target: target, fields: fields, body: Array(body.utf8), staysOpen: true)
    switch routes.answer(to: request) {
    case .events: return "events"
    case .input(let line, on: let screen):
      return "line: \(line)" + (screen.map { " on \($0)" } ?? "")
    case .picture(let address): return "picture: \(address)"
    case .copy(let position): return "copy: \(position)"
    case .response(let response):
      let status = String(response.status.rawValue.prefix(3))
      return response.status == .ok
        ? response.type : status + (response.allowed.map { " \($0)" } ?? "")
    }
  }

  /// A method, a path and the answer.
  private static let resources: [(String, String, String)] = [
    ("GET", "/T/", "text/html; charset=utf-8"), ("HEAD", "/T/", "text/html; charset=utf-8"),
    ("GET", "/T/page.css", "text/css; charset=utf-8"),
    ("GET", "/T/page.js", "text/javascript; charset=utf-8"),
    ("GET", "/T/events", "events"), ("HEAD", "/T/events", "text/event-stream"),
    ("POST", "/T/input", "line: next"), ("POST", "/T/input?0-a%20b", "line: next on 0-a b"),
    ("POST", "/T/input?%ZZ", "404"), ("GET", "/T/input?0-a", "405 POST"),
    ("POST", "/T/input/0-a", "404"), ("GET", "/favicon.ico", "204"),
    ("GET", "/T/input", "405 POST"), ("POST", "/T/", "405 GET, HEAD"),
    (
      "GET", "/T/picture?https%3A%2F%2Fexample.com%2F1%2520.png",
      "picture: https://example.com/1%20.png"
    ),
    ("GET", "/T/picture?file%3A%2F%2F%2Fetc%2Fpasswd", "404"), ("GET", "/T/picture?", "404"),
    ("GET", "/T/picture?https%3A%2F%2F%0D%0A", "404"), ("GET", "/T/picture?%ZZ", "404"),
    ("GET", "/T/copy?12", "copy: 12"), ("GET", "/T/copy?x", "404"), ("GET", "/T/copy", "404"),
    ("POST", "/T/copy?12", "404"),
    ("POST", "/T/events", "405 GET, HEAD"), ("OPTIONS", "/T/input", "405 POST"),
    ("GET", "/", "404"), ("GET", "/page.js", "404"), ("GET", "/T/page.html", "404"),
    ("GET", "/T/../page.js", "404"), ("GET", "/T/page.js?x", "404"), ("GET", "//T/", "404"),
    ("POST", "/input", "404"), ("POST", "/00000000000000000000000000000000/input", "404"),
    // One digit of the token is another one, or missing.
    ("POST", "/0123456789abcdef0123456789abcdee/input", "404"),
    ("POST", "/1123456789abcdef0123456789abcdef/input", "404"),
    ("POST", "/0123456789abcdef0123456789abcde/input", "404"),
    ("POST", "/0123456789ABCDEF0123456789ABCDEF/input", "404"),
  ]

  @Test(arguments: resources)
  func `a resource has a path below the token, and methods`(
    method: String, path: String, expected: String
  ) {
    #expect(answer(method, path, body: "next") == expected)
  }

  /// A field, its value, and whether the request is accepted.
  private static let fields: [(String, String, Bool)] = [
    ("host", "localhost:8080", true), ("host", "LOCALHOST:8080", true),
    ("host", "127.0.0.1", false),
    ("host", "evil.example:8080", false), ("host", "127.0.0.1:8081", false), ("host", "", false),
    ("host", "127.0.0.1:8080, 127.0.0.1:8080", false), ("host", "[::1]:8080", false),
    ("origin", "http://127.0.0.1:8080", true), ("origin", "http://localhost:8080", false),
    ("origin", "https://127.0.0.1:8080", false), ("origin", "null", false),
    ("origin", "http://evil.example", false), ("sec-fetch-site", "same-origin", true),
    ("sec-fetch-site", "same-site", false), ("sec-fetch-site", "cross-site", false),
    ("sec-fetch-site", "none", false),
  ]

  @Test(arguments: fields)
  func `another page cannot type a line, even with the token`(
    name: String, value: String, isTaken: Bool
  ) {
    #expect(answer("POST", "/T/input", [name: value]) == (isTaken ? "line: " : "403"))
    // A person may come from anywhere; what the page then loads is its own.
    let isRead = isTaken || name == "sec-fetch-site"
    #expect(answer("GET", "/T/", [name: value]) == (isRead ? "text/html; charset=utf-8" : "403"))
  }

  @Test func `a body is one line of UTF-8`() {
    #expect(answer("POST", "/T/input", body: "name Zoë") == "line: name Zoë")
    for body in ["a\nb", "a\r", "\n"] { #expect(answer("POST", "/T/input", body: body) == "400") }
    let bytes = HTTPRequest(
      method: "POST", target: "/\(routes.token)/input", fields: ["host": "localhost:8080"],
      body: [0xC3, 0x28], staysOpen: true)
    #expect(routes.answer(to: bytes) == .response(HTTPResponse(.badRequest)))
  }

  @Test func `a token has 128 bits and is another one each time`() {
    let tokens = Set((0..<1000).map { _ in PageRoutes.newToken() })
    #expect(tokens.count == 1000)
    #expect(tokens.allSatisfy { $0.wholeMatch(of: /[0-9a-f]{32}/) != nil })
    // Each digit occurs at each place: that it misses one of 512 is less probable than 10^-20.
    for place in 0..<32 { #expect(Set(tokens.map { Array($0)[place] }).count == 16) }
  }

  @Test func `every response keeps other pages, caches and code within the page away`() {
    for status in HTTPStatus.allCases {
      let text = String(decoding: HTTPResponse(status).bytes(staysOpen: false), as: UTF8.self)
      let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      #expect(lines[0] == "HTTP/1.1 \(status.rawValue)")
      #expect(Set(HTTPResponse.protection).isSubset(of: lines))
      #expect(lines.contains("Connection: close") && !text.contains("Access-Control"))
    }
    let names = HTTPResponse.protection.map { $0.prefix { $0 != ":" } }
    #expect(
      names == [
        "Cache-Control", "Content-Security-Policy", "Cross-Origin-Resource-Policy",
        "Referrer-Policy", "X-Content-Type-Options", "X-Frame-Options",
      ])
    let policy = HTTPResponse.protection.first { $0.hasPrefix("Content-Security-Policy: ") } ?? ""
    #expect(policy.contains("default-src 'none'") && !policy.contains("unsafe"))
  }
}

/// The parser of requests: the same results in whatever portions the bytes arrive.
@Suite struct HTTPParserTests {
  /// The result for each request of these bytes.
  private static func results(_ portions: [[UInt8]]) -> [Result<HTTPRequest, HTTPStatus>] {
    var parser = HTTPParser()
    return portions.flatMap { portion in
      parser.feed(portion)
      return Array(sequence(state: ()) { _ in parser.next() })
    }
  }

  /// Requests, refusals and missing ends in one line: `GET /a`, `POST /b body`, `431`.
  private static func summary(_ results: [Result<HTTPRequest, HTTPStatus>]) -> String {
    results.map { result in
      switch result {
      case .failure(let status): String(status.rawValue.prefix(3))
      case .success(let request):
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
    guard case .success(let request)? = Self.results([Array(text.utf8)]).first else {
      Issue.record("it is refused")
      return
    }
    #expect(request.fields == ["host": "a:1", "x-y": "b, c", "empty": ""])
  }
}
