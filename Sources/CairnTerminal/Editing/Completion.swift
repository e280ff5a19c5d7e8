/// What the word before the cursor could become.
struct Completion: Equatable {
  /// What stands before that word, and stays.
  let kept: String
  let word: String
  /// Those that begin with the word, in order. One that a value follows ends in a space.
  let candidates: [String]

  /// - Parameter word: the end of `line`.
  init(of word: Substring, in line: String, among words: [String]) {
    kept = String(line[..<word.startIndex])
    self.word = String(word)
    candidates = words.filter { $0.hasPrefix(word) }
  }

  /// The line with as much as is certain.
  var line: String {
    let certain = candidates.dropFirst().reduce(candidates.first ?? word) { common, next in
      String(zip(common, next).prefix { $0 == $1 }.map(\.0))
    }
    return kept + certain
  }
}
