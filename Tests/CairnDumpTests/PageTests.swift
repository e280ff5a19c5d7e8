import Cairn
import CairnDump
import Foundation
import Testing

struct Order: Equatable {
  var items = ["tea"]
  var card: Secret = "4000 1234"
  var isPaid = false
}

/// The example of the module's page.
@Suite struct PageTests {
  @Test func `the page shows what is printed`() throws {
    let before = Order()
    var after = before
    after.items.append("milk")
    after.isPaid = true
    let page = try String(
      contentsOf: URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/CairnDump/CairnDump.docc/CairnDump.md"), encoding: .utf8)
    let shown = page.components(separatedBy: "```text\n").dropFirst().map { part in
      String(part[..<(part.firstRange(of: "\n```")?.lowerBound ?? part.endIndex)])
    }
    #expect(shown == [dumped(before), difference(from: before, to: after)])
  }
}
