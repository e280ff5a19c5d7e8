import Cairn
import Dispatch

extension PasswordHasher {
  /// The hash function of the system: yescrypt of libcrypt or, on Apple platforms, PBKDF2.
  ///
  /// The cost is fixed. A stored text of another cost is a ``PasswordError/damagedHash``: a changed byte
  /// cannot make a comparison take minutes or gigabytes.
  public static let crypt = PasswordHasher(
    hash: { password throws(PasswordError) in
      try check(password)
      return try await elsewhere { () throws(PasswordError) in try SystemHash.hash(password) }
    },
    matches: { password, hash throws(PasswordError) in
      try check(password)
      guard let stored = SystemHash(hash) else { throw .damagedHash }
      return try await elsewhere { () throws(PasswordError) in try stored.matches(password) }
    })

  /// Runs `body` on the thread of ``queue``. The threads of Swift tasks are few, and must not be blocked.
  private static func elsewhere<Value: Sendable>(
    _ body: @escaping @Sendable () throws(PasswordError) -> Value
  ) async throws(PasswordError) -> Value {
    let result = await withCheckedContinuation { continuation in
      queue.async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }

  /// Serial: a hash takes 16 MiB.
  private static let queue = DispatchQueue(label: "CairnStorage.PasswordHasher")
}

#if !canImport(CommonCrypto)
  import CCrypt

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #endif

  /// A hash in the form that this file writes: `$y$j9T$`, 22 letters of salt, `$` and 43 letters.
  private struct SystemHash {
    private let text: Secret

    /// `nil` for any other text. The method and the cost (N = 4096, r = 32, 16 MiB) are in the prefix.
    init?(_ text: Secret) {
      let isHash = text.withUTF8 { bytes in
        unsafe bytes.count == 73 && bytes.starts(with: Self.prefix.utf8)
          && bytes[29] == UInt8(ascii: "$")
          && (bytes[7..<29].allSatisfy(Self.isLetter) && bytes[30...].allSatisfy(Self.isLetter))
          // The last letter of the salt has two bits, that of the hash four.
          && "./01".utf8.contains(bytes[28]) && "./0123456789ABCD".utf8.contains(bytes[72])
      }
      guard isHash else { return nil }
      self.text = text
    }

    private static let prefix = "$y$j9T$"
    /// The cost that the prefix stands for.
    private static let cost: UInt = 5

    private static func isLetter(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
        UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        true
      default: false
      }
    }

    /// Hashes with a salt from the system.
    static func hash(_ password: Secret) throws(PasswordError) -> Secret {
      let library = try CCryptFunctions.open()
      var setting = [CChar](repeating: 0, count: Int(CCryptSettingSize))
      guard
        unsafe library.generate_setting("$y$", cost, nil, 0, &setting, Int32(setting.count)) != nil
      else {
        throw unsafe .failed(reason: String(cString: strerror(errno)))
      }
      let hash = try crypt(password, setting: setting)
      guard SystemHash(hash) != nil else {
        throw .failed(reason: "libcrypt returned a hash of another form")
      }
      return hash
    }

    func matches(_ password: Secret) throws(PasswordError) -> Bool {
      // A hash begins with its own setting: method, cost and salt.
      try Self.crypt(password, setting: text.withUTF8 { unsafe $0.map { CChar($0) } } + [0])
        == text
    }

    private static func crypt(
      _ password: Secret, setting: [CChar]
    ) throws(PasswordError) -> Secret {
      let library = try CCryptFunctions.open()
      // 32 KiB, which is much for a stack. libcrypt requires zeros, and leaves traces of the password.
      let size = Int(CCryptDataSize)
      let capacity = size + PasswordHasher.sizeLimit + 1
      let data = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
      unsafe memset(data, 0, capacity)
      defer {
        unsafe explicit_bzero(data, capacity)
        unsafe data.deallocate()
      }
      // The password with its terminating NUL, behind the structure.
      let phrase = unsafe data + size
      password.withUTF8 { bytes in
        if let first = bytes.baseAddress {
          unsafe phrase.copyMemory(from: first, byteCount: bytes.count)
        }
      }
      let letters = unsafe phrase.assumingMemoryBound(to: CChar.self)
      guard let text = unsafe library.hash(letters, setting, data, Int32(size)),
        unsafe text.pointee != CChar(UInt8(ascii: "*"))
      else { throw unsafe .failed(reason: String(cString: strerror(errno))) }
      let bytes = unsafe UnsafeRawBufferPointer(start: text, count: strlen(text))
      return unsafe Secret(ascii: bytes.bindMemory(to: UInt8.self)) ?? ""
    }
  }

  extension CCryptFunctions {
    /// Opens libcrypt, which is part of most systems.
    static func open(
      _ names: [String] = ["libcrypt.so.2", "libcrypt.so.1"]
    ) throws(PasswordError) -> CCryptFunctions {
      var functions = CCryptFunctions()
      for name in names {
        guard let reason = unsafe CCryptOpen(name, &functions) else { return functions }
        let text = unsafe String(cString: reason)
        guard text.isEmpty else { throw .failed(reason: text) }
      }
      throw .failed(
        reason: "libcrypt is missing: install libcrypt1 (Debian, Ubuntu) or libxcrypt (Fedora)")
    }
  }
#endif

#if canImport(CommonCrypto)
  import CommonCrypto
  import Foundation

  /// A hash in the form that this file writes: `$pbkdf2-sha256$600000$salt$key`, with 16 bytes of salt
  /// and 32 of key in Base64.
  ///
  /// Source: OWASP Password Storage Cheat Sheet, PBKDF2.
  private struct SystemHash {
    private let salt: Data
    private let key: Secret

    /// `nil` for any other text.
    init?(_ text: Secret) {
      let parts = text.reveal().split(separator: "$", omittingEmptySubsequences: false)
      guard parts.count == 5, parts[0].isEmpty, parts[1] == "pbkdf2-sha256",
        parts[2] == "\(Self.rounds)", let salt = Data(base64Encoded: String(parts[3])),
        salt.count == 16, Data(base64Encoded: String(parts[4]))?.count == 32
      else { return nil }
      self.salt = salt
      key = Secret(String(parts[4]))
    }

    private static let rounds: UInt32 = 600_000

    /// Hashes with a salt from the system.
    static func hash(_ password: Secret) throws(PasswordError) -> Secret {
      var generator = SystemRandomNumberGenerator()
      let salt = Data((0..<16).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
      let key = try derive(password, salt: salt)
      return Secret(
        "$pbkdf2-sha256$\(rounds)$\(salt.base64EncodedString())$\(key.reveal())")
    }

    func matches(_ password: Secret) throws(PasswordError) -> Bool {
      try Self.derive(password, salt: salt) == key
    }

    /// The key in Base64.
    private static func derive(_ password: Secret, salt: Data) throws(PasswordError) -> Secret {
      var key = [UInt8](repeating: 0, count: 32)
      let status = password.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { password in
          CCKeyDerivationPBKDF(
            CCPBKDFAlgorithm(kCCPBKDF2), password.baseAddress, password.count, Array(salt),
            salt.count, CCPseudoRandomAlgorithm(kCCPRFHmacAlgSHA256), rounds, &key, key.count)
        }
      }
      guard status == kCCSuccess else {
        throw .failed(reason: "CommonCrypto error \(status)")
      }
      return Secret(Data(key).base64EncodedString())
    }
  }
#endif
