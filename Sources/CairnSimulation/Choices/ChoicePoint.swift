/// A point at which several options are allowed. There are always at least two options.
public struct ChoicePoint: Sendable, Hashable {
  /// The subject of a choice.
  public enum Question: Sendable, Hashable {
    /// The answer of a stand-in service.
    case answer(String)
    /// The next ready job or reduction.
    case next
    /// The next sleeper to wake, of those with the current deadline.
    case wake
  }

  public enum Option: Sendable, Hashable {
    /// The answer of that name.
    case answer(String)
    /// A job of the effect with that number.
    case effect(Int)
    /// A job that belongs to no effect.
    case work
    /// The reduction of actions that effects have sent to a store.
    case reduction
    /// The ready jobs run before another sleeper wakes.
    case later
  }

  public let question: Question
  public let options: [Option]
}

/// A choice and the option that was selected.
public struct Decision: Sendable, Hashable {
  public let choice: ChoicePoint
  /// The index of the selected option.
  public let index: Int
}

extension ChoicePoint: CustomStringConvertible {
  /// `next: effect 1 | effect 2 | a reduction`.
  public var description: String {
    "\(question): " + options.map(\.description).joined(separator: " | ")
  }
}

extension ChoicePoint.Question: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answer(let name): "\"\(name)\""
    case .next: "next"
    case .wake: "wake"
    }
  }
}

extension ChoicePoint.Option: CustomStringConvertible {
  public var description: String {
    switch self {
    case .answer(let name): "\"\(name)\""
    case .effect(let number): "effect \(number)"
    case .work: "other work"
    case .reduction: "a reduction"
    case .later: "later"
    }
  }
}

extension Decision: CustomStringConvertible {
  /// `next: effect 2, of effect 1 | effect 2 | a reduction`.
  public var description: String {
    let options = choice.options.map(\.description).joined(separator: " | ")
    return "\(choice.question): \(choice.options[index]), of \(options)"
  }
}
