/// What a test has said that a stand-in service is to answer.
public struct FixedAnswer: Sendable, Hashable, CustomStringConvertible {
  public let question: String
  public let answer: String

  public var description: String { "\"\(question)\": \"\(answer)\"" }
}
