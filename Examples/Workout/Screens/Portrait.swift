/// A picture made of characters: a face that the address of a user selects.
///
///     Portrait(of: "ada@example.com").text
///     //     .------.
///     //    / ~~~~~~ \
///     //   |  o    o  |
///     …
///
/// Equal addresses have equal faces, whatever their case. There are 256 faces.
struct Portrait: Hashable, Sendable {
  let text: String

  init(of email: String) {
    var bits = Self.hash(email.lowercased())
    func take(_ parts: [String]) -> String {
      defer { bits /= UInt64(parts.count) }
      return parts[Int(bits % UInt64(parts.count))]
    }
    let hair = take(["~~~~~~", "//////", "\"\"\"\"\"\"", "######"])
    let eyes = take(["o    o", "-    -", "^    ^", "@    @"])
    let nose = take(["||", "><", "()", "''"])
    let mouth = take(["\\____/", "------", "\\_~~_/", "(____)"])
    text = """
      .--------.
      | \(hair) |
      | \(eyes) |
      |   \(nose)   |
      | \(mouth) |
      '--------'
      """
  }

  /// FNV-1a, which is the same in every run.
  private static func hash(_ text: String) -> UInt64 {
    text.utf8.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
  }
}
