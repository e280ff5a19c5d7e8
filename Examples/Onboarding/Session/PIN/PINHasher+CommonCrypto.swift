#if canImport(CommonCrypto)
  import CommonCrypto
  import Foundation

  extension PINHasher {
    /// PBKDF2 with HMAC-SHA256, 600,000 rounds and a salt of 16 random bytes, written
    /// `$pbkdf2-sha256$rounds$salt$key` with salt and key in Base64.
    ///
    /// Comparing with a text that is not such a hash is an error.
    ///
    /// Source: OWASP Password Storage Cheat Sheet, PBKDF2.
    static let crypt = PINHasher(
      hashing: { pin throws(PINError) in
        var generator = SystemRandomNumberGenerator()
        let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
        let key = try derive(pin, salt: salt, rounds: 600_000, count: 32)
        return "$pbkdf2-sha256$600000$\(salt.base64EncodedString())$\(key.base64EncodedString())"
      },
      matching: { pin, hash throws(PINError) in
        let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
        // The bound keeps a damaged hash from taking hours.
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "pbkdf2-sha256",
          let rounds = UInt32(parts[2]), (1...10_000_000).contains(rounds),
          let salt = Data(base64Encoded: String(parts[3])),
          let key = Data(base64Encoded: String(parts[4])), key.count == 32
        else { throw .failed(reason: "The saved hash is not one of PBKDF2") }
        return equal(try derive(pin, salt: salt, rounds: rounds, count: key.count), key)
      })

    private static func derive(
      _ pin: String, salt: Data, rounds: UInt32, count: Int
    ) throws(PINError) -> Data {
      var key = [UInt8](repeating: 0, count: count)
      let status = CCKeyDerivationPBKDF(
        CCPBKDFAlgorithm(kCCPBKDF2), pin, pin.utf8.count, Array(salt), salt.count,
        CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds, &key, key.count)
      guard status == kCCSuccess else {
        throw .failed(reason: "CommonCrypto error \(status)")
      }
      return Data(key)
    }
  }
#endif
