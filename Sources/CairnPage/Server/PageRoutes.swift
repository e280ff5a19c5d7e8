import CairnApp
import Foundation

/// Maps a request to its answer. Only `POST` has an effect.
///
/// Every resource is below a secret path, because other programs of the machine, and pages of other sites in
/// the same browser, can send requests to the port as well.
package struct PageRoutes: Sendable {
  package enum Answer: Equatable, Sendable {
    case response(HTTPResponse)
    case events
    /// A typed line, and the screen on which it was typed, where that matters.
    case input(String, on: String?)
    /// A picture of the web that a screen shows.
    case picture(WebAddress)
    /// Whether the moments up to this number can be copied.
    case copy(Int)
  }

  package let port: UInt16
  /// 128 bits of the system's random generator, as hexadecimal digits.
  package let token: String

  package init(port: UInt16, token: String = Self.newToken()) {
    (self.port, self.token) = (port, token)
  }

  package static func newToken() -> String {
    (0..<32).map { _ in String(Int.random(in: 0..<16), radix: 16) }.joined()
  }

  package var address: String { "http://127.0.0.1:\(port)/\(token)/" }

  package func answer(to request: HTTPRequest) -> Answer {
    // A page whose own name leads to this machine (DNS rebinding) sends that name. `HTTP/1.0` has none.
    let host = request.fields["host"]?.lowercased() ?? ""
    guard hosts.contains(host), isFromPage(request, at: host) else {
      return .response(HTTPResponse(.forbidden))
    }
    // Browsers ask for it everywhere.
    if request.target == "/favicon.ico" { return .response(HTTPResponse(.noContent)) }
    let resource = resource(of: request.target)
    let inputs = "input?"
    let screen =
      resource?.hasPrefix(inputs) == true
      ? resource?.dropFirst(inputs.count).removingPercentEncoding : nil
    switch (screen == nil ? resource : "input", request.method) {
    case ("", "GET"), ("", "HEAD"):
      return .response(HTTPResponse("text/html; charset=utf-8", PageFiles.html))
    case ("page.css", "GET"), ("page.css", "HEAD"):
      return .response(HTTPResponse("text/css; charset=utf-8", PageFiles.css))
    case ("page.js", "GET"), ("page.js", "HEAD"):
      return .response(HTTPResponse("text/javascript; charset=utf-8", PageFiles.script))
    case ("events", "GET"):
      return .events
    case ("events", "HEAD"):
      return .response(HTTPResponse("text/event-stream", nil))
    case ("input", "POST"):
      guard let line = String(validating: request.body, as: UTF8.self),
        !request.body.contains(where: { $0 == 0x0A || $0 == 0x0D })
      else { return .response(HTTPResponse(.badRequest)) }
      return .input(line, on: screen)
    case ("", _), ("page.css", _), ("page.js", _), ("events", _):
      return .response(HTTPResponse(.methodNotAllowed, allowed: "GET, HEAD"))
    case ("input", _):
      return .response(HTTPResponse(.methodNotAllowed, allowed: "POST"))
    case (let resource?, "GET"):
      let parts = resource.split(separator: "?", maxSplits: 1)
      let text = parts.last?.removingPercentEncoding ?? ""
      if parts.first == "picture", let address = WebAddress(text) { return .picture(address) }
      if parts.first == "copy", let position = Int(text) { return .copy(position) }
      return .response(HTTPResponse(.notFound))
    case (_, _):
      return .response(HTTPResponse(.notFound))
    }
  }

  private var hosts: [String] {
    let names = ["127.0.0.1", "localhost"]
    // Browsers leave out the port of the scheme.
    return names.map { "\($0):\(port)" } + (port == 80 ? names : [])
  }

  /// Whether no other page has sent the request, as far as the browser says. A program need not say.
  private func isFromPage(_ request: HTTPRequest, at host: String) -> Bool {
    if let origin = request.fields["origin"], origin != "http://\(host)" { return false }
    guard request.method == "POST", let site = request.fields["sec-fetch-site"] else { return true }
    return site == "same-origin"
  }

  /// The part of a path after the secret, which is compared in constant time; `nil` for another secret.
  private func resource(of target: String) -> String? {
    let (given, secret) = (Array(target.utf8), Array("/\(token)/".utf8))
    guard given.count >= secret.count else { return nil }
    var difference: UInt8 = 0
    for index in secret.indices { difference |= given[index] ^ secret[index] }
    return difference == 0 ? String(target.dropFirst(secret.count)) : nil
  }
}
