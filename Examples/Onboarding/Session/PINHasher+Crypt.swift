#if !canImport(CommonCrypto)
  import CCrypt

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension PINHasher {
    /// libcrypt's yescrypt, at its default cost and with a salt from the system.
    ///
    /// Comparing with a text that is not such a hash is an error.
    static let crypt = PINHasher(
      hashing: { pin throws(PINError) in
        try crypt(pin, setting: yescryptSetting())
      },
      matching: { pin, hash throws(PINError) in
        // libcrypt would take almost any two letters for a hash of the oldest kind.
        guard hash.hasPrefix(prefix) else {
          throw .failed(reason: "The saved hash is not one of yescrypt")
        }
        // A stored hash is itself the setting (method, cost, salt) that makes it again.
        return equal(try crypt(pin, setting: hash).utf8, hash.utf8)
      })

    private static let prefix = "$y$"

    private static func yescryptSetting() throws(PINError) -> String {
      var setting = [CChar](repeating: 0, count: Int(CRYPT_GENSALT_OUTPUT_SIZE))
      return try setting.withUnsafeMutableBufferPointer { buffer throws(PINError) in
        try result(crypt_gensalt_rn(prefix, 0, nil, 0, buffer.baseAddress, Int32(buffer.count)))
      }
    }

    private static func crypt(_ pin: String, setting: String) throws(PINError) -> String {
      // 32 KiB, more than a stack need have. libcrypt wants it zeroed, and works on the PIN in it.
      let size = MemoryLayout<crypt_data>.size
      let data = UnsafeMutableRawPointer.allocate(
        byteCount: size, alignment: MemoryLayout<crypt_data>.alignment)
      memset(data, 0, size)
      defer {
        explicit_bzero(data, size)
        data.deallocate()
      }
      return try result(crypt_rn(pin, setting, data, Int32(size)))
    }

    private static func result(_ text: UnsafeMutablePointer<CChar>?) throws(PINError) -> String {
      let code = errno
      guard let text, text.pointee != CChar(UInt8(ascii: "*")) else {
        throw .failed(reason: String(cString: strerror(code)))
      }
      return String(cString: text)
    }
  }
#endif

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
