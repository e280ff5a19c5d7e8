import CairnScreen
import CairnTrail
import Foundation

extension App {
  /// The program: reads the command line, does what it says, and exits with its status.
  ///
  /// `@main` on the app's type is all that an app needs for it.
  public static func main() {
    Descriptor.reserveStandardStreams()
    exit(run(Array(CommandLine.arguments.dropFirst())).rawValue)
  }

  private static func run(_ words: [String]) -> ExitStatus {
    do throws(UsageError) {
      switch try Command(words, for: Self.self) {
      case .help:
        Output.standard.print(helpText)
        return .done
      case .version:
        Output.standard.print("\(name) \(version)")
        return .done
      case .replay(let files, let options):
        return try Replay<Self>(options: options).play(files)
      case .run(let options):
        return try runSession(options)
      }
    } catch {
      Output.error.print("\(name): \(error.description.terminalSafe)\nTry: \(name) --help")
      return .wrongUsage
    }
  }
}
