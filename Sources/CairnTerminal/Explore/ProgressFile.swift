import CTerminal
import CairnApp
import CairnDump
import CairnExplorer
import CairnModel
import Foundation

/// The file of `explore --resume`: what a search found before a bound, Ctrl-C or SIGTERM ended it. The next search
/// continues it, if the program is the same build.
///
/// The first line is the header, the second one the progress, both in JSON.
final class ProgressFile {
  private struct Header: Codable {
    static let kind = "cairn search in progress"
    var kind = Header.kind
    var format = 1
    let world: Behavior.World
    /// The build of the program: the digest of its file.
    let program: String
    /// The digest of the second line.
    let digest: UInt64
  }

  private let file: ResultFile
  private let world: Behavior.World
  private let program: String
  /// `nil` if the search begins anew.
  let progress: SearchProgress?
  /// Whether the file could not be written. The search still prints its report, and the program ends with status 1.
  private(set) var hasFailed = false

  /// - Throws: if the file is not of this search and this build, and if it cannot be written, which is found before a
  ///   long search.
  init?(_ options: OptionValues, in world: Behavior.World) throws(UsageError) {
    guard let path = options["--resume"] else { return nil }
    let digest = csearch_digest_program()
    guard digest != 0 else {
      throw UsageError(
        "--resume: the file of this program cannot be read, so that another build could continue"
          + " the search")
    }
    (self.world, program) = (world, String(digest, radix: 16))
    file = try ResultFile(path, of: "--resume") { FileHeader($0, of: Header.kind) != nil }
    let bytes = (try? Descriptor.contents(of: path, upTo: FileLimit.result, isRegular: true)) ?? []
    progress =
      bytes.isEmpty ? nil : try Self.parse(bytes, file: path.terminalSafe, in: world, by: program)
    if let progress {
      Output.error.print(
        "\(path.terminalSafe): the search continues with \(counted(progress.states, "state")),"
          + " \(progress.nodes.count) of them explored", naming: path)
    }
  }

  private static func parse(
    _ bytes: [UInt8], file: String, in world: Behavior.World, by program: String
  ) throws(UsageError) -> SearchProgress {
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let anew = "remove it to search anew"
    guard FileHeader(bytes, of: Header.kind)?.format == 1,
      let header = try? JSONDecoder().decode(Header.self, from: Data(lines[0]))
    else {
      throw UsageError("\(file):1: the format of the file is not that of this program; \(anew)")
    }
    guard header.world.app == world.app else {
      throw UsageError(
        "\(file):1: it is for \(header.world.app.inQuotes), and this program is"
          + " \(world.app.inQuotes); \(anew)")
    }
    guard header.world == world else {
      throw UsageError(
        "\(file):1: it is of another search, with \(header.world.words), and this one has"
          + " \(world.words); \(anew)")
    }
    guard header.program == program else {
      throw UsageError("\(file):1: it was written by another build of the program; \(anew)")
    }
    guard lines.count == 3, digest(of: String(decoding: lines[1], as: UTF8.self)) == header.digest,
      let progress = try? JSONDecoder().decode(SearchProgress.self, from: Data(lines[1]))
    else { throw UsageError("\(file):2: the line is damaged; \(anew)") }
    return progress
  }

  /// Writes what the search has found, if it has not visited everything, and has come further than the file.
  func finish<A>(_ exploration: AppExploration<A>) {
    switch exploration.progressLimit {
    case nil where progress != nil:
      let reason = exploration.gap == nil ? "everything was visited" : "the search has ended"
      let outcome =
        unsafe unlink(file.path.systemPath) == 0
        ? "removed, because \(reason)"
        : "not needed any more, because \(reason), but cannot be removed: \(SystemError(code: errno))"
      Output.error.print("\(file.path.terminalSafe): \(outcome)", naming: file.path)
    case .depth?, .states?, .time?, .interrupted?, .refuted?:
      guard let found = exploration.searchProgress, found.isFurther(than: progress),
        let line = try? JSONEncoder().encode(found)
      else { return }
      let text = String(decoding: line, as: UTF8.self)
      let header = Header(world: world, program: program, digest: digest(of: text))
      do throws(UsageError) {
        try file.replace(with: JSONLine(header).text + "\n" + text + "\n")
      } catch {
        Output.error.print(error.description)
        hasFailed = true
      }
    case .difference?, .crash?, .unknown?, .unequal?, nil: break
    }
  }
}
