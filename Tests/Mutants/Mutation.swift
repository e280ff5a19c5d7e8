import Foundation

/// A broken variant of a line of a reducer, which a number in the environment switches on.
struct Mutation {
  let number: Int
  let file: String
  let line: Int
  /// `guard negated`
  let kind: String
  /// The line as the author wrote it.
  let source: String
}

/// The lines of a file with all of its variants, of which one at most is on.
struct MutatedFile {
  private(set) var lines: [String]
  private(set) var mutations: [Mutation] = []

  /// - Parameters:
  ///   - numbers: the number of the first variant.
  ///   - rejected: the lines, by number, whose variants the compiler does not accept.
  init(_ text: String, file: String, numbers first: Int, without rejected: Set<Int>) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    for region in Self.regions(of: lines) {
      for index in region.lines where !rejected.contains(index + 1) {
        mutate(index, in: region, file, first)
      }
    }
  }

  /// The body of a function that changes a state or returns effects.
  private struct Region {
    let lines: Range<Int>
    let returnsEffect: Bool
  }

  private static func regions(of lines: [String]) -> [Region] {
    var (regions, index) = ([Region](), 0)
    while index < lines.count {
      let line = lines[index]
      defer { index += 1 }
      let isReducer = line.contains(/Reduce \{ state, action in$/)
      let returnsEffect = isReducer || line.contains(/-> Effect<.*> \{$/)
      guard returnsEffect || line.contains(/(mutating func|func .*inout).* \{$/) else { continue }
      let indent = String(line.prefix { $0 == " " })
      guard let end = lines[(index + 1)...].firstIndex(where: { $0.hasPrefix(indent + "}") }) else {
        continue
      }
      regions.append(Region(lines: (index + 1)..<end, returnsEffect: returnsEffect))
      index = end
    }
    return regions
  }

  private mutating func mutate(_ index: Int, in region: Region, _ file: String, _ first: Int) {
    let source = lines[index]
    let code = source.trimmingCharacters(in: .whitespaces)
    guard !code.hasPrefix("//"), !code.contains("name:"),
      Self.isBalanced(code) || code.hasSuffix("{")
    else { return addMissingEffect(index, in: region, file, first) }
    var text = code
    func add(_ kind: String) -> String {
      let number = first + mutations.count
      mutations.append(
        Mutation(number: number, file: file, line: index + 1, kind: kind, source: code))
      return "isMutant(\(number))"
    }
    if let match = text.wholeMatch(of: /(guard|if) ([^,{]+?) (else \{.*|\{.*)/),
      !match.output.2.contains(/\b(let|case|var|await|try)\b/)
    {
      let condition = match.output.2
      text = "\(match.output.1) \(add("condition negated")) != (\(condition)) \(match.output.3)"
    } else if let match = text.wholeMatch(of: /guard ([^({]+), ([^({]+?) (else \{.*)/),
      !match.output.0.contains(/\b(let|case|var|await|try)\b/)
    {
      let both = "(\(match.output.1)) && (\(match.output.2))"
      text = "guard \(add("condition negated")) != (\(both)) \(match.output.3)"
    } else if let match = text.wholeMatch(of: /return (.+?) \? (.+) : (.+)/) {
      let condition = match.output.1
      text =
        "return (\(add("condition negated")) != (\(condition))) ? \(match.output.2) : \(match.output.3)"
      if region.returnsEffect { text = "if \(add("effect left out")) { return .none }; \(text)" }
    } else if region.returnsEffect, code.hasPrefix("return "),
      !code.contains(/await|^return \.none$/)
    {
      text = "if \(add("effect left out")) { return .none }; \(text)"
    } else if code.contains(/^[a-z][\w.?]*(\[.*\])?[\w.?]* (=|\+=|-=) .+/) {
      text = "if !\(add("assignment left out")) { \(text) }"
    } else if code.contains(
      /^[a-z][\w.]*\.(toggle|push|append|removeAll|removeLast|pop|insert|remove|keep|advance|keepDrafts|modify)\(.*\)$/
    ) {
      text = "if !\(add("assignment left out")) { \(text) }"
    } else if let match = text.wholeMatch(of: /(case .*): ([a-z]\w*(\.\w+)+\(.*\))/) {
      text = "\(match.output.1): if !\(add("assignment left out")) { \(match.output.2) }"
    }
    text = constants(in: text, code, add)
    lines[index] = String(source.prefix { $0 == " " }) + text
  }

  /// Effects of several lines.
  private mutating func addMissingEffect(
    _ index: Int, in region: Region, _ file: String, _ first: Int
  ) {
    let source = lines[index]
    let code = source.trimmingCharacters(in: .whitespaces)
    let isImplicit = code.hasPrefix(".run(") && index == region.lines.lowerBound
    guard region.returnsEffect, isImplicit || code.hasPrefix("return .") else { return }
    let number = first + mutations.count
    mutations.append(
      Mutation(number: number, file: file, line: index + 1, kind: "effect left out", source: code))
    lines[index] =
      "if isMutant(\(number)) { return .none }; " + (isImplicit ? "return " : "") + code
  }

  /// Other numbers, truths and texts.
  private func constants(in text: String, _ code: String, _ add: (String) -> String) -> String {
    guard !code.hasPrefix("case "), !code.hasPrefix("if isMutant") else { return text }
    var text = text
    if let match = text.firstMatch(
      of: /(?<before> [<>=+*-]{1,2} |\()(?<number>\d+)(?<after>\)| |$)/),
      !match.output.before.contains("isMutant"),
      !text[..<match.range.lowerBound].hasSuffix("isMutant")
    {
      let number = match.output.number
      let other = "(\(add("constant changed")) ? \(number) + 1 : \(number))"
      text.replaceSubrange(
        match.range, with: "\(match.output.before)\(other)\(match.output.after)")
    }
    if let match = text.firstMatch(of: #/ = (true|false)( \}|$)/#) {
      text.replaceSubrange(
        match.range,
        with: " = \(add("constant changed")) != \(match.output.1)\(match.output.2)")
    }
    if let match = text.firstMatch(of: /(problem: |= )("[^"\\]+")/) {
      text.replaceSubrange(
        match.range,
        with: "\(match.output.1)(\(add("constant changed")) ? \"?\" : \(match.output.2))")
    }
    return text
  }

  private static func isBalanced(_ code: String) -> Bool {
    code.count { "({[".contains($0) } == code.count { ")}]".contains($0) }
  }
}
