import CairnSimulation
import Synchronization

/// An option that was taken where the rules leave several open, as `% choices` writes it: `2/3` is the
/// second of three.
package struct DrawnChoice: Hashable, Sendable, CustomStringConvertible {
  /// The number of the option, from 1.
  let number: Int
  /// The number of options, at least 2.
  let count: Int

  package init(_ decision: Decision) {
    number = decision.index + 1
    count = decision.choice.options.count
  }

  /// Parses a word; `nil` if it is malformed.
  init?(_ word: Substring) {
    let parts = word.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.allSatisfy(\.isDecimalDigit) }),
      let number = Int(parts[0]), let count = Int(parts[1]), count >= 2,
      (1...count).contains(number)
    else { return nil }
    self.number = number
    self.count = count
  }

  package var description: String { "\(number)/\(count)" }
}

/// Takes the options and the delays of a trail in order; after them the first option, and the longest delay.
/// Records the first choice with another number of options than the trail expects, and the first delay
/// that is out of range.
final class DrawnChoices: Sendable {
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

  fileprivate func index(for choice: ChoicePoint) -> Int {
    progress.withLock { progress in
      guard progress.taken < choices.count else { return 0 }
      let drawn = choices[progress.taken]
      progress.taken += 1
      guard drawn.count != choice.options.count else { return drawn.number - 1 }
      // What follows has another meaning than in the trail.
      let number = progress.taken
      progress.taken = choices.count
      progress.mismatch = """
        choice \(number) of the trail is option \(drawn.number) of \(drawn.count), and the app now \
        chooses among \(choice.options.count): \(choice)
        the app has changed since the trail was written; remove "% choices", or find a trail again
        """
      return 0
    }
  }

  fileprivate func delay(in range: ClosedRange<Duration>) -> Duration {
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

  /// The source for a simulation, which shares the progress.
  var source: some ChoiceSource { Source(choices: self) }

  private struct Source: ChoiceSource {
    let choices: DrawnChoices

    func index(for choice: ChoicePoint) -> Int { choices.index(for: choice) }

    func delay(in range: ClosedRange<Duration>) -> Duration { choices.delay(in: range) }
  }
}
