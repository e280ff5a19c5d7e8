import CairnStorage
import Foundation

/// Programs that use one stored file at once, for the tests of `CairnStorage`.
///
///     storage-crash rounds COUNT SEED FOLDER   four writers that are killed at system calls
///     storage-crash count COUNT FILE           one program that counts, through the public interface
@main enum StorageCrash {
  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    switch words.first {
    case "rounds" where words.count == 4:
      guard let count = Int(words[1]), let seed = UInt64(words[2]) else { break }
      exit(CrashRounds(folder: words[3], seed: seed).run(count))
    case "count" where words.count == 3:
      guard let count = Int(words[1]) else { break }
      exit(await self.count(to: count, in: words[2]))
    default: break
    }
    print("usage: storage-crash rounds COUNT SEED FOLDER | storage-crash count COUNT FILE")
    exit(2)
  }

  /// Adds one, `count` times.
  ///
  /// - Returns: the exit status.
  private static func count(to count: Int, in path: String) async -> Int32 {
    let storage = FileStorage<Int>(path, patience: .seconds(600))
    for _ in 0..<count {
      do throws(StorageError) {
        try await storage.update { $0 = ($0 ?? 0) + 1 }
      } catch {
        print("\(error)")
        return 1
      }
    }
    return 0
  }
}
