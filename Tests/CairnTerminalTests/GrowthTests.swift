import CAllocations
import Cairn
import CairnApp
import Foundation
import Testing

@testable import CairnTerminal

/// The cost of long input grows with its length and not with the square of it.
@Suite(.serialized, .timeLimit(.minutes(10))) struct GrowthTests {
  private let context = LineContext(secretNames: ["password"], among: [])

  /// Expects that four times the size takes less than eight times the work; a quadratic cost is sixteen
  /// times the work. Work is the processor time of this thread, the least of two runs.
  private func expectLinear(
    from size: Int, sourceLocation: SourceLocation = #_sourceLocation, _ work: (Int) -> Void
  ) {
    func cost(_ size: Int) -> UInt64 {
      (0..<2).map { _ in
        let start = processorTime()
        work(size)
        return processorTime() - start
      }.min() ?? 0
    }
    let (small, large) = (cost(size), cost(4 * size))
    #expect(large < 8 * small, "\(small) ns, \(large) ns", sourceLocation: sourceLocation)
  }

  /// The bytes that the work allocates, where they are counted.
  private func allocated(_ work: () -> Void) -> Int {
    let before = bytes_of_this_thread()
    work()
    return Int(bytes_of_this_thread() - before)
  }

  @Test(arguments: [1_000, 10_000, 100_000])
  func `lines are joined without a copy of those before`(count: Int) {
    let lines = (0..<count).map { TerminalText("row \($0)") }
    let bytes = allocated {
      #expect(lines.asLines.text.utf8.count > 6 * count)
      #expect(lines.joined(by: .carriageReturn, .lineFeed).text.utf8.count > 6 * count)
    }
    #expect(bytes < 500 * count)
  }

  @Test func `of a long list only the rows in the window are laid out`() {
    func layout(_ count: Int) -> Int {
      let screen = Screen<Int>("list", "List") {
        Text("Above")
        for row in 0..<count { ListRow("row-\(row)", "text of a row", row) }
      }
      return allocated {
        var part = ListPart()
        let lines = screen.styledLines(width: 80, fitting: 21, &part)
        #expect(lines.count == 21)
      }
    }
    let few = layout(1_000)
    for count in [10_000, 100_000] { #expect(layout(count) < 2 * few) }
  }

  @Test func `what a drawing knows of a list is determined when the screen is made`() {
    func cost(_ count: Int) -> Int {
      let screen = Screen<Int>("list", "List") {
        Field("pin", secure: Secret("")) { _ in 0 }
        for row in 0..<count { ListRow("row-\(row)", "text of a row", row) }
      }
      #expect(screen.outline.longestList == 1..<count + 1)
      return allocated {
        #expect(LineContext(of: screen).isNameOfSecret("pin"))
        #expect(screen.withoutBars.elements.count == count + 1)
      }
    }
    let few = cost(1_000)
    for count in [10_000, 100_000] { #expect(cost(count) < 2 * few) }
  }

  @Test func `the beginning of many names is typed in linear time`() {
    expectLinear(from: 1_000) { size in
      let screen = Screen<Int>("list", "List") {
        for row in 0..<size { ListRow("row-\(row)", "", row) }
      }
      #expect(LineContext(of: screen).meaning("r", true) == .noText)
    }
  }

  @Test func `a line of many inputs is not read again at each of them`() {
    func cost(_ count: Int) -> Int {
      let session = Session<Desk>(rows: ["a"])
      return allocated {
        var rest: String? = String(repeating: "row-1; ", count: count)
        while let line = rest { rest = session.answer(toFirstOf: line).rest }
      }
    }
    #expect(cost(400) <= 8 * cost(100))
  }

  @Test func `a long cell costs its length once, and not in each row`() {
    expectLinear(from: 1_000) { size in
      let screen = Screen<Int>("plan", "Plan") {
        GridRow("12:00", String(repeating: "x", count: size))
        for row in 0..<size { GridRow("12:01", "row \(row)") }
      }
      #expect(screen.lines(width: 80).count > size)
    }
  }

  @Test func `a name that many rows share is numbered in linear time`() {
    func cost(_ count: Int) -> Int {
      allocated {
        let screen = RuntimeIssue.$reporter.withValue(.init { _ in }) {
          Screen<Int>("list", "List") {
            for row in 0..<count { ListRow("open-this-long-name", "", row) }
          }
        }
        #expect(screen.names.last == "open-this-long-name-\(count)")
      }
    }
    #expect(cost(1_200) <= 8 * cost(300))
  }

  private func portions(_ text: String, of size: Int = 4095) -> [[UInt8]] {
    let bytes = Array(text.utf8)
    return stride(from: 0, to: bytes.count, by: size).map { Array(bytes[$0...].prefix(size)) }
  }

  @Test func `a paste and typed keys are decoded in linear time`() {
    expectLinear(from: 50_000) { size in
      var decoder = KeyDecoder()
      let text = "\u{1B}[200~" + String(repeating: "x", count: size) + "\u{1B}[201~"
      #expect(portions(text, of: 256).flatMap { decoder.keys(of: $0) }.count == 1)
    }
    expectLinear(from: 20_000) { size in
      var decoder = KeyDecoder()
      #expect(
        decoder.keys(of: Array(String(repeating: "x\u{8}", count: size / 2).utf8)).count == size)
    }
  }

  @Test(arguments: ["x", "🇩🇪🇫🇷 a "])
  func `a long line is typed, drawn and edited in linear time`(part: String) {
    expectLinear(from: 2_400) { size in
      var editor = LineEditor()
      let text = String(repeating: part, count: size / part.utf8.count)
      for portion in portions(text, of: 240) {
        _ = editor.handle(.text(String(decoding: portion, as: UTF8.self)), in: context)
        _ = editor.layout(width: 20, height: 5, in: context)
      }
      for (back, forth) in [(Key.left, Key.right), (.wordLeft, .wordRight)] {
        while editor.buffer.cursor > 0 { _ = editor.handle(back, in: context) }
        while editor.buffer.cursor < editor.buffer.count { _ = editor.handle(forth, in: context) }
      }
    }
  }

  @Test func `a letter with many marks is typed in linear time`() {
    expectLinear(from: 4_000) { size in
      var editor = LineEditor()
      for portion in portions("a" + String(repeating: "\u{301}", count: size / 2), of: 4) {
        _ = editor.handle(.text(String(decoding: portion, as: UTF8.self)), in: context)
      }
      #expect(editor.layout(width: 80, height: 24, in: context).rows.count <= 24)
    }
  }

  @Test(arguments: ["a", "日", "🇩🇪", "\u{1B}"])
  func `a window of one column and one row has room for every line`(character: String) {
    var editor = LineEditor()
    _ = editor.handle(.text(String(repeating: character, count: 100)), in: context)
    for height in 1...3 {
      let layout = editor.layout(width: 1, height: height, in: context)
      #expect(layout.rows.count <= height && layout.rows.allSatisfy { $0.columns <= 1 })
      #expect(layout.rows.indices.contains(layout.cursor.row) && layout.cursor.column <= 1)
    }
  }

  @Test func `of a long line the part around the cursor is drawn`() {
    #expect(["日本 a"].wrapped(to: 1, limit: nil) == ["日", "本", "a"])
    #expect(["ab"].wrapped(to: 0, limit: nil) == ["a", "b"])
    var editor = LineEditor()
    _ = editor.handle(.text(String(repeating: "0123456789", count: 100)), in: context)
    // The cursor needs a column of its own.
    #expect(editor.layout(width: 10, height: 2, in: context).rows == ["9012345678", "9"])
    for _ in 0..<500 { _ = editor.handle(.left, in: context) }
    let layout = editor.layout(width: 10, height: 2, in: context)
    #expect(layout.rows.count == 2 && layout.cursor.row < 2)
    _ = editor.handle(.home, in: context)
    #expect(editor.layout(width: 10, height: 2, in: context).rows == ["> 01234567", "8901234567"])
  }
}

/// The processor time that this thread has used, in nanoseconds.
private func processorTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
