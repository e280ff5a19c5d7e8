import CairnApp
import Foundation

/// What the compiler needs for a generated app with Cairn, and for the same app as functions.
///
/// Each app is one module, compiled as one, with the options of the present build. The seconds are those of the
/// processor; the memory is the largest resident set.
struct BuildCost {
  let seconds: Double
  let megabytes: Double

  /// - Throws: `UsageError` if there is no compiler, or the app does not compile.
  static func table(parents: Int) throws(UsageError) -> [String] {
    let app = GeneratedApp(parents: parents)
    let (plain, cairn) = (try compiled(app.plain), try compiled(app.cairn))
    func name(_ text: String) -> String {
      text.padding(toLength: 20, withPad: " ", startingAt: 0)
    }
    func row(_ text: String, _ cost: BuildCost) -> String {
      name(text) + String(format: "%9.1f %9.0f", cost.seconds, cost.megabytes)
    }
    return [
      name("\(6 * parents) features") + "  seconds        MB", row("functions", plain),
      row("Cairn", cairn),
      String(
        format: "Cairn takes %.1f times the seconds and %.1f times the memory.",
        cairn.seconds / plain.seconds, cairn.megabytes / plain.megabytes),
    ]
  }

  private static func compiled(_ source: String) throws(UsageError) -> BuildCost {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try source.write(to: folder.appending(path: "main.swift"), atomically: true, encoding: .utf8)
    } catch {
      throw UsageError("the source cannot be written: \(error.localizedDescription)")
    }
    #if DEBUG
      let options = ["-Onone"]
    #else
      let options = ["-O", "-wmo"]
    #endif
    let modules = program.deletingLastPathComponent().appending(path: "Modules").path
    let words =
      ["/usr/bin/env", "swiftc"] + options + [
        "-parse-as-library", "-swift-version", "6", "-I", modules, "-c",
        folder.appending(path: "main.swift").path, "-o", folder.appending(path: "main.o").path,
      ]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process = pid_t()
    guard posix_spawn(&process, "/usr/bin/env", nil, nil, &arguments, environ) == 0 else {
      throw UsageError("no program can be started")
    }
    var (status, usage) = (Int32(), rusage())
    guard wait4(process, &status, 0, &usage) == process, status == 0 else {
      throw UsageError("swiftc cannot compile the app against \(modules)")
    }
    #if os(Linux)
      let unit = 1024.0
    #else
      let unit = 1_048_576.0
    #endif
    return BuildCost(
      seconds: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      megabytes: Double(usage.ru_maxrss) / unit)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }
}
