import CairnApp
import CairnSimulation
import Synchronization

/// An option that was taken where the rules leave several open, as `% choices` writes it.
package enum DrawnChoice: Hashable, Sendable, CustomStringConvertible {
  /// `2/3`: the second of three options. In `2/3:"next: load"` it has words, which only a reader needs.
  case option(Int, of: Int, words: String? = nil)
  /// `"save: fails"`: the answer of that name to the question of that name.
  case answer(String)

  /// - Parameter effect: the chosen effect in words; `nil` for its number.
  package init(_ decision: Decision, of effect: String? = nil) {
    let (choice, index) = (decision.choice, decision.index)
    let answers = choice.options.indices.map(choice.answer)
    if let answer = answers[index], answers.count(where: { $0 == answer }) == 1 {
      self = .answer(answer)
    } else {
      let order = "\(choice.question): \(effect ?? choice.options[index].description)"
      self = .option(index + 1, of: choice.options.count, words: answers[index] ?? order)
    }
  }

  /// `save: fails` or `next: load`; `nil` for an option that has only its number.
  package var words: String? {
    switch self {
    case .option(_, _, let words): words
    case .answer(let answer): answer
    }
  }

  /// The choice without words of an option, for a program.
  package var withoutWords: DrawnChoice {
    if case .option(let number, let count, _) = self { .option(number, of: count) } else { self }
  }

  /// Parses a word, or a text in quotes; `nil` if it is malformed.
  init?(_ word: Substring) {
    func text(_ word: Substring) -> String? {
      var text = word.unicodeScalars
      guard text.first == "\"" else { return nil }
      return try? text.takeQuoted()
    }
    if word.first == "\"" {
      guard let answer = text(word) else { return nil }
      self = .answer(answer)
      return
    }
    let halves = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: "/", omittingEmptySubsequences: false)
    let words = halves.count > 1 ? text(halves[1]) : nil
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isDecimalDigit) }),
      let number = Int(parts[0]), let count = Int(parts[1]), count >= 2,
      (1...count).contains(number), words != nil || halves.count == 1
    else { return nil }
    self = .option(number, of: count, words: words)
  }

  /// The index among the options of a choice; `nil` if it is none of them.
  fileprivate func index(in choice: ChoicePoint) -> Int? {
    switch self {
    case .option(let number, let count, _): count == choice.options.count ? number - 1 : nil
    case .answer(let answer): choice.options.indices.first { choice.answer(at: $0) == answer }
    }
  }

  package var description: String {
    switch self {
    case .option(let number, let count, let words):
      // The input of an effect can be long.
      "\(number)/\(count)" + (words.map { ":" + $0.cut(to: 60).quoted } ?? "")
    case .answer(let answer): answer.quoted
    }
  }
}

extension ChoicePoint {
  /// `save: fails`; `nil` for an option that is no answer.
  fileprivate func answer(at index: Int) -> String? {
    guard case .answer(let question) = question, case .answer(let answer) = options[index] else {
      return nil
    }
    return "\(question): \(answer)"
  }
}

/// Takes the options and the delays of a trail in order; after them the first option, and the longest delay.
/// Records the first choice with another number of options than the trail expects, and the first delay
/// that is out of range.
final class DrawnChoices: ChoiceSource {
  private struct Progress {
    var taken = 0
    var delays: ArraySlice<Duration>
    var mismatch: String?
  }

  private let choices: [DrawnChoice]
  private let progress: Mutex<Progress>

  init(_ choices: [DrawnChoice], delays: [Duration]) {
    self.choices = choices
    progress = Mutex(Progress(delays: delays[...]))
  }

  /// Returns the problem since the last call; `nil` if every choice fits.
  func takeMismatch() -> String? { progress.withLock { $0.mismatch.take() } }

  func index(for choice: ChoicePoint) -> Int {
    progress.withLock { progress in
      guard progress.taken < choices.count else { return 0 }
      let drawn = choices[progress.taken]
      progress.taken += 1
      if let index = drawn.index(in: choice) { return index }
      // What follows has another meaning than in the trail.
      let number = progress.taken
      progress.taken = choices.count
      progress.mismatch = """
        choice \(number) of the trail is \(drawn), and the app now chooses among \
        \(choice.options.count): \(choice)
        the app has changed since the trail was written; remove "% choices", or find a trail again
        """
      return 0
    }
  }

  func delay(in range: ClosedRange<Duration>) -> Duration {
    progress.withLock { progress in
      guard let delay = progress.delays.popFirst() else { return range.upperBound }
      if range.allows(delay) { return delay }
      progress.delays = []
      progress.mismatch =
        progress.mismatch ?? """
          the trail has a delay of \(DurationSyntax.text(of: delay)), and the app now answers after \
          \(DurationSyntax.text(of: range.lowerBound)) to \(DurationSyntax.text(of: range.upperBound))
          the app has changed since the trail was written; remove "% delays", or find a trail again
          """
      return range.upperBound
    }
  }
}
