import Cairn
import CairnApp
import CairnExplorer
import CairnPage
import CairnStorage
import CairnTerminal
import CairnTrail
import Foundation

/// Code that reads bytes from outside, and rules that hold for every input.
struct Target: Sendable {
  let name: String
  let summary: String
  /// Valid inputs, and inputs that once broke a rule.
  let corpus: [[UInt8]]
  /// Words of the grammar.
  let words: [String]
  /// The rule that does not hold for an input; `nil` if all hold.
  let problem: @Sendable ([UInt8]) -> String?

  static let all: [Target] = [
    .trail, .duration, .journal, .session, .line, .keys, .json, .http, .saved,
  ]
}

extension Target {
  /// A trail is parsed to lines that cover its text, or to errors at places in its text.
  static var trail: Target {
    Target(
      name: "trail", summary: "the parser of trails", corpus: Corpus.trails,
      words: Corpus.trailWords
    ) { bytes in
      do throws(TrailSyntaxErrors) {
        let trail = try Trail.parse(bytes: bytes, file: "a.trail")
        return Array(trail.text.utf8) == bytes ? nil : "the trail prints as other bytes"
      } catch {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for error in error.errors {
          guard lines.indices.contains(error.line - 1), error.column >= 1 else {
            return "an error is at \(error.line):\(error.column), outside of the text"
          }
        }
        return unsafeText(in: error.description)
      }
    }
  }

  /// A duration is printed rounded up, by less than 60 nanoseconds, as text that can be parsed.
  static var duration: Target {
    Target(
      name: "duration", summary: "the parser of durations", corpus: Corpus.durations,
      words: ["1.5s", "ms", "s", "m", ".", "1e9", "00", "999999999"]
    ) { bytes in
      do throws(DurationSyntaxError) {
        let duration = try DurationSyntax.parse(String(decoding: bytes, as: UTF8.self))
        let text = DurationSyntax.text(of: duration)
        guard let printed = try? DurationSyntax.parse(text),
          duration <= printed,
          printed - duration < .nanoseconds(duration < .seconds(999_999_999) ? 1 : 60)
        else { return "\(duration) is printed as \(text)" }
        return nil
      } catch {
        return unsafeText(in: error.description)
      }
    }
  }

  /// A journal is read, and replays to its last entry or to an explained difference.
  static var journal: Target {
    Target(
      name: "journal", summary: "the reader of journals", corpus: Corpus.journals,
      words: Corpus.journalWords
    ) { bytes in
      do throws(JournalError) {
        let journal = try Journal(
          parsing: bytes, file: "a.journal", of: FormApp.self, coding: ActionCoding())
        return journal.count >= 0 ? nil : "the journal has \(journal.count) entries"
      } catch {
        return unsafeText(in: error.description)
      }
    }
  }

  /// A stored file has a value that is stored again as the same value, or contents that are not understood.
  static var session: Target {
    let format = FileFormat<Form.State>(
      version: 1, migrations: [0: Migration(data: { $0 })], storesSecrets: true)
    return Target(
      name: "session", summary: "the reader of stored files", corpus: Corpus.sessions(format),
      words: [
        "cairn", "version", "checksum", "null", "\"name\":", "\"size\":\"large\"", "\n", "{}",
      ]
    ) { bytes in
      switch format.decode(bytes) {
      case .value(let value):
        guard let again = try? format.encode(value), case .value(value) = format.decode(again)
        else {
          return "the value is stored as another value"
        }
        return nil
      case .newer(let found, let supported):
        return found > supported ? nil : "the version \(found) is newer than \(supported)"
      case .damaged, .foreign: return nil
      }
    }
  }

