import CairnApp
import CairnPage
import CairnStorage
import Foundation

/// The file of `--html`.
struct PageFile {
  private let path: String
  private let exists: Bool

  /// - Throws: if the file cannot be written, which is found before a long search. Only a page is replaced.
  init(_ path: String) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("--html needs the name of a file") }
    self.path = path
    let name = path.terminalSafe
    var file = stat()
    exists = unsafe stat(path.systemPath, &file) == 0
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    let target = exists ? path : folder
    guard unsafe access(target.systemPath, W_OK) == 0 else {
      throw UsageError("--html: \(name): cannot be written: \(SystemError(code: errno))")
    }
    guard exists else { return }
    let old = try? Descriptor.contents(of: path, upTo: FileLimit.journal, isRegular: true)
    guard let old, old.isEmpty || PageDocument.isPage(old) else {
      throw UsageError(
        "--html: \(name): another file has this name; give another name, or remove the file")
    }
  }

  /// Writes a page, as a whole or not at all. A failure ends the program.
  func write(_ data: JSON) {
    let text = PageDocument.text(showing: data)
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
  func page() throws(UsageError) -> PageFile? {
    guard let path = self["--html"] else { return nil }
    return try PageFile(path)
  }
}
