import Foundation
import Testing

@Suite struct KernelImportsTests {
  @Test func `the kernel imports the standard library and no Foundation`() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/Cairn").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    )
    .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    #expect(files.count > 10)
    let allowed: Set = ["Observation", "Synchronization", "Glibc", "Musl", "Darwin"]
    for file in files {
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split(separator: " ").map(String.init)
        guard let keyword = words.firstIndex(of: "import"), keyword < 3,
          words[..<keyword].allSatisfy({ $0.hasPrefix("@") || $0 == "public" || $0 == "package" })
        else { continue }
        #expect(allowed.contains(words[keyword + 1]), "\(file.lastPathComponent): \(line)")
      }
    }
  }
}
