/// A place to which a user jumps: `90`, `1:30`, `40%`, `+10` or `-10`.
///
///     Seek("40%")?.position(from: 0, in: 200_000)  // 80_000
enum Seek: Codable, Hashable, Sendable {
  /// The accepted forms in words.
  static let forms = "seconds, m:ss, 40%, +10 or -10"

  /// Milliseconds from the beginning.
  case to(Int)
  case percent(Int)
  /// Milliseconds from the current position.
  case by(Int)

  /// - Returns: `nil` if the text is none of the forms.
  init?(_ text: String) {
    if text.hasSuffix("%") {
      guard let percent = text.dropLast().digits else { return nil }
      self = .percent(percent)
    } else if text.hasPrefix("+") || text.hasPrefix("-") {
      guard let time = text.dropFirst().milliseconds else { return nil }
      self = .by(text.hasPrefix("-") ? -time : time)
    } else {
      guard let time = text[...].milliseconds else { return nil }
      self = .to(time)
    }
  }

  /// The position in a video. A place out of range is the end that it passed.
  func position(from position: Int, in duration: Int) -> Int {
    let place =
      switch self {
      case .to(let time): time
      case .percent(let percent): min(percent, 100) * duration / 100
      case .by(let time): position + time
      }
    return min(max(place, 0), duration)
  }
}

extension Substring {
  /// A number of at most six digits.
  fileprivate var digits: Int? {
    let isNumber = utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }
    return isNumber && utf8.count <= 6 ? Int(self) : nil
  }

  /// Seconds, or minutes and two digits of seconds, in milliseconds.
  fileprivate var milliseconds: Int? {
    let parts = split(separator: ":", omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return digits.map { $0 * 1000 }
    case 2:
      guard let minutes = parts[0].digits, parts[1].utf8.count == 2,
        let seconds = parts[1].digits, seconds < 60
      else { return nil }
      return (minutes * 60 + seconds) * 1000
    default: return nil
    }
  }
}

extension Int {
  /// Milliseconds as `m:ss`, rounded down.
  var inMinutes: String {
    let seconds = self / 1000
    return "\(seconds / 60):\(seconds % 60 < 10 ? "0" : "")\(seconds % 60)"
  }
}
