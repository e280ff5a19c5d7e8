import CairnApp
import CairnSimulation
import Foundation

/// Gives random inputs to the code that reads bytes from outside.
///
///     swift run -c release fuzz trail 100000 7
///
/// Input *i* of a run comes from the seed SEED + *i*; a run with the count 1 therefore repeats one input.
/// First come the inputs of the corpus as they are. A rule that does not hold ends the program with
/// status 1. A crash ends it by its signal, after the seed of the input is written.
@main
struct Fuzz {
  static let usage = """
    usage: fuzz TARGET COUNT SEED
           fuzz TARGET --corpus FOLDER

    Gives the corpus of a target, then COUNT random inputs, to code that reads bytes from outside.
    Input i comes from the seed SEED + i. --corpus writes the corpus into files, for libFuzzer.

    targets:
    \(Target.all.map { "  " + $0.name.padding(toLength: 10, withPad: " ", startingAt: 0) + $0.summary }
      .joined(separator: "\n"))

    exit status: 0 all rules hold; 1 a rule does not hold; 2 wrong usage
    """

  static func main() {
    let words = CommandLine.arguments.dropFirst()
    if words.first == "--help" {
      print(usage)
      return
    }
    if words.count == 3, words[2] == "--corpus" {
      do {
        return try LibFuzzer.writeCorpus(of: target(words[1]), to: words[3])
      } catch {
        complain("the corpus cannot be written: \(error.localizedDescription)", status: 2)
      }
    }
    guard words.count == 3, let count = Int(words[2]), count >= 0, let seed = UInt64(words[3])
    else {
      complain(usage, status: 2)
    }
    let target = target(words[1])
    CrashReport.install()
    for (index, input) in target.corpus.enumerated() {
      CrashReport.describe("\(target.name): input \(index) of the corpus")
      check(input, by: target, "input \(index) of the corpus")
    }
    var bytes = 0
    for index in 0..<UInt64(count) {
      let number = seed &+ index
      CrashReport.describe("fuzz \(target.name) 1 \(number)")
      var generator = SplitMix64(seed: number)
      let input = target.input(&generator)
      bytes += input.count
      check(input, by: target, "repeat with: fuzz \(target.name) 1 \(number)")
    }
    print(
      "\(target.name): \(target.corpus.count) + \(count) inputs, \(bytes) random bytes, no finding")
  }

  private static func target(_ name: String) -> Target {
    guard let target = Target.all.first(where: { $0.name == name }) else {
      complain("there is no target \(name.debugDescription)\n\n\(usage)", status: 2)
    }
    return target
  }

  private static func check(_ input: [UInt8], by target: Target, _ origin: String) {
    guard let problem = target.problem(input) else { return }
    let text = String(decoding: input, as: UTF8.self).debugDescription
    complain("\(target.name): \(problem)\n\(origin)\n\(text)", status: 1)
  }

  static func complain(_ message: String, status: Int32) -> Never {
    FileHandle.standardError.write(Data((message + "\n").utf8))
    exit(status)
  }
}

/// Names the current input when a signal ends the program.
private enum CrashReport {
  private static let capacity = 200
  /// Read by a signal handler, which must not allocate or lock. Only the main thread writes it.
  private nonisolated(unsafe) static let text = UnsafeMutablePointer<UInt8>.allocate(
    capacity: capacity)
  private nonisolated(unsafe) static var count = 0

  static func install() {
    for number in [SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE] {
      signal(number) { number in
        _ = write(STDERR_FILENO, CrashReport.text, CrashReport.count)
        signal(number, SIG_DFL)
        raise(number)
      }
    }
  }

  static func describe(_ input: String) {
    let line = Array("crashed at: \(input)\n".utf8.prefix(capacity))
    text.update(from: line, count: line.count)
    count = line.count
  }
}

/// The use of the targets by libFuzzer, whose inputs follow the coverage of the code. It comes with the
/// toolchain for Linux.
///
///     swift build -c release --product fuzz --scratch-path .build/fuzz \
///       --sanitize=fuzzer -Xswiftc -gnone -Xlinker --allow-multiple-definition
///     swift run -c release fuzz trail --corpus .build/trails
///     FUZZ_TARGET=trail .build/fuzz/release/fuzz -runs=1000000 .build/trails
///
/// In that build `main` is the one of libFuzzer, which calls ``testOneInput(_:_:)``.
enum LibFuzzer {
  fileprivate static let target: Target = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = Target.all.first(where: { $0.name == name }) else {
      let names = Target.all.map(\.name).joined(separator: ", ")
      Fuzz.complain("set FUZZ_TARGET to one of \(names)", status: 2)
    }
    return target
  }()

  /// Writes the corpus of a target into a folder, one file an input.
  static func writeCorpus(of target: Target, to path: String) throws {
    let folder = URL(filePath: path)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (index, input) in target.corpus.enumerated() {
      try Data(input).write(to: folder.appending(path: "\(target.name)-\(index)"))
    }
  }
}

/// The function that libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  guard let problem = LibFuzzer.target.problem(input) else { return 0 }
  FileHandle.standardError.write(Data("a rule does not hold: \(problem)\n".utf8))
  // libFuzzer stores the input in a file, and names it.
  abort()
}
