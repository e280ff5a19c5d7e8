/// A choice that was made.
public struct Decision: Sendable, Hashable {
  public let choice: ChoicePoint
  /// Which of the options it was.
  public let index: Int
}

extension Decision: CustomStringConvertible {
  /// `next: effect 2, of effect 1 | effect 2 | a reduction`.
  public var description: String {
    let options = choice.options.map(\.description).joined(separator: " | ")
    return "\(choice.question): \(choice.options[index]), of \(options)"
  }
}
