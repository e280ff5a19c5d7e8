import CFork
import CairnApp
import CairnTrail
import Foundation
import Synchronization

@testable import CairnTerminal
@testable import accounts
@testable import counter
@testable import dance
@testable import onboarding
@testable import timeline
@testable import workout

extension Program {
  /// The code of the app's `main`, with the words of a command line. `nil` for a program that is no app, and for
  /// a search, which forks.
  func main(_ words: [String]) -> (@Sendable () -> ExitStatus)? {
    if words.first == "explore" { return nil }
    return switch self {
    case .counter: Self.main(CounterApp.self, words)
    case .onboarding: Self.main(OnboardingApp.self, words)
    case .workout: Self.main(WorkoutApp.self, words)
    case .accounts: Self.main(AccountsApp.self, words)
    case .dance: Self.main(DanceApp.self, words)
    case .timeline: Self.main(TimelineApp.self, words)
    case .benchmarks, .fuzz, .saver, .faller, .newApp: nil
    }
  }

  private static func main<A: App & SendableMetatype>(
    _ app: A.Type, _ words: [String]
  ) -> @Sendable () -> ExitStatus where A.Root.Action: Codable {
    { CairnTerminal.Program<A>(coding: ActionCoding(), searcher: AppSearcher()).run(words) }
  }
}

extension Folder {
  /// Runs the code of a program's `main` in the process of the test, on a thread whose working folder is this one.
  /// `nil` where a thread cannot have its own: some containers forbid it.
  func run(
    _ main: @escaping @Sendable () -> ExitStatus, _ variables: [String: String], input: StreamEnd
  ) throws -> Run? {
    let names = [".output", ".errors"]
    let ends = try names.map {
      try StreamEnd(open(self[$0], O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
    }
    defer { for name in names { unlink(self[name]) } }
    let surroundings = Surroundings(
      input: Descriptor(number: input.number), output: Descriptor(number: ends[0].number),
      errors: Descriptor(number: ends[1].number),
      environment: ["HOME": path, "XDG_STATE_HOME": path, "TERM": "dumb", "CAIRN_PATIENCE": "60s"]
        .merging(variables) { $1 })
    let status = Atomic<Int32>(-1)
    let end = DispatchSemaphore(value: 0)
    let former = FileManager.default.currentDirectoryPath
    let thread = Thread { [path] in
      if enter_folder(path) == 0 {
        let result = Surroundings.$current.withValue(surroundings) { main() }
        status.store(result.rawValue, ordering: .sequentiallyConsistent)
        // Threads that began meanwhile share the working folder.
        _ = chdir(former)
      }
      end.signal()
    }
    // That of a program's first thread.
    thread.stackSize = 8 << 20
    thread.start()
    end.wait()
    let result = status.load(ordering: .sequentiallyConsistent)
    return result < 0
      ? nil : Run(output: text(names[0]) ?? "", errors: text(names[1]) ?? "", status: result)
  }
}
