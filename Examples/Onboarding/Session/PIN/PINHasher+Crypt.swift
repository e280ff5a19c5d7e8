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