  /// A line is typed on a screen: it is blank, an action that the reducer takes, or refused with a message.
  /// The text of the screen stays within its width.
  static var line: Target {
    Target(
      name: "line", summary: "lines typed on a screen with every kind of input",
      corpus: Corpus.typedLines, words: Corpus.typedWords
    ) { bytes in
      var state = Form.State()
      for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init) {
        let screen = state.screen
        switch screen.parse(line) {
        case .blank:
          guard line.unicodeScalars.allSatisfy({ $0.properties.isWhitespace }) else {
            return "\(line.debugDescription) is blank"
          }
        case .action(let action, name: _): _ = Form().reduce(into: &state, action: action)
        case .refused(let refusal):
          if let problem = unsafeText(in: refusal.message) { return problem }
        }
        if let problem = unsafeText(in: screen.redacted(line)) { return problem }
      }
      for width in [20, 21, 80] {
        for line in state.screen.lines(width: width) {
          if let problem = unsafeText(in: line) { return problem }
          if line.columns > width { return "a line has \(line.columns) columns of \(width)" }
        }
      }
      return nil
    }
  }

  /// The bytes of a terminal are the same keys, in whatever portions they arrive.
  static var keys: Target {
    Target(
      name: "keys", summary: "the decoder of keys", corpus: Corpus.keys,
      words: [
        "\u{1B}[", "\u{1B}[A", "\u{1B}[200~", "\u{1B}[201~", "\u{1B}O", "\u{1B}b", "1;5C", "3~",
        "\r",
      ]
    ) { bytes in
      var whole = KeyDecoder()
      var portions = KeyDecoder()
      let keys = joined(whole.keys(of: bytes))
      let others = joined(bytes.flatMap { portions.keys(of: [$0]) })
      return keys == others ? nil : "the keys are \(keys), and \(others) in portions"
    }
  }

  /// Adjacent texts as one.
  private static func joined(_ keys: [Key]) -> [Key] {
    keys.reduce(into: []) { keys, key in
      if case .text(let end) = key, case .text(let start)? = keys.last {
        keys[keys.count - 1] = .text(start + end)
      } else {
        keys.append(key)
      }
    }
  }

  /// A text in JSON is safe for a terminal, and decoded to the same text.
  static var json: Target {
    Target(
      name: "json", summary: "the writer of JSON lines", corpus: Corpus.typedLines, words: []
    ) { bytes in
      let text = String(decoding: bytes, as: UTF8.self)
      let line = JSONLine([text]).text
      if let problem = unsafeText(in: line) { return problem }
      let again = try? JSONDecoder().decode([String].self, from: Data(line.utf8))
      // By bytes: canonically equivalent texts are equal strings.
      return again?.first.map { Array($0.utf8) } == Array(text.utf8) ? nil : "JSON has another text"
    }
  }

  /// The bytes of a connection are the same requests and refusals, in whatever portions they arrive. Without the
  /// token, a request gets nothing.
  static var http: Target {
    let routes = PageRoutes(port: 8080, token: "0123456789abcdef0123456789abcdef")
    return Target(
      name: "http", summary: "the parser and the routes of the server", corpus: Corpus.requests,
      words: Corpus.requestWords
    ) { bytes in
      func results(_ portions: [[UInt8]]) -> [Result<HTTPRequest, HTTPStatus>] {
        var parser = HTTPParser()
        return portions.flatMap { portion in
          parser.feed(portion)
          return Array(sequence(state: ()) { _ in parser.next() })
        }
      }
      let whole = results([bytes])
      guard results(bytes.map { [$0] }) == whole else { return "it is other requests in portions" }
      for case .success(let request) in whole {
        let isKnown = request.target.hasPrefix("/\(routes.token)/")
        switch routes.answer(to: request) {
        case .response(let response):
          if response.status == .ok, !isKnown { return "a response without the token" }
        case .events, .input, .picture, .copy:
          let host = request.fields["host"]?.lowercased() ?? ""
          if !isKnown || !["127.0.0.1:8080", "localhost:8080"].contains(host) {
            return "access without the token or the host"
          }
        }
      }
      return nil
    }
  }

  /// A saved search is read, and written as one that is read as the same, or refused with a message.
  static var saved: Target {
    Target(
      name: "saved", summary: "the reader of saved searches", corpus: Corpus.savedSearches,
      words: Corpus.savedWords
    ) { bytes in
      do throws(UsageError) {
        let behavior = try BehaviorFile.parse(bytes, file: "a.json", app: "form")
        let text = BehaviorFile.text(of: behavior)
        let again = try? BehaviorFile.parse(Array(text.utf8), file: "a.json", app: "form")
        guard again == behavior else { return "the search is written as another one" }
        let changes = BehaviorComparison(from: behavior, to: behavior).changes
        return changes.isEmpty ? nil : "it differs from itself: \(changes[0])"
      } catch {
        return unsafeText(in: error.description)
      }
    }
  }

  /// A text for a terminal contains line breaks and safe scalars.
  static func unsafeText(in text: String) -> String? {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" }.map(String.init)
    let line = lines.first { $0.terminalSafe != $0 }
    return line.map { "the text can control a terminal: \($0.debugDescription)" }
  }
}

/// A screen with every kind of input.
struct Form: Reducer {
  struct State: Codable, Hashable {
    var name = ""
    var password: Secret = ""
    var size = "small"
    var isUrgent = false
    var chosen = ""

    var screen: Screen<Action> {
      Screen("form", name.isEmpty ? "Form" : name, step: 1, of: 2) {
        Text(name)
        Note(.info, chosen)
        Field("name", name) { .nameChanged($0) }
        Field("password", secure: password) { .passwordChanged($0) }
        Picker("size", size, of: ["small", "large"]) { .sizeChanged($0) }
        Toggle("urgent", "send at once", isOn: isUrgent, .urgentToggled)
        ListRow("row-1", name, .rowChosen("1"))
        Button("submit", disabledBecause: name.isEmpty ? "the name is missing" : nil, .submit)
      }
    }
  }

  enum Action: Codable, Sendable {
    case nameChanged(String)
    case passwordChanged(Secret)
    case sizeChanged(String)
    case urgentToggled
    case rowChosen(String)
    case submit
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name): state.name = name
    case .passwordChanged(let password): state.password = password
    case .sizeChanged(let size): state.size = size
    case .urgentToggled: state.isUrgent.toggle()
    case .rowChosen(let row): state.chosen = row
    case .submit: state = State()
    }
    return .none
  }
}

struct FormApp: App {
  static let name = "form"
  static let summary = "A form with every kind of input."
  let state = Form.State()
  let reducer = Form()

  init(_ launch: Launch) {}

  func screens(of state: Form.State) -> [Screen<Form.Action>] { [state.screen] }
}
