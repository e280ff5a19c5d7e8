extension PINHasher {
  /// A stand-in for simulations: quick, and the same text for the same seed and PIN. It is **not
  /// cryptography**: whoever has the text finds the PIN.
  ///
  ///     try await PINHasher.seeded(7).hash("1234")  // seeded-…, 16 letters
  ///
  /// The letters are `a` to `p`, so that no PIN of digits can be read in it, even by chance.
  static func seeded(_ seed: UInt64) -> PINHasher {
    PINHasher(
      hashing: { pin in digest(pin, seed: seed) },
      matching: { pin, hash in digest(pin, seed: seed) == hash })
  }

  /// What the stand-in makes of a PIN: FNV-1a from a seeded start, then the finalizer of SplitMix64, which spreads the last bytes.
  static func digest(_ pin: String, seed: UInt64) -> String {
    var bits = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15)
    for byte in pin.utf8 { bits = (bits ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    let letters = (0..<16).map { (place: UInt64) -> Character in
      let nibble = UInt8(bits >> (4 * place) & 15)
      return Character(Unicode.Scalar(UInt8(ascii: "a") + nibble))
    }
    return "seeded-" + String(letters)
  }
}
