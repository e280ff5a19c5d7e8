import Foundation

/// Four writers of one file, which are killed at system calls, for the tests of `CairnStorage`.
///
///     storage-crash rounds COUNT SEED FOLDER
@main enum StorageCrash {
  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    guard words.count == 4, words[0] == "rounds", let count = Int(words[1]),
      let seed = UInt64(words[2])
    else {
      print("usage: storage-crash rounds COUNT SEED FOLDER")
      exit(2)
    }
    // The test waits for the end.
    alarm(900)
    exit(CrashRounds(folder: words[3], seed: seed).run(count))
  }
}
