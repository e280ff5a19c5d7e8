import CairnApp

/// What a person can see and do on a screen: its title, its elements, and which inputs are enabled. Values are left
/// out, such as typed text, samples, numbers and dates. Equal parts count once.
package struct ScreenSituation: Hashable, Sendable {
  package let screen: String
  package let parts: [Part]

  package init(screen: String, parts: [Part]) {
    (self.screen, self.parts) = (screen, parts)
  }

  package struct Part: Hashable, Codable, Sendable {
    /// `title "Terms"`, `note "Wrong PIN"`, `toggle, on`, `button`.
    package let shown: String
    /// The name of an input; `nil` for other parts.
    package let input: String?
    /// The reason why the input is disabled; `nil` if it is enabled.
    package let refusal: String?

    package init(_ shown: String, input: String? = nil, refusal: String? = nil) {
      (self.shown, self.input, self.refusal) = (shown, input, refusal)
    }

    var alwaysEnabled: Part { Part(shown, input: input) }
  }
}

extension ScreenSituation: CustomStringConvertible {
  /// The screen, and the first things that it shows beside its inputs.
  package var description: String {
    ([screen] + parts.filter { $0.input == nil }.prefix(4).map(\.shown)).joined(separator: ", ")
  }
}

/// Texts without the values in them.
package final class ValueFreeTexts {
  /// The samples, as words; the longest first.
  private let values: [[Substring]]
  private var known: [String: String] = [:]

  package init(_ values: some Sequence<String>) {
    self.values = values.map { $0.split(separator: " ") }.filter { !$0.isEmpty }
      .sorted { ($1.count, $0.joined()) < ($0.count, $1.joined()) }
  }

  /// The text with `…` in place of each value, and `#` in place of each number.
  package subscript(text: String) -> String {
    if let text = known[text] { return text }
    let free = valueFree(text)
    known[text] = free
    return free
  }

  private func valueFree(_ text: String) -> String {
    let words = text.split(whereSeparator: \.isWhitespace)
    var (free, rest) = ([String](), words[...])
    while let word = rest.first {
      if let value = values.first(where: { begins(rest, with: $0) }) {
        let last = rest[rest.startIndex + value.count - 1]
        free.append("…" + last.reversed().prefix { $0.isPunctuation }.reversed())
        rest = rest.dropFirst(value.count)
      } else {
        free.append(numberFree(word))
        rest = rest.dropFirst()
      }
    }
    return free.joined(separator: " ")
  }

  /// Whether words begin with those of a value, punctuation around them aside.
  private func begins(_ words: ArraySlice<Substring>, with value: [Substring]) -> Bool {
    words.count >= value.count
      && zip(words, value).allSatisfy { word, part in
        word == part || trimmed(word) == trimmed(part) && !trimmed(part).isEmpty
      }
  }

  private func trimmed(_ word: Substring) -> Substring {
    var word = word.drop { $0.isPunctuation }
    while word.last?.isPunctuation == true { word.removeLast() }
    return word
  }

  /// `#` in place of digits, with the points, commas and colons between them.
  private func numberFree(_ word: Substring) -> String {
    var free = ""
    var rest = word
    while let first = rest.first {
      rest.removeFirst()
      guard first.isNumber else {
        free.append(first)
        continue
      }
      if free.last != "#" { free.append("#") }
      if let mark = rest.first, ".,:".contains(mark), rest.dropFirst().first?.isNumber == true {
        rest.removeFirst()
      }
    }
    return free
  }
}

extension ScreenSituation {
  init<Action>(of screen: Screen<Action>, _ texts: ValueFreeTexts) {
    var parts = [Part("title \(texts[screen.title].quoted)")]
    if let step = screen.step { parts.append(Part("step \(step.number) of \(step.count)")) }
    if let title = screen.coveredTitle { parts.append(Part("over \(texts[title].quoted)")) }
    parts += screen.elements.map { Part(of: $0, texts) }
    var seen: Set<Part> = []
    self.init(screen: screen.id, parts: parts.filter { seen.insert($0).inserted })
  }
}

extension ScreenSituation.Part {
  fileprivate init<Action>(of element: Screen<Action>.Element, _ texts: ValueFreeTexts) {
    switch element {
    case .text(let text):
      let title = text.title.map { "\(texts[$0].quoted): " } ?? ""
      self.init("text \(title)\(texts[text.text].quoted)")
    case .note(let note): self.init("\(note.level) \(texts[note.text].quoted)")
    case .progress(let progress): self.init("progress \(texts[progress.text].quoted)")
    case .link(let link): self.init("link \(texts[link.text].quoted)")
    case .grid(let row):
      self.init("row \(row.cells.map { texts[$0].quoted }.joined(separator: ", "))")
    case .cells(let grid): self.init("grid with \(grid.columns) columns")
    case .bar(let bar):
      let around = [bar.before, bar.after].filter { !$0.isEmpty }.map { texts[$0].quoted }
      self.init((["bar"] + around).joined(separator: " "))
    case .input(let input):
      let (shown, name) =
        switch input.kind {
        case .field: ("field", input.name)
        case .secureField: ("secure field", input.name)
        case .toggle(let label, let isOn):
          ("toggle \(texts[label].quoted), \(isOn ? "on" : "off")", input.name)
        case .picker(_, let options): ("picker of \(options.joined(separator: ", "))", input.name)
        // The names of rows are data.
        case .row(let text): ("row \(texts[text].quoted)", texts[input.name])
        case .valueButton(let takes): ("button with \(texts[takes].quoted)", input.name)
        case .button(let label):
          ("button" + (label.map { " \(texts[$0].quoted)" } ?? ""), input.name)
        }
      self.init(shown, input: name, refusal: input.disabledReason.map { texts[$0] })
    }
  }
}

extension Screen.Element {
  /// Everything that an element shows, without its actions.
  package var contents: AnyHashable {
    switch self {
    case .text(let text): text
    case .note(let note): note
    case .progress(let progress): progress
    case .link(let link): link
    case .grid(let row): row
    case .cells(let grid): grid
    case .bar(let bar): bar
    case .input(let input):
      [input.name, input.kind, input.isOptional, input.disabledReason, input.picture]
        as [AnyHashable]
    }
  }
}
