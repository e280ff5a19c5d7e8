import CairnSimulation
import CairnStorage

/// Inputs with which the targets begin. An input that once broke a rule stays here.
enum Corpus {
  static let trails: [[UInt8]] =
    [
      """
      % app form
      % start new
      % seed 7
      % width 40
      % options --latency 2s
      # A comment.
      > name Ada
      > password {password}
      ! submit
      | Form                     1/2
      |
      |   name   …
      |…
      ? screen form
      ? effects 1
      ? value name "Ada"
      @ 1999ms
      @ idle
      @ restart
      """,
      "\u{FEFF}> name \"a\\u{301}\\n\\\"\"\r\n| …\r\n",
      "> name \u{1B}[2J\n\u{9B}\n>next\n  next\n@ 1e400s\n% seed 18446744073709551616\n",
    ].map { Array($0.utf8) } + [[0xC3, 0x28, 0x0A, 0xF0, 0x9F], [0xEF, 0xBB]]

  static let trailWords = [
    "% ", "# ", "> ", "! ", "| ", "? ", "@ ", "app", "start", "seed", "width", "options", "screen",
    "effects", "value", "idle", "restart", "1.5s", "{password}", "…", "name", "password", "\n\n",
  ]

  static let durations: [[UInt8]] = [
    "1.5s", "250ms", "2m", "0s", "000.50s", "0.000000001s", "0.1ms", "-1s", "999999999m",
  ].map { Array($0.utf8) }

