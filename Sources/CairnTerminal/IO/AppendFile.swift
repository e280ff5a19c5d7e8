import CairnScreen
import CairnTrail
import Foundation

/// A new file that is written as things happen: it holds at every time what was done so far.
final class AppendFile {
  private let name: String
  private let descriptor: Descriptor

  /// Makes the file. One that is there already is not overwritten.
  ///
  /// - Parameter mode: who may do what with it.
  init(_ path: String, mode: mode_t = 0o666) throws(UsageError) {
    name = path.terminalSafe
    var file = stat()
    let isThere = stat(path, &file) == 0
    guard !isThere || file.st_mode & S_IFMT != S_IFREG else {
      throw UsageError("\(name) is there already; give another name, or remove it")
    }
    let number = open(path, O_WRONLY | O_CLOEXEC | (isThere ? 0 : O_CREAT | O_EXCL), mode)
    guard number >= 0 else {
      throw UsageError("\(name): cannot be written: \(SystemError(code: errno))")
    }
    descriptor = Descriptor(number: number)
  }

  deinit { close(descriptor.number) }

  /// What cannot be written is not passed over: the program ends.
  func append(_ text: String) {
    do throws(SystemError) {
      try descriptor.write(text)
    } catch {
      Output.fail("\(name): cannot be written: \(error)")
    }
  }

  /// Keeps so many bytes of it.
  func cut(to length: Int) {
    guard ftruncate(descriptor.number, off_t(length)) == 0,
      lseek(descriptor.number, off_t(length), SEEK_SET) >= 0
    else { Output.fail("\(name): cannot be cut: \(SystemError(code: errno))") }
  }
}
