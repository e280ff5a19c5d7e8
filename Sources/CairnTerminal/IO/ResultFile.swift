import CairnApp
import CairnPage
import CairnStorage
import Foundation

/// A file for a result, which replaces an earlier file of the same kind and no other.
struct ResultFile {
  let path: String
  private let isReplaced: ([UInt8]) -> Bool

  /// - Parameters:
  ///   - option: the option that names the file.
  ///   - isReplaced: whether a file that begins with these bytes is replaced.
  /// - Throws: if the file cannot be written, which is found before a long search.
  init(
    _ path: String, of option: String, replaces isReplaced: @escaping ([UInt8]) -> Bool
  ) throws(UsageError) {
    guard !path.isEmpty else { throw UsageError("\(option) needs the name of a file") }
    self.path = path
    self.isReplaced = { $0.isEmpty || isReplaced($0) }
    let name = path.terminalSafe
    guard exists || (try? Disk(relativeTo: "").status(path, followingLinks: false)) == nil else {
      throw UsageError("\(option): \(name): cannot be written: it is a link to a missing file")
    }
    if let error = UsageError.notAFile(path) { throw UsageError("\(option): \(error)") }
    // A new file in the folder replaces the old one.
    let folder = Descriptor.folder(of: (try? Disk().resolve(path)) ?? path)
    for target in exists ? [path, folder] : [folder]
    where unsafe access(target.systemPath, W_OK) != 0 {
      throw UsageError("\(option): \(name): cannot be written: \(SystemError(code: errno))")
    }
    let isReplaceable = Descriptor.part(of: path, upTo: FileLimit.trail).map(self.isReplaced)
    guard !exists || isReplaceable == true else {
      throw UsageError(
        "\(option): \(name): another file has this name; give another name, or remove the file")
    }
  }

  private var exists: Bool { Descriptor.kind(of: path) != nil }

  /// Writes the file, as a whole or not at all. A failure ends the program.
  func write(_ text: String) {
    do throws(SystemError) {
      // Another program may have written or removed the file since the beginning.
      try Descriptor.write(text, to: path, replacing: isReplaced)
    } catch {
      Output.fail("\(UsageError.cannotWrite(path, error))")
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