  static let journals: [[UInt8]] = [
    #"""
    {"app":"form","format":1,"options":["--latency","2s"],"start":"new","version":"1"}
    {"action":{"nameChanged":{"_0":"Ada"}},"from":"input","number":1,"state":"0","time":"0s"}
    {"action":{"passwordChanged":{"_0":"{password}"}},"from":"effect","number":2,"state":"1","time":"1s"}
    {"number":3,"restart":true,"state":"1","time":"2s"}
    {"number":4,"restored":1,"state":"1","time":"2s"}
    {"end":true,"number":5,"state":"1","time":"2s"}

    """#,
    #"""
    {"app":"\#u{1B}[2J","format":1,"options":[],"version":"\u009b"}

    """#,
    "{\"app\":\"form\",\"format\":9223372036854775808,\"options\":[],\"version\":\"1\"}\n",
    "\n\n",
  ].map { Array($0.utf8) }

  static let savedSearches: [[UInt8]] = [
    #"""
    {"app":"form","format":1,"heading":["% app form"],"kind":"cairn exploration","options":[],"start":"new","without":[]}
    {"part":{"number":0,"part":{"shown":"title \"Form\""}}}
    {"part":{"number":1,"part":{"input":"next","refusal":"the name is missing","shown":"button"}}}
    {"situation":{"parts":[0,1],"path":{},"screen":"form"}}
    {"situation":{"parts":[0],"path":{"ending":["@ idle"],"settings":["% delays 1s"],"steps":["> next"]},"screen":"form"}}
    {"transition":{"from":"form","path":{"after":1,"keep":1},"step":"next","to":"form"}}
    {"verdict":{"property":"no dead end","result":"refuted","trail":"% app form\n> next\n"}}

    """#,
    #"{"app":"form","format":9,"kind":"cairn exploration"}"#, "{}\n", "",
  ].map { Array($0.utf8) }

  static let savedWords = [
    #""parts":[0]"#, #""path":{}"#, #""keep":1"#, #""after":-1"#, #""steps":["> next"]"#, #""x""#,
    "\n",
    #"{"part":{"number":2,"part":{"shown":""}}}"#, #""limit":"1s""#, "9223372036854775807", "null",
  ]

  static let journalWords = [
    #""app""#, #""action""#, #""submit":{}"#, #""from":"input""#, #""number":"#, #""restart":true"#,
    #""restored":"#, #""end":true"#, #""state":"#, #""time":"1s""#, "\n", ",", "{}", "[]",
  ]

  static func sessions(_ format: FileFormat<Form.State>) -> [[UInt8]] {
    var state = Form.State()
    state.name = "Ada \u{1B}[2J"
    state.password = "hunter2"
    let texts = [
      #"{"name":"Ada","password":"x","size":"small","isUrgent":false,"chosen":""}"#, "{}", "null",
      "",
    ]
    let stored = [state, nil].compactMap { try? format.encode($0) }
    return stored + texts.map { Array($0.utf8) }
  }

  static let keys: [[UInt8]] =
    [
      "abc\u{1B}[A\u{1B}[1;5C\u{1B}OH\rä漢👩‍👩‍👧\t\u{7F}\u{1}",
      "\u{1B}[200~one\rtwo\u{1B}[A\u{1B}[201~\u{1B}b\u{1B}\u{1B}[3;5~",
      // A sequence without an end.
      "\u{1B}[\(String(repeating: "1;", count: 40))é4A",
    ].map { Array($0.utf8) } + [[0xF0, 0x9F, 0x41, 0xC0, 0x0D], [0x1B, 0x5B]]

  static let typedLines: [[UInt8]] = [
    "name Ada\npassword \"a b\"\nsize large\nurgent\nrow-1\nsubmit",
    "name \"\\u{1F469}\\u{200D}\\n\\t\\\\\"\nsize \"\"\n  name   a  \nNAME a",
    "name \u{202E}\u{1B}[2J\u{301}\u{301}\npassword\nname \"unterminated\nname \"\\u{110000}\"",
  ].map { Array($0.utf8) }

  static let typedWords = [
    "name", "password", "size", "urgent", "row-1", "submit", "small", "large", "\"\"", "\\u{",
    "\\\"",
    "\n", " ", "nmae", ":state",
  ]

  static let requests: [[UInt8]] = [
    "GET /0123456789abcdef0123456789abcdef/ HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
    "POST /0123456789abcdef0123456789abcdef/input HTTP/1.1\r\nHost: localhost:8080\r\n"
      + "Origin: http://localhost:8080\r\nContent-Length: 4\r\n\r\nnext"
      + "GET /0123456789abcdef0123456789abcdef/events HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n\r\n",
    "POST /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "GET /a HTTP/1.0\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n b\r\nContent-Length: -1\r\n\r\n",
  ].map { Array($0.utf8) }

  static let requestWords = [
    "GET", "POST", "HEAD", " / ", "/0123456789abcdef0123456789abcdef/", "input", "events",
    "HTTP/1.1",
    "\r\n", "\r\n\r\n", "Host: 127.0.0.1:8080", "Content-Length: ", "Origin: ", "Connection: close",
    "Transfer-Encoding: ", "Expect: ", ":", "4", "next",
  ]
}

extension Target {
  /// A random input: one of the corpus with some random changes, or random words.
  func input(_ generator: inout SplitMix64) -> [UInt8] {
    var bytes = corpus.randomElement(using: &generator) ?? []
    if bytes.isEmpty || Int.random(in: 0..<8, using: &generator) == 0 {
      bytes = (0..<Int.random(in: 0...12, using: &generator)).flatMap { _ in word(&generator) }
    }
    for _ in 0..<Int.random(in: 1...6, using: &generator) { change(&bytes, &generator) }
    return bytes
  }

  private func change(_ bytes: inout [UInt8], _ generator: inout SplitMix64) {
    let place = Int.random(in: 0...bytes.count, using: &generator)
    let end = min(bytes.count, place + Int.random(in: 0...16, using: &generator))
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: bytes.removeSubrange(place..<end)
    case 1: bytes.insert(contentsOf: bytes[place..<end], at: place)
    case 2: bytes.replaceSubrange(place..<end, with: word(&generator))
    case 3: bytes.insert(.random(in: .min ... .max, using: &generator), at: place)
    case 4 where place < bytes.count:
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
    case 5: bytes.removeSubrange(place...)
    case 6:
      let other = corpus.randomElement(using: &generator) ?? []
      bytes.replaceSubrange(
        place..., with: other.dropFirst(Int.random(in: 0...other.count, using: &generator)))
    default: bytes.insert(contentsOf: word(&generator), at: place)
    }
  }

  /// A word of the grammar, or a scalar that is special somewhere.
  private func word(_ generator: inout SplitMix64) -> [UInt8] {
    if Bool.random(using: &generator), let word = words.randomElement(using: &generator) {
      return Array(word.utf8)
    }
    return Array((Self.specialTexts.randomElement(using: &generator) ?? "").utf8)
  }

  private static let specialTexts = [
    "\0", "\n", "\r\n", "\t", "\u{1B}", "\u{1B}[2J", "\u{7F}", "\u{85}", "\u{9B}", "\u{A0}",
    "\u{301}",
    "\u{200B}", "\u{200D}", "\u{202E}", "\u{2028}", "\u{3000}", "\u{FE0F}", "\u{FEFF}", "\u{FFFD}",
    "\u{E000}", "\u{10FFFF}", "👩‍👩‍👧", "🇩🇪", "漢", "\"", "\\", "\\u{", "}", "{", "[", "]", ":", " ", "-",
    "0",
    "9223372036854775807", "18446744073709551616", "1e400", "-0", "0.1", "null", "true",
  ]
}
