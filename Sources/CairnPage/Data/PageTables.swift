import Cairn
import CairnApp
import CairnDump
import CairnExplorer
import Foundation

/// The entries to which the rest of a page refers by number. Each distinct one is stored once.
package final class PageTables {
  private struct Table {
    /// As JSON.
    private(set) var entries: [String] = []
    private var numbers: [String: Int] = [:]
    private(set) var size = 0
    /// The number of entries that a live page has.
    private var taken = 0

    mutating func number(of entry: String) -> Int {
      if let number = numbers[entry] { return number }
      numbers[entry] = entries.count
      entries.append(entry)
      size += entry.utf8.count
      return entries.count - 1
    }

    mutating func take(all: Bool) -> JSON {
      defer { taken = entries.count }
      return .array(entries[(all ? 0 : taken)...].map { .text($0) })
    }
  }

  private var elements = Table()
  private var screens = Table()
  private var values = Table()
  private var effects = Table()
  /// The numbers of elements, by their contents: few are encoded more than once.
  private var known: [AnyHashable: Int] = [:]
  private let encoder = JSONEncoder()
  /// The size of the table of values, and of all tables, in bytes.
  package var sizeOfValues: Int { values.size }
  package var size: Int { elements.size + screens.size + values.size + effects.size }

  package init() {
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  }

  /// Tables with the entries of others under the same numbers. What they add, the others do not get.
  convenience init(copying others: PageTables) {
    self.init()
    (elements, screens, values) = (others.elements, others.screens, others.values)
    (effects, known) = (others.effects, others.known)
  }

  /// The entries since the last call, or all, by the names of the tables.
  package func takeNew(all: Bool = false) -> [(name: String, value: JSON?)] {
    [
      ("elements", elements.take(all: all)), ("screens", screens.take(all: all)),
      ("values", values.take(all: all)), ("effects", effects.take(all: all)),
    ]
  }

  /// The number of a screen that only says why there is none.
  func number(ofScreenSaying text: String) -> Int {
    number(of: Screen<Never>("not-shown", "Not shown") { Text(text) })
  }

  package func numbers<Action>(of screens: [Screen<Action>]) -> [Int] { screens.map(number) }

  private func number<Action>(of screen: Screen<Action>) -> Int {
    let elements = screen.elements.map { element in
      let contents = element.contents
      if let number = known[contents] { return number }
      let number = self.elements.number(of: text(of: element))
      known[contents] = number
      return number
    }
    let entry = JSON.object([
      ("id", .string(screen.id)), ("title", .string(screen.title)),
      ("step", screen.step.map { .number($0.number) }),
      ("steps", screen.step.map { .number($0.count) }),
      ("over", screen.coveredTitle.map { .string($0) }),
      ("elements", .numbers(elements)),
    ])
    return screens.number(of: entry.text)
  }

  /// A screen with its elements, for the page of a living app.
  package func whole<Action>(_ screens: [Screen<Action>]) -> JSON {
    .array(screens.map { .text(text(of: $0)) })
  }

  private func text(of value: some Encodable) -> String {
    // Texts of an app, numbers and truths: nothing that JSON lacks.
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self).safeInScript
  }

  /// The number of a state or of another value: of the root of its tree.
  package func number(ofValue value: some Any) -> Int {
    foldDump(of: value) { leaf in
      valueNumber(of: .string(leaf))
    } branch: { head, parts in
      valueNumber(
        of: .array(
          [.string(head)] + parts.flatMap { [JSON.string($0.label), .number($0.part)] }))
    }
  }

  func number(ofLeaf text: String) -> Int { valueNumber(of: .string(text)) }

  private func valueNumber(of entry: JSON) -> Int { values.number(of: entry.text) }

  package func number(of effect: AppEffect) -> Int {
    effects.number(of: JSON.string(effect.text + (effect.isBackground ? " (background)" : "")).text)
  }
}
