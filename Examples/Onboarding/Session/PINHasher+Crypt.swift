#if !canImport(CommonCrypto)
  import CCrypt

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  extension PINHasher {
    /// yescrypt of libcrypt, at its default cost and with a salt from the system.
    ///
    /// A comparison throws if the stored text is not such a hash.
    static let crypt = PINHasher(
      hashing: { pin throws(PINError) in
        try crypt(pin, setting: yescryptSetting())
      },
      matching: { pin, hash throws(PINError) in
        // libcrypt takes almost any two letters for a hash of the oldest method.
        guard hash.hasPrefix(prefix) else {
          throw .failed(reason: "The saved hash is not a yescrypt hash")
        }
        // A stored hash contains its own setting: method, cost and salt.
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
      // 32 KiB, which is much for a stack. libcrypt requires zeros, and leaves traces of the PIN.
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
    /// A comparison throws if the stored text is not such a hash.
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
        // Without the bound a damaged hash could take hours.
        guard parts.count == 5, parts[0].isEmpty, parts[1] == "pbkdf2-sha256",
          let rounds = UInt32(parts[2]), (1...10_000_000).contains(rounds),
          let salt = Data(base64Encoded: String(parts[3])),
          let key = Data(base64Encoded: String(parts[4])), key.count == 32
        else { throw .failed(reason: "The saved hash is not a PBKDF2 hash") }
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
