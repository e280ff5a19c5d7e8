/// The path up to the last slash: "/", "." and "a/b" for `/x`, `x` and `a/b/x`.
func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

func lastName(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
  return String(path[path.utf8.index(after: slash)...])
}

/// The names of the files that belong to a stored file, all in its folder.
struct FileNames {
  let file: String

  /// The lock of the file. It is empty, and it is never removed.
  var lock: String { "\(prefix)lock" }

  /// The contents before the last save.
  var previous: String { "\(file).previous" }

  /// The copy that is offered while a damaged file is renamed and nothing is saved in its place.
  ///
  /// It means nothing while there is a file.
  var offered: String { "\(file).offered" }

  func temporary(processID: Int32, number: Int) -> String {
    "\(prefix)\(processID)-\(number).tmp"
  }

  /// Whether a name in the folder is the name of a temporary file of this file, of any process.
  ///
  /// Names are compared as bytes: names of equal characters and different scalars are different files.
  func isTemporary(_ name: String) -> Bool {
    let bytes = Array(name.utf8)
    let start = Array(".\(lastName(of: file)).".utf8)
    let end = Array(".tmp".utf8)
    guard bytes.count > start.count + end.count, bytes.starts(with: start),
      bytes.suffix(end.count).elementsEqual(end)
    else { return false }
    let numbers = bytes[start.count...].dropLast(end.count).split(
      separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return numbers.count == 2
      && numbers.allSatisfy { !$0.isEmpty && $0.allSatisfy(digits.contains) }
  }

  /// `session.json.damaged`, then `session.json.damaged-2` and so on.
  func aside(_ reason: String, number: Int) -> String {
    number == 1 ? "\(file).\(reason)" : "\(file).\(reason)-\(number)"
  }

  private var prefix: String { "\(folder(of: file))/.\(lastName(of: file))." }
}

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
