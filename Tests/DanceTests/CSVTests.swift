import Testing

@testable import dance

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
