import Foundation

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
