import Foundation
import TestSupport
import Testing

/// A window of Chromium without a display, driven over the WebDriver protocol (W3C, 2018).
///
///     let browser = try await Browser(in: folder)
///     try await browser.open(address)
///     try await browser.click("button", named: "Next")
///     try await browser.waits(for: "document.title.startsWith('Terms')")
///
/// It ends with the object. Waiting is done by the page: a script runs again at each change of the document.
final class Browser {
  /// The program that speaks the protocol, of Debian's package `chromium-driver`.
  private static let driverPath = "/usr/bin/chromedriver"

  static let isInstalled = FileManager.default.isExecutableFile(atPath: driverPath)

  private let child: Child
  /// The driver writes header fields without the space that `URLSession` of Linux expects.
  private let driver: LoopbackClient
  private let port: UInt16
  private var session = "/session"

  /// - Parameters:
  ///   - folder: the folder for the files of the browser.
  ///   - width: the width of the window in pixels.
  ///   - hasMotion: whether screens slide, which takes most of the processor time without a graphics processor.
  ///   - preferences: additional arguments of the browser, such as `--force-dark-mode`.
  init(
    in folder: Folder, width: Int = 1024, hasMotion: Bool = false, preferences: [String] = []
  ) async throws {
    let (readEnd, writeEnd) = try StreamEnd.pipe(in: folder)
    child = try Child(
      Self.driverPath, ["--port=0"], in: folder.path, input: .file("/dev/null", O_RDONLY),
      output: .descriptor(writeEnd), errors: .file("/dev/null", O_WRONLY))
    writeEnd.close()
    var output = ""
    var port: Substring?
    while port == nil {
      let bytes = try #require(readEnd.read(), "\(Self.driverPath) ended: \(output)")
      output += String(decoding: bytes, as: UTF8.self)
      port = output.firstMatch(of: /on port (\d+)\.\n/)?.1
    }
    self.port = try #require(port.flatMap { UInt16($0) })
    driver = try LoopbackClient(port: self.port)
    let options = ChromeOptions(
      args: [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
        "--disable-extensions", "--disable-background-networking",
        "--window-size=\(width),900", "--user-data-dir=\(folder["browser"])",
      ] + (hasMotion ? [] : ["--force-prefers-reduced-motion"]) + preferences)
    let reply: Reply<SessionReply> = try await send(
      "POST", session, NewSession(capabilities: .init(alwaysMatch: .init(options: options))))
    session += "/\(reply.value.sessionId)"
    try await post("timeouts", Timeouts(script: 25_000, pageLoad: 25_000))
  }

  /// Ends the browser. Without its driver, which is killed, it would go on.
  deinit {
    driver.send(request("DELETE", session, at: port))
    _ = driver.read(to: "}")
  }

  /// Loads a page.
  func open(_ address: String) async throws { try await post("url", ["url": address]) }

  /// Opens an address in another tab, and shows that tab.
  ///
  /// - Returns: the tab, for ``show(_:)``.
  func openTab(_ address: String) async throws -> String {
    let reply: Reply<NewTab> = try await send("POST", "\(session)/window/new", ["type": "tab"])
    try await show(reply.value.handle)
    try await open(address)
    return reply.value.handle
  }

  func show(_ tab: String) async throws { try await post("window", ["handle": tab]) }

  func reload() async throws { try await post("refresh", [String: String]()) }

  /// Runs a script in the page; `arguments` are its arguments.
  func run<Value: Decodable>(_ script: String, _ arguments: String...) async throws -> Value {
    let reply: Reply<Value> = try await send(
      "POST", "\(session)/execute/sync", Script(script: script, args: arguments))
    return reply.value
  }

  /// Runs a script that has no value.
  func perform(_ script: String, _ arguments: String...) async throws {
    let _: Reply<Bool> = try await send(
      "POST", "\(session)/execute/sync",
      Script(script: "\(script); return true", args: arguments))
  }

  /// Whether an expression of the page is true now.
  func holds(_ condition: String) async throws -> Bool { try await run("return \(condition)") }

  /// Waits until an expression of the page is true, looked at after each change of the document.
  func waits(
    for condition: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let script = """
      const done = arguments[arguments.length - 1];
      const holds = () => { try { return Boolean(\(condition)); } catch { return false; } };
      if (holds()) return done(true);
      const observer = new MutationObserver(() => {
        if (holds()) { observer.disconnect(); done(true); }
      });
      observer.observe(document, {
        subtree: true, childList: true, attributes: true, characterData: true
      });
      """
    do {
      let _: Reply<Bool> = try await send(
        "POST", "\(session)/execute/async", Script(script: script, args: []))
    } catch {
      let text: String = try await run("return document.body.innerText")
      Issue.record(
        "\(condition) did not become true: \(error)\n\(text)", sourceLocation: sourceLocation)
      throw error
    }
  }

