import Cairn
import CairnDump
import Foundation
import Testing

// A small onboarding that most tests dump and compare.

enum Onboarding {
  struct State {
    var draft = Draft()
    var path = StackState<Screen>()
    var error: String?
  }

  struct Draft {
    var email = "ada@example.com"
    var password: Secret = "1234"
  }

  enum Screen {
    case welcome
    case terms(Terms)
    case credentials(Draft)
    case pin(Secret)
    case main(name: String, visits: Int)
  }

  struct Terms {
    var accepted = false
    var links: [String] = []
  }
}

/// A custom collection that shows its elements through a mirror.
struct StackState<Element>: CustomReflectable {
  var elements: [Element] = []
  private var generation = 7

  init(_ elements: [Element] = []) {
    self.elements = elements
  }

  var customMirror: Mirror { Mirror(self, unlabeledChildren: elements, displayStyle: .collection) }
}

final class Node {
  let name: String
  var next: Node?

  init(_ name: String, next: Node? = nil) {
    self.name = name
    self.next = next
  }
}

final class Person {
  var name: String
  var friends: [Person] = []

  init(_ name: String) {
    self.name = name
  }

  /// `count` people, each a friend of all others.
  static func friends(_ count: Int) -> [Person] {
    let people = (0..<count).map { Person("\($0)") }
    for person in people { person.friends = people.filter { $0 !== person } }
    return people
  }
}

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
