/// CRC-64 of bytes, to detect damage. It is **not cryptography**: anybody can compute it.
///
///     checksum("123456789".utf8)  // 0x995d_c9bb_df19_39fa
///
/// It detects each change of up to eight bytes in a row. Another change stays undetected with a
/// probability of 2⁻⁶⁴.
///
/// - Complexity: O(*n*).
///
/// Source: ECMA-182, in the variant of the XZ file format, version 1.2.1, section 6.
func checksum(_ bytes: some Sequence<UInt8>, continuing start: UInt64 = 0) -> UInt64 {
  ~bytes.reduce(~start) { bits, byte in
    checksumTable[Int(UInt8(truncatingIfNeeded: bits) ^ byte)] ^ (bits >> 8)
  }
}

private let checksumTable: [UInt64] = (0..<256).map { (byte: UInt64) in
  (0..<8).reduce(byte) { bits, _ in
    bits & 1 == 1 ? (bits >> 1) ^ 0xc96c_5795_d787_0f42 : bits >> 1
  }
}

/// The contents of a file at one time, for the comparison with the contents at another time.
///
///     let loaded = try await storage.load()
///     try await storage.save(settings, basedOn: loaded.version)  // refused if the file has changed
///
/// Versions of equal contents are equal; versions of different contents are different, except with a
/// probability of 2⁻⁶⁴.
public struct FileVersion: Hashable, Codable, Sendable {
  private var checksum: UInt64?

  /// The version of a file that does not exist, and in whose place nothing is offered.
  public static let none = FileVersion(of: nil)

  init(of bytes: [UInt8]?) {
    checksum = bytes.map { CairnStorage.checksum($0) }
  }

  /// The version while there is no file, and these contents of its copy are offered.
  init(offering bytes: [UInt8]) {
    checksum = CairnStorage.checksum(bytes, continuing: CairnStorage.checksum("offered\n".utf8))
  }
}
