/// A status of a response. The refusals among them are errors.
package enum HTTPStatus: Int, Error, CaseIterable {
  case ok = 200
  /// A picture is being loaded.
  case accepted = 202
  case noContent = 204
  case badRequest = 400
  case forbidden = 403
  case notFound = 404
  case methodNotAllowed = 405
  case requestTimeout = 408
  case lengthRequired = 411
  case contentTooLarge = 413
  case targetTooLong = 414
  case expectationFailed = 417
  case headTooLarge = 431
  case notImplemented = 501
  case unavailable = 503
  case versionNotSupported = 505

  package var reason: String {
    switch self {
    case .ok: "OK"
    case .accepted: "Accepted"
    case .noContent: "No Content"
    case .badRequest: "Bad Request"
    case .forbidden: "Forbidden"
    case .notFound: "Not Found"
    case .methodNotAllowed: "Method Not Allowed"
    case .requestTimeout: "Request Timeout"
    case .lengthRequired: "Length Required"
    case .contentTooLarge: "Content Too Large"
    case .targetTooLong: "URI Too Long"
    case .expectationFailed: "Expectation Failed"
    case .headTooLarge: "Request Header Fields Too Large"
    case .notImplemented: "Not Implemented"
    case .unavailable: "Service Unavailable"
    case .versionNotSupported: "HTTP Version Not Supported"
    }
  }
}

/// A response to a browser.
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
    body = status == .noContent ? [] : Array("\(status.rawValue) \(status.reason)\n".utf8)
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
    var lines = ["HTTP/1.1 \(status.rawValue) \(status.reason)", "Content-Type: \(type)"]
    if let body, status != .noContent { lines.append("Content-Length: \(body.count)") }
    if let allowed { lines.append("Allow: \(allowed)") }
    if !staysOpen { lines.append("Connection: close") }
    let head = (lines + Self.protection).map { $0 + "\r\n" }.joined() + "\r\n"
    return Array(head.utf8) + (isHead ? [] : body ?? [])
  }
}
