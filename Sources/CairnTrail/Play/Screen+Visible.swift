import Cairn
import CairnScreen

extension Screen {
  /// A typed line as a history or a message may show it: the value of a secure field is bullets,
  /// and of a line that may hold a secret by mistake only the first word is kept.
  public func visible(_ line: String) -> String {
    let line = String(line.trimmingPrefix(while: \.isWhitespace))
    guard mayHoldSecret(line) else { return line.terminalSafe }
    let name = line.prefix { !$0.isWhitespace }
    let value = line.dropFirst(name.count).trimmingPrefix(while: \.isWhitespace)
    return value.isEmpty
      ? String(name).terminalSafe
      : "\(String(name).terminalSafe) \(Secret(String(value)).bullets)"
  }
}

extension Collection where SubSequence == Self, Element == Character {
  fileprivate func trimmingPrefix(while isTrimmed: (Character) -> Bool) -> Self {
    drop(while: isTrimmed)
  }
}
