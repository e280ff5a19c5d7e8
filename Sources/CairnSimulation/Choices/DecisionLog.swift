/// The decisions of a run, in order.
///
/// Many effects with one deadline lead to as many choices, each of nearly the same options as the one before. A
/// decision between many options is kept without those that it shares with the last one of its question. Memory
/// thereby grows with the number of decisions, and not with its square.
struct DecisionLog {
  /// Up to this number, all options of a choice are kept.
  private static let few = 16

  /// Of a decision in `shared`, without the shared options.
  private var decisions: [Decision] = []
  /// The numbers of options at the beginning and at the end that are shared with the last choice between many, by
  /// the position of the decision.
  private var shared: [Int: (first: Int, last: Int)] = [:]
  /// The options of the last choice between many, by question.
  private var latest: [ChoicePoint.Question: [ChoicePoint.Option]] = [:]

  var count: Int { decisions.count }

  /// The number of options in memory.
  var optionCount: Int {
    decisions.reduce(0) { $0 + $1.choice.options.count }
      + latest.values.reduce(0) { $0 + $1.count }
  }

  mutating func append(_ decision: Decision) {
    let options = decision.choice.options
    guard options.count > Self.few else { return decisions.append(decision) }
    let old = latest.updateValue(options, forKey: decision.choice.question) ?? []
    let limit = min(old.count, options.count)
    var (first, last) = (0, 0)
    while first < limit, old[first] == options[first] { first += 1 }
    while last < limit - first, old[old.count - 1 - last] == options[options.count - 1 - last] {
      last += 1
    }
    shared[decisions.count] = (first, last)
    let own = Array(options[first..<(options.count - last)])
    decisions.append(
      Decision(
        choice: ChoicePoint(question: decision.choice.question, options: own),
        index: decision.index))
  }

  /// The decisions with all options. O(1) if none was between many, otherwise O(*n*) in the number of options.
  var all: [Decision] {
    guard !shared.isEmpty else { return decisions }
    var latest: [ChoicePoint.Question: [ChoicePoint.Option]] = [:]
    return decisions.enumerated().map { position, decision in
      guard let (first, last) = shared[position] else { return decision }
      let (question, old) = (decision.choice.question, latest[decision.choice.question] ?? [])
      let options = Array(old.prefix(first)) + decision.choice.options + Array(old.suffix(last))
      latest[question] = options
      return Decision(
        choice: ChoicePoint(question: question, options: options), index: decision.index)
    }
  }
}
