// A path is bytes, and a `String` holds only UTF-8. Other bytes are held as the last scalars for private use,
// of which no other text makes use.
extension String {
  /// A path, or a word of a command line. ``pathBytes`` gives back the same bytes.
  package init(pathBytes bytes: some Collection<UInt8>) {
    var rest = Array(bytes)[...]
    var scalars = UnicodeScalarView()
    while let byte = rest.first {
      let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
      let scalar = String(validating: rest.prefix(length), as: UTF8.self)?.unicodeScalars.first
      if let scalar, scalar.pathByte == nil {
        scalars.append(scalar)
        rest = rest.dropFirst(length)
      } else {
        // A scalar that stands for a byte is held as its own bytes.
        scalars.append(Unicode.Scalar(byte).pathScalar)
        rest = rest.dropFirst()
      }
    }
    self.init(scalars)
  }

  /// The bytes of a path.
  package var pathBytes: [UInt8] {
    // Scalars below U+100000 do not have this byte.
    guard utf8.contains(0xF4) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.pathByte.map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The path for a call of the system, with its end.
  package var systemPath: [CChar] { (pathBytes + [0]).map { CChar(bitPattern: $0) } }
}

extension Unicode.Scalar {
  /// The byte that the scalar stands for.
  fileprivate var pathByte: UInt8? { value >= 0x10_FF80 ? UInt8(value & 0xFF) : nil }

  /// The scalar that stands for a byte from 0x80 on.
  fileprivate var pathScalar: Unicode.Scalar { Unicode.Scalar(0x10_FF00 + value) ?? self }
}
