import Foundation

/// Runs a target with libFuzzer, which comes with the toolchain for Linux, in a build that measures coverage.
enum LibFuzzer {
  static let build = """
    swift run -c release --scratch-path .build/fuzz --sanitize=fuzzer \\
      -Xlinker --undefined=LLVMFuzzerRunDriver -Xlinker --export-dynamic-symbol=LLVMFuzzerRunDriver \\
      fuzz TARGET --libfuzzer -runs=1000000
    """

  /// libFuzzer has no parameter for a context.
  private nonisolated(unsafe) static var target: Target?

  private typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  private typealias Driver =
    @convention(c) (
      UnsafeMutablePointer<CInt>,
      UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
      Check
    ) -> CInt

  /// - Parameter arguments: options of libFuzzer, and folders with inputs. Inputs that reach new code are
  ///   added to the first folder; the corpus of the target is in the last one.
  static func run(_ target: Target, _ arguments: [String]) -> Never {
    guard let program = dlopen(nil, RTLD_NOW), let symbol = dlsym(program, "LLVMFuzzerRunDriver")
    else {
      Fuzz.complain("this build has no libFuzzer; build and run one with:\n\n\(build)", status: 2)
    }
    self.target = target
    let words = ["fuzz"] + arguments + [corpus(of: target)]
    var count = CInt(words.count)
    // libFuzzer keeps the pointers until the process ends.
    let pointers = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(
      capacity: words.count + 1)
    pointers.initialize(repeating: nil, count: words.count + 1)
    for (index, word) in words.enumerated() { pointers[index] = strdup(word) }
    var start = pointers
    let drive = unsafeBitCast(symbol, to: Driver.self)
    exit(
      drive(&count, &start) { bytes, count in
        let input = Array(UnsafeBufferPointer(start: bytes, count: count))
        guard let problem = LibFuzzer.target?.problem(input) else { return 0 }
        FileHandle.standardError.write(Data("a rule does not hold: \(problem)\n".utf8))
        // libFuzzer stores the input in a file, and names it.
        abort()
      })
  }

  /// A new folder with the corpus of a target.
  private static func corpus(of target: Target) -> String {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "fuzz-\(target.name)-\(ProcessInfo.processInfo.processIdentifier)")
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for (index, input) in target.corpus.enumerated() {
        try Data(input).write(to: folder.appending(path: "\(index)"))
      }
    } catch {
      Fuzz.complain("the corpus cannot be written to \(folder.path): \(error)", status: 2)
    }
    return folder.path
  }
}