  /// Clicks the first element of a selector with this accessible name, as a person does: in the middle of it.
  func click(
    _ selector: String, named name: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    if name == nil { try await waits(for: "document.querySelector(\"\(selector)\")") }
    let element = try #require(
      try await elements(selector, named: name).first, "no \(selector) is named \(name ?? "so")",
      sourceLocation: sourceLocation)
    try await post("element/\(element.id)/click", [String: String]())
  }

  /// Types keys, of which `\u{E000}`… are those of the protocol, into the focused element.
  func type(_ keys: String) async throws {
    let actions = keys.map(String.init).flatMap { key in
      ["keyDown", "keyUp"].map { ["type": $0, "value": key] }
    }
    try await post("actions", Actions(actions: [.init(actions: actions)]))
  }

  /// The elements of a selector whose accessible name is this one. An element that is replaced meanwhile, as by a
  /// movement that ends, is left out.
  func elements(_ selector: String, named name: String? = nil) async throws -> [Element] {
    let reply: Reply<[ElementReply]> = try await send(
      "POST", "\(session)/elements", ["using": "css selector", "value": selector])
    var elements: [Element] = []
    for found in reply.value {
      do {
        let element = Element(
          id: found.id, name: try await get("element/\(found.id)/computedlabel"),
          markup: try await get("element/\(found.id)/property/outerHTML"))
        if name == nil || name == element.name { elements.append(element) }
      } catch let error as BrowserError where error.description.contains("stale element") {
      }
    }
    return elements
  }

  /// The picture of the window as a PNG.
  func screenshot() async throws -> Data {
    let text: String = try await get("screenshot")
    return try #require(Data(base64Encoded: text))
  }

  /// Takes the network from the page, or gives it back.
  func setOffline(_ isOffline: Bool) async throws {
    try await post(
      "chromium/network_conditions",
      ["network_conditions": NetworkConditions(offline: isOffline)])
  }

  /// Draws the page in the few colors of a person who has set them for all programs.
  func forceColors() async throws { try await post("goog/cdp/execute", ForcedColors()) }

  /// The messages of the page's console since the last call: errors of scripts, refused loads.
  func consoleErrors() async throws -> [String] {
    let reply: Reply<[LogEntry]> = try await send(
      "POST", "\(session)/se/log", ["type": "browser"])
    return reply.value.filter { $0.level == "SEVERE" }.map(\.message)
  }

  /// The addresses that the page has asked for since the last call.
  func requests() async throws -> [String] {
    let reply: Reply<[LogEntry]> = try await send(
      "POST", "\(session)/se/log", ["type": "performance"])
    return reply.value.compactMap { entry in
      guard entry.message.contains("\"Network.requestWillBeSent\"") else { return nil }
      return entry.message.firstMatch(of: /"request":\{.*?"url":"(.*?)"/).map { String($0.1) }
    }
  }

  struct Element {
    let id: String
    /// The accessible name.
    let name: String
    let markup: String
  }
}

extension Browser {
  private struct Reply<Value: Decodable>: Decodable { let value: Value }
  private struct Nothing: Codable {}
  private struct SessionReply: Decodable { let sessionId: String }
  private struct LogEntry: Decodable { let level, message: String }
  private struct ElementReply: Decodable {
    let id: String
    private enum Key: String, CodingKey {
      /// The web element identifier of the protocol.
      case id = "element-6066-11e4-a52e-4f735466cecf"
    }
    init(from decoder: any Decoder) throws {
      id = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .id)
    }
  }
  private struct NetworkConditions: Encodable {
    let offline: Bool
    let latency = 0
    let throughput = 1 << 30
  }
  /// A command of the protocol of the browser's own tools.
  private struct ForcedColors: Encodable {
    let cmd = "Emulation.setEmulatedMedia"
    let params = ["features": [["name": "forced-colors", "value": "active"]]]
  }
  private struct NewTab: Decodable { let handle: String }
  private struct Timeouts: Encodable { let script, pageLoad: Int }
  private struct Script: Encodable {
    let script: String
    let args: [String]
  }
  private struct Actions: Encodable {
    struct Source: Encodable {
      var type = "key", id = "keyboard"
      let actions: [[String: String]]
    }
    let actions: [Source]
  }
  private struct ChromeOptions: Encodable { let args: [String] }
  private struct NewSession: Encodable {
    struct Capabilities: Encodable { let alwaysMatch: Match }
    struct Match: Encodable {
      let options: ChromeOptions
      let logging = ["browser": "ALL", "performance": "ALL"]
      private enum CodingKeys: String, CodingKey {
        case options = "goog:chromeOptions"
        case logging = "goog:loggingPrefs"
      }
    }
    let capabilities: Capabilities
  }

  private func post(_ path: String, _ body: some Encodable) async throws {
    let _: Reply<Nothing?> = try await send("POST", "\(session)/\(path)", body)
  }

  private func get<Value: Decodable>(_ path: String) async throws -> Value {
    let reply: Reply<Value> = try await send("GET", "\(session)/\(path)", Nothing?.none)
    return reply.value
  }

  private func send<Value: Decodable>(
    _ method: String, _ path: String, _ body: (some Encodable)?
  ) async throws -> Value {
    let json = try body.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
    driver.send(request(method, path, at: port, body: json))
    let head = try #require(driver.read(to: "\r\n\r\n"), "no answer to \(path)")
    let length = try #require(head.firstMatch(of: /Content-Length: ?(\d+)/)?.1)
    var answer = ""
    while answer.utf8.count < Int(length) ?? 0 {
      answer += try #require(driver.read(to: "}"), "no answer to \(path)")
    }
    guard head.hasPrefix("HTTP/1.1 200 ") else { throw BrowserError(answer) }
    return try JSONDecoder().decode(Value.self, from: Data(answer.utf8))
  }
}

/// An answer of the browser that reports a failure.
struct BrowserError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
