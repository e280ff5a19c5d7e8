import CairnDump

/// A short text that differs, but for chance, where two states dump differently.
///
/// Secrets count as full or empty only: a journal does not have their text, and what is given for
/// it when it is replayed may be longer or shorter.
struct StateDigest {
  let text: String

  init<State>(of state: State) {
    // FNV-1a, 64 bits.
    var bits: UInt64 = 0xcbf2_9ce4_8422_2325
    var wasBullet = false
    for scalar in dumped(state).unicodeScalars {
      defer { wasBullet = scalar == "•" }
      if wasBullet, scalar == "•" { continue }
      for byte in String(scalar).utf8 {
        bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
      }
    }
    let digits = String(bits, radix: 16)
    text = String(repeating: "0", count: 16 - digits.count) + digits
  }
}
