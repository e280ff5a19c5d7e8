import Foundation

/// The lines of earlier sessions: names and colon commands, never the value of a field.
///
/// Nobody but its owner can read it. It is `cairn/NAME.history` in `$XDG_STATE_HOME`, else in
/// `~/.local/state`.
struct HistoryFile {
  private static let limit = 1000

  private let path: String

  init?(of app: String, environment: [String: String]) {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    guard let state = folder("XDG_STATE_HOME") ?? folder("HOME").map({ $0 + "/.local/state" })
    else { return nil }
    path = "\(state)/cairn/\(app).history"
  }

  /// The last lines; none if there is no file. What is no text is left out.
  func read() -> [String] {
    guard let bytes = try? Descriptor.contents(of: path) else { return [] }
    return bytes.split(separator: UInt8(ascii: "\n")).suffix(Self.limit)
      .compactMap { String(validating: $0, as: UTF8.self) }
  }

  /// Adds a line. A file that has become long is written anew with its last lines.
  func add(_ line: String) throws(SystemError) {
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    try Self.makeFolder(folder)
    let lines = read()
    if lines.count >= Self.limit {
      let kept = lines.suffix(Self.limit / 2) + [line]
      try write(kept.map { $0 + "\n" }.joined(), to: path + ".new", O_TRUNC)
      guard rename(path + ".new", path) == 0 else { throw SystemError(code: errno) }
    } else {
      try write(line + "\n", to: path, O_APPEND)
    }
  }

  private func write(_ text: String, to path: String, _ mode: Int32) throws(SystemError) {
    let number = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | mode, 0o600)
    guard number >= 0 else { throw SystemError(code: errno) }
    defer { close(number) }
    // It may be there already, for all to read.
    guard fchmod(number, 0o600) == 0 else { throw SystemError(code: errno) }
    try Descriptor(number: number).write(text)
  }

  private static func makeFolder(_ path: String) throws(SystemError) {
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw SystemError(code: errno == 0 ? EACCES : errno)
    }
  }
}
