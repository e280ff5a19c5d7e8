import CAllocations
import CairnApp
import CairnSimulation
import Foundation
import TestSupport
import Testing

@testable import dance

/// The classes: the shipped ones, their search, and other files.
struct CatalogTests {
  private let header = "id,title,instructor,level,song,thumbnail,duration"
  private let shipped: [DanceClass]

  init() throws { shipped = try ShippedClasses.all.get() }

  @Test func `the program shows its own classes without a wait`() throws {
    let simulation = Simulation()
    let options = try OptionValues(["--ephemeral"], among: DanceApp.options)
    let app = try DanceApp(Launch(.real, options: options, in: simulation))
    let driver = Driver(app, in: simulation)
    simulation.drain()
    #expect(driver.screen.names.contains("play-1"))
  }

  @Test func `the first class of a file can be made short`() throws {
    try withTemporaryFolder { folder in
      let file = folder.path + "/c.csv"
      try Data("\(header)\n7,A,B,C,D,E,90\n8,F,G,H,I,J,60\n".utf8).write(to: URL(filePath: file))
      let simulation = Simulation()
      let words = ["--ephemeral", "--classes", file, "--short-class", "--open", "/video/7"]
      let options = try OptionValues(words, among: DanceApp.options)
      let launch = Launch(.simulated(start: "signed-in"), options: options, in: simulation)
      let driver = Driver(try DanceApp(launch), in: simulation)
      simulation.advance(by: .seconds(1))
      #expect(driver.screen.lines().contains { $0.hasSuffix(" -0:01") })
    }
  }

  @Test(arguments: [
    ("anne", ["Anne Lindqvist", "Leanne Okafor"]), ("LEANNE", ["Leanne Okafor"]),
    ("jose", ["José Álvarez"]), ("lucja", ["Łucja Wójcik"]), ("wojcik", ["Łucja Wójcik"]),
    ("francoise noel", ["Françoise Noël"]),
  ])
  func `a search finds parts without case and diacritics`(
    search: String, instructors: [String]
  ) {
    let found = Set(shipped.found(by: search).map(\.instructor))
    #expect(found.sorted() == instructors)
  }

  @Test func `every word of a search must be found, in any field and order`() {
    #expect(shipped.found(by: "leanne salsa").map(\.id).first == 1)
    #expect(shipped.found(by: "salsa leanne zoe").isEmpty)
    #expect(shipped.found(by: " ") == shipped)
    // Title, instructor, level and song.
    for (search, text) in [
      ("embrace", \DanceClass.title), ("tanaka", \.instructor), ("interm", \.level),
      ("deja vu", \.song),
    ] {
      let found = shipped.found(by: search)
      #expect(!found.isEmpty && found.count < shipped.count)
      let isInText = found.contains {
        $0[keyPath: text].folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
          .contains(search)
      }
      #expect(isInText, "\(search)")
    }
  }

  @Test(arguments: [
    (
      "id,title\n1,x\n",
      "1:1: the first line must be id,title,instructor,level,song,thumbnail,duration"
    ),
    ("HEADER\n0,a,b,c,d,e,10\n", "2:1: the id is not a whole number from 1 to 999999"),
    ("HEADER\n1,a,b,c,d,e,10\n1,a,b,c,d,e,10\n", "3:1: the id 1 is taken by line 2"),
    ("HEADER\n1,a,b,c,d,e,long\n", "2:13: the duration is not a whole number from 1 to 86400"),
    ("HEADER\n1,a,b,c,d,e,-5\n", "2:13: the duration is not a whole number from 1 to 86400"),
    ("HEADER\n1,\" \",b,c,d,e,5\n", "2:3: the title is missing"),
    ("HEADER\n1,a,b,c,,e,5\n", "2:9: the song is missing"),
    ("HEADER\n1,a,b\n", "2:1: this record has 3 fields, and the first one has 7"),
  ])
  func `a mistake in the classes is reported with its line`(text: String, message: String) {
    let text = text.replacing("HEADER", with: header)
    #expect { try [DanceClass](csv: text) } throws: { "\($0)" == message }
  }

  @Test func `another file is read, and a bad one is a usage error`() throws {
    try withTemporaryFolder { try checkFiles(in: $0) }
  }

