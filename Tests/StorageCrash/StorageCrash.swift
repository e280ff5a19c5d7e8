import CFork
import CairnSimulation
import CairnStorage
import Foundation
import Synchronization

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

/// Rounds in which four processes change one file, and are killed at random system calls.
///
/// After each round the file must have a whole value, with every change that a writer has confirmed.
struct CrashRounds {
  static let writers = 4
  static let changes = 2

  let folder: String
  let seed: UInt64
  private let file: StoredFile<[Int]>

  init(folder: String, seed: UInt64) {
    self.folder = folder
    self.seed = seed
    file = StoredFile("\(folder)/counts")
  }

  /// Runs rounds, and prints what happened.
  ///
  /// - Returns: the exit status.
  func run(_ rounds: Int) -> Int32 {
    var counts = [Int](repeating: 0, count: Self.writers)
    // The types that this change uses need not be looked up again in each forked process.
    var disk = Disk()
    guard
      (try? file.change(on: &disk, basedOn: nil, step: "changing", .none) { $0 = counts }) != nil
    else {
      print("the file cannot be made")
      return 1
    }
    var kills = 0
    var confirmations = 0
    for round in 1...rounds {
      guard let outcome = play(round) else {
        print("round \(round) of seed \(seed): a system call of the test failed")
        return 1
      }
      do throws(CrashProblem) {
        counts = try check(outcome, after: counts)
      } catch {
        print("round \(round) of seed \(seed): \(error.text)")
        return 1
      }
      kills += outcome.kills
      confirmations += outcome.confirmed.reduce(0, +)
    }
    print("seed \(seed): \(rounds) rounds, \(kills) kills, \(confirmations) confirmed changes")
    return 0
  }

  private struct Outcome {
    var confirmed: [Int]
    var kills: Int
    /// The exit statuses of writers that were not killed and failed.
    var failures: Int
  }

  /// Starts the writers, and waits for their ends.
  private func play(_ round: Int) -> Outcome? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    var children: [pid_t] = []
    for writer in 0..<Self.writers {
      let child = fork_process()
      if child == 0 {
        // A writer that hangs fails the round.
        alarm(120)
        _exit(write(writer, in: round, confirmingTo: ends[1]))
      }
      guard child > 0 else { return nil }
      children.append(child)
    }
    close(ends[1])
    var outcome = Outcome(
      confirmed: [Int](repeating: 0, count: Self.writers), kills: 0, failures: 0)
    var byte: UInt8 = 0
    while read(ends[0], &byte, 1) == 1 { outcome.confirmed[Int(byte)] += 1 }
    close(ends[0])
    for child in children {
      var status: Int32 = 0
      guard waitpid(child, &status, 0) == child else { return nil }
      if status & 0x7f == SIGKILL {
        outcome.kills += 1
      } else if status != 0 {
        outcome.failures += 1
      }
    }
    return outcome
  }

  /// The work of one writer.
  ///
  /// - Returns: the exit status.
  private func write(_ writer: Int, in round: Int, confirmingTo pipe: Int32) -> Int32 {
    var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(round * Self.writers + writer))
    let end = KillPoint(.random(in: 1...60, using: &random), isAfterCall: .random(using: &random))
    let isShort = Int.random(in: 0..<4, using: &random) == 0
    let interference = Interference(
      failure: { _ in
        end.beforeCall()
        return nil
      },
      // A write of one byte, and then a write of the rest.
      isShort: { isShort && end.isOddWrite() },
      afterwards: { _ in end.afterCall() })
    var disk = Disk()
    for _ in 0..<Self.changes {
      while true {
        do throws(StorageError) {
          _ = try file.change(on: &disk, basedOn: nil, step: "changing", interference) { counts in
            var new = counts ?? [Int](repeating: 0, count: Self.writers)
            new[writer] += 1
            counts = new
          }
          break
        } catch {
          guard error.problem == .busy else { return 1 }
          usleep(50)
        }
      }
      var byte = UInt8(writer)
      guard Foundation.write(pipe, &byte, 1) == 1 else { return 1 }
    }
    return 0
  }

  /// Compares the file with the confirmed changes.
  ///
  /// - Returns: the counts in the file.
  private func check(_ outcome: Outcome, after old: [Int]) throws(CrashProblem) -> [Int] {
    guard outcome.failures == 0 else {
      throw CrashProblem("\(outcome.failures) writers failed")
    }
    var disk = Disk()
    let loaded: StoredValue<[Int]>
    let names: [String]
    do {
      loaded = try file.load(on: &disk)
      names = try disk.names(in: folder)
    } catch {
      throw CrashProblem("\(error)")
    }
    if let finding = loaded.finding { throw CrashProblem("\(finding)") }
    let counts = loaded.value ?? old.map { _ in 0 }
    for writer in 0..<Self.writers {
      let added = counts[writer] - old[writer]
      let confirmed = outcome.confirmed[writer]
      // A writer that was killed may have made a change that it could not confirm.
      guard added == confirmed || added == confirmed + 1 else {
        throw CrashProblem(
          "writer \(writer) has confirmed \(confirmed) changes, and the file has \(added)")
      }
    }
    let known = [".", "..", ".counts.lock", "counts", "counts.previous"]
    if let name = names.first(where: { !known.contains($0) }) {
      throw CrashProblem("\(name) is left over")
    }
    return counts
  }
}

struct CrashProblem: Error {
  let text: String

  init(_ text: String) { self.text = text }
}

/// Ends the process at one of its system calls.
final class KillPoint: Sendable {
  private let number: Int
  private let isAfterCall: Bool
  private let calls = Atomic(0)
  private let writes = Atomic(0)

  init(_ number: Int, isAfterCall: Bool) {
    self.number = number
    self.isAfterCall = isAfterCall
  }

  func beforeCall() {
    let call = calls.add(1, ordering: .relaxed).newValue
    if call == number, !isAfterCall { kill(getpid(), SIGKILL) }
  }

  func afterCall() {
    if calls.load(ordering: .relaxed) == number, isAfterCall { kill(getpid(), SIGKILL) }
  }

  func isOddWrite() -> Bool { writes.add(1, ordering: .relaxed).newValue % 2 == 1 }
}
