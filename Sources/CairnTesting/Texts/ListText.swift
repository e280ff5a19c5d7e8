import Cairn
import CairnDump

/// The words for an action: its dump, cut where it is too long.
func text<Action>(of action: Action) -> String { dumped(action, upTo: 2_000) }

/// An action in a sentence: on one line, with `…` for what goes over several.
func phrase<Action>(for action: Action) -> String {
  let lines = dumped(action, upTo: 200).split(separator: "\n", maxSplits: 1)
  guard lines.count > 1, let opening = lines.first else { return lines.joined() }
  let closing = opening.reversed().compactMap { $0 == "(" ? ")" : $0 == "[" ? "]" : nil }
  return "\(opening)…\(closing.joined())"
}

/// `1 action`, `2 actions`.
func counted(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}

/// Every line a step further in.
func indented(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { "  " + $0 }.joined(separator: "\n")
}

/// A line or more for each, as many as one can take in, and how many there are more.
func list<Element>(_ elements: [Element], _ text: (Element) -> String) -> String {
  let most = 20
  var lines = elements.prefix(most).map { indented(text($0)) }
  if elements.count > most { lines.append("  … \(elements.count - most) more") }
  return lines.joined(separator: "\n")
}

/// What changed from one state to another.
func change<State>(from old: State, to new: State) -> String {
  indented(
    difference(from: old, to: new)
      ?? "(the values are unequal, but print alike: some part has no reflection)")
}

extension QueuedAction {
  /// The action, and below it who has sent it.
  var lines: String { "\(text(of: action))\n  sent by \(sender)" }

  /// Which effect has sent it: its name, its number and the action that started it.
  var sender: String {
    switch (origin, cause) {
    case (.effect(let name, let number?), let cause?):
      "\"\(name)\" (effect \(number), started by action \(cause.number): \(phrase(for: cause.action)))"
    case (.effect, let cause?):
      "action \(cause.number), as a follow-up: \(phrase(for: cause.action))"
    case (.effect(let name, _), nil): "\"\(name)\""
    case (.owner, _): "the test"
    case (.replay, _): "a record"
    }
  }
}
