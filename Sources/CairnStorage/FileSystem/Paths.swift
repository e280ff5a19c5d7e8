/// The path up to the last slash: "/", "." and "a/b" for `/x`, `x` and `a/b/x`.
func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// The path after the last slash.
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

  /// A file that is written and then renamed to the file.
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
