/// Why a PIN could not be hashed or compared.
enum PINError: Error, Equatable, CustomStringConvertible {
  case tooLong(bytes: Int)
  case containsNUL
  /// The hash function failed, in the words of the system.
  case failed(reason: String)

  var description: String {
    switch self {
    case .tooLong(let bytes):
      "The PIN has \(bytes) bytes, and at most \(PINHasher.sizeLimit) can be hashed."
    case .containsNUL:
      "The PIN has a NUL character in it, and cannot be hashed."
    case .failed(let reason):
      "\(reason) (hashing the PIN)"
    }
  }
}
