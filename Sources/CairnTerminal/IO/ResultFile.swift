import CairnApp
import CairnPage
import Foundation

/// A file for a result, which replaces an earlier file of the same kind and no other.
struct ResultFile {
  private let path: String
  private let exists: Bool

  /// - Parameters:
  ///   - option: the option that names the file.
  ///   - isReplaced: whether a file with these contents is replaced.
  /// - Throws: if the file cannot be written, which is found before a long search.
  init(
    _ path: String, of option: String, replaces isReplaced: ([UInt8]) -> Bool
  ) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("\(option) needs the name of a file") }
    self.path = path
    let name = path.terminalSafe
    var file = stat()
    exists = unsafe stat(path.systemPath, &file) == 0
    guard unsafe exists || lstat(path.systemPath, &file) != 0 else {
      throw UsageError("\(option): \(name): cannot be written: it is a link to a missing file")
    }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let target = exists ? path : folder
    guard unsafe access(target.systemPath, W_OK) == 0 else {
      throw UsageError("\(option): \(name): cannot be written: \(SystemError(code: errno))")
    }
    guard exists else { return }
    let old = try? Descriptor.contents(of: path, upTo: FileLimit.journal, isRegular: true)
    guard let old, old.isEmpty || isReplaced(old) else {
      throw UsageError(
        "\(option): \(name): another file has this name; give another name, or remove the file")
    }
  }

  /// Writes the file, as a whole or not at all. A failure ends the program.
  func write(_ text: String) {
    do throws(SystemError) {
      if !exists { try Descriptor.create(path, with: "") }
      try Descriptor.replaceContents(of: path, with: text)
    } catch {
      Output.fail("\(path.terminalSafe): cannot be written: \(error)")
    }
    Output.error.print("\(path.terminalSafe): written", naming: path)
  }
}

extension OptionValues {
  /// The file of `--html`; `nil` if the option was not given.
  func page() throws(UsageError) -> ResultFile? {
    guard let path = self["--html"] else { return nil }
    return try ResultFile(path, of: "--html", replaces: PageDocument.isPage)
  }
}

extension ResultFile {
  /// Writes a page.
  func write(_ data: JSON) { write(PageDocument.text(showing: data)) }
}