  private func checkFiles(in folder: TemporaryFolder) throws {
    func message(_ data: Data) throws -> String? {
      let file = folder.path + "/c.csv"
      try data.write(to: URL(filePath: file))
      do throws(UsageError) {
        _ = try [DanceClass].file(file)
        return nil
      } catch {
        return error.description.replacing(folder.path, with: "")
      }
    }
    #expect(try message(Data("\(header)\r\n7,\"A, b\",B,C,D,E,90\r\n".utf8)) == nil)
    #expect(try message(Data("\(header)\n7".utf8))?.contains("/c.csv:2:1: ") == true)
    #expect(
      try message(Data("\(header)\n7,".utf8) + Data([0xFF]))
        == "--classes: /c.csv:2: these bytes are not UTF-8")
    #expect(
      try message(Data(repeating: 0x61, count: 16 << 20 + 1))
        == "--classes: /c.csv has more than 16 MiB")
    #expect {
      try [DanceClass].file(folder.path + "/missing.csv")
    } throws: {
      "\($0)".hasSuffix("/missing.csv: cannot be read: No such file or directory")
    }
  }

  @Test func `routes are read, and others are usage errors`() throws {
    for (text, route) in [
      ("/classes", Route.classes), ("/login", .logIn), ("/signup", .signUp),
      ("/video/2", .video(2)),
    ] { #expect(try Route(opening: text, among: shipped) == route) }
    for text in ["", "/", "classes", "/video", "/video/", "/video/x", "/video/02", "/Login"] {
      #expect { try Route(opening: text, among: shipped) } throws: {
        "\($0)"
          == "--open: \"\(text)\" is not a route; there are: /classes, /login, /signup, /video/ID"
      }
    }
    #expect { try Route(opening: "/video/999", among: shipped) } throws: {
      "\($0)" == "--open: there is no class 999"
    }
  }

  @Test(arguments: [
    ("Salsa  Basics", "Salsa Basics"), (" Salsa", "Salsa"), ("Salsa ", "Salsa"),
    ("Salsa\nBasics", "Salsa Basics"), ("Río\u{A0}Abajo", "Río Abajo"), ("Río Éclat", "Río Éclat"),
    ("▙▚▗▀", "▙▚▗▀"), ("", ""), (" ", ""), ("a\tb", "a b"), ("é\u{2028}", "é"),
  ])
  func `a text is shown on one line`(text: String, line: String) {
    #expect(text.onOneLine == line)
  }
}

/// The cost of a catalog with many classes, in allocations: times depend on the machine.
@Suite(
  .timeLimit(.minutes(10)), .enabled(if: allocations_are_counted(), "allocations are not counted"))
struct LongCatalogTests {
  private func text(_ count: Int) -> String {
    "id,title,instructor,level,song,thumbnail,duration\n"
      + (1...count).map { number in
        "\(number),Salsa Basics \(number),Leanne Okafor,Beginner,Midnight Train,▙▚▗▀,200\n"
      }
      .joined()
  }

  private func allocations(_ work: () throws -> Void) rethrows -> Double {
    let before = allocations_of_this_thread()
    try work()
    return Double(allocations_of_this_thread() - before)
  }

  @Test(.gate) func `100,000 classes are accepted, with few allocations for each`() throws {
    let text = text(100_000)
    var classes: [DanceClass] = []
    let count = try allocations { classes = try [DanceClass](csv: text) }
    #expect(classes.map(\.id) == Array(1...100_000))
    #expect(count / 100_000 < 6)
  }

  @Test func `a row takes few allocations`() throws {
    var state = Classes.State()
    let classes = try [DanceClass](csv: text(10_000))
    state.phase = .loaded(classes)
    let texts = allocations { #expect(classes.allSatisfy { !$0.summary.isEmpty }) }
    #expect(texts / 10_000 < 12)
    var screen = state.screen
    let rows = allocations { screen = state.screen }
    #expect(screen.names.last == "play-10000")
    #expect(rows / 10_000 < 20)
  }
}

/// RFC 4180: the examples of its section 2, and mistakes.
struct CSVTests {
  private func fields(_ text: String) throws -> [[String]] {
    try CSV.records(of: text).map { $0.fields.map(\.text) }
  }

  @Test(arguments: [
    ("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", [["aaa", "bbb", "ccc"], ["zzz", "yyy", "xxx"]]),
    ("aaa,bbb\r\nzzz,yyy", [["aaa", "bbb"], ["zzz", "yyy"]]),
    ("\"aaa\",\"b \r\nbb\",ccc\r\n", [["aaa", "b \r\nbb", "ccc"]]),
    ("\"a\"\"b\",\"\"\"\"\n", [["a\"b", "\""]]),
    ("a\nb\n", [["a"], ["b"]]),
    ("\"a,b\",\"\"\n", [["a,b", ""]]),
    (" a , b \n", [[" a ", " b "]]),
    (",,\n", [["", "", ""]]),
    ("\u{FEFF}é,e\u{301}\n", [["é", "e\u{301}"]]),
    ("a,\"b\rc\"\n", [["a", "b\rc"]]),
    ("", []),
  ])
  func `records and fields are read`(text: String, expected: [[String]]) throws {
    #expect(try fields(text) == expected)
  }

  @Test(arguments: [
    ("a,b\nc\n", "2:1: this record has 1 field, and the first one has 2"),
    ("a,b\n\nc,d\n", "2:1: this record has 1 field, and the first one has 2"),
    (
      "a,b\"\n",
      "1:4: a quote in a field without quotes; put the field in quotes and double the quote"
    ),
    ("a,\"b\"c\n", "1:6: text after a closing quote; a comma or the end of the line must follow"),
    ("a\n\"b\nc\nd", "2:1: this quote is never closed"),
    ("a\rb\n", "1:2: a carriage return without a line feed"),
  ])
  func `a mistake is reported with its line and column`(text: String, message: String) {
    #expect { try CSV.records(of: text) } throws: { "\($0)" == message }
  }

  @Test func `a record knows the line on which it begins`() throws {
    let records = try CSV.records(of: "a,b\n\"x\ny\",c\nd,e\n")
    #expect(records.map(\.line) == [1, 2, 4])
    #expect(records[1].fields[1].place == CSV.Place(line: 3, column: 4))
  }
}
