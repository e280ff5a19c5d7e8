/// Something that the rules leave open, and the ways it can go; there are always several.
public struct ChoicePoint: Sendable, Hashable {
  /// What is to be decided.
  public enum Question: Sendable, Hashable {
    /// What a stand-in service answers.
    case answer(String)
    /// What goes on next of all that is ready.
    case next
    /// Who wakes of those whose time has come.
    case wake
  }

  /// One of the ways.
  public enum Option: Sendable, Hashable {
    /// The answer of that name.
    case answer(String)
    /// A part of that effect.
    case effect(Int)
    /// Work that belongs to no effect.
    case work
    /// A store reduces what its effects have sent.
    case reduction
    /// Nobody else wakes before what is ready has run.
    case later
  }

  public let question: Question
  public let options: [Option]
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
