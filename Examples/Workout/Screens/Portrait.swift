import CairnApp

/// A picture made of characters: a face that the address of a user selects.
///
///     Portrait(of: "ada@example.com").text
///     // .--------.
///     // | """""" |
///     // | o    o |
///     // |   ''   |
///     // | ------ |
///     // '--------'
///
/// Equal addresses have equal faces, whatever their case. There are 256 faces.
struct Portrait: Hashable, Sendable {
  let text: String
  /// The same face as a drawing.
  let picture: Picture

  init(of email: String) {
    var bits = Self.hash(email.lowercased())
    func take(_ parts: KeyValuePairs<String, String>) -> (text: String, drawing: String) {
      defer { bits /= UInt64(parts.count) }
      let part = parts[Int(bits % UInt64(parts.count))]
      return (part.key, part.value)
    }
    let (hair, drawnHair) = take([
      "~~~~~~": ##"<path d="M20 46q4-34 40-34t40 34q-12-16-24-8t-26-4-30 12z" fill="#6f4518"/>"##,
      "//////":
        ##"<path d="M20 46l10-32 8 14 8-18 8 16 10-18 6 18 12-14 4 16 14 18z" fill="#343a40"/>"##,
      "\"\"\"\"\"\"": ##"<path d="M22 42q6-30 38-30t38 30q-38-16-76 0z" fill="#e9b44c"/>"##,
      "######": ##"<path d="M16 60q-4-50 44-50t44 50l-12-20H28z" fill="#b23a48"/>"##,
    ])
    let (eyes, drawnEyes) = take([
      "o    o": ##"<circle cx="44" cy="60" r="5"/><circle cx="76" cy="60" r="5"/>"##,
      "-    -": ##"<path d="M36 60h16M68 60h16" stroke="#000" stroke-width="4"/>"##,
      "^    ^":
        ##"<path d="M36 63l8-8 8 8M68 63l8-8 8 8" fill="none" stroke="#000" stroke-width="4"/>"##,
      "@    @":
        ##"<g fill="none" stroke="#000" stroke-width="3">"##
        + ##"<circle cx="44" cy="60" r="10"/><circle cx="76" cy="60" r="10"/></g>"##,
    ])
    let (nose, drawnNose) = take([
      "||": ##"<path d="M57 66v12h6V66z" fill="#c68642"/>"##,
      "><": ##"<path d="M54 66l12 12m0-12L54 78" stroke="#c68642" stroke-width="3"/>"##,
      "()": ##"<ellipse cx="60" cy="72" rx="6" ry="8" fill="#c68642"/>"##,
      "''":
        ##"<path d="M54 74h4m4 0h4" stroke="#c68642" stroke-width="4"/>"##,
    ])
    let (mouth, drawnMouth) = take([
      "\\____/": ##"<path d="M42 86q18 18 36 0" fill="none" stroke="#9b2226" stroke-width="4"/>"##,
      "------": ##"<path d="M42 90h36" stroke="#9b2226" stroke-width="4"/>"##,
      "\\_~~_/":
        ##"<path d="M40 86q10 12 20 4t20-4" fill="none" stroke="#9b2226" stroke-width="4"/>"##,
      "(____)": ##"<ellipse cx="60" cy="90" rx="18" ry="7" fill="#9b2226"/>"##,
    ])
    picture = .svg(
      ##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">"##
        + ##"<rect width="120" height="120" rx="60" fill="#d7e3fc"/>"##
        + ##"<ellipse cx="60" cy="66" rx="38" ry="44" fill="#f1c27d"/>"##
        + drawnHair + drawnEyes + drawnNose + drawnMouth + "</svg>")
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
