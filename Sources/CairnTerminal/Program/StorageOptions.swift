import CairnApp
import CairnSimulation
import CairnStorage
import CairnTrail
import Foundation

extension [AppOption] {
  /// The options of an app that keeps its state in a file: `--state FILE`, `--ephemeral`,
  /// `--latency TIME` and `--unreliable`.
  ///
  ///     static let options: [AppOption] = .storage("session")
  ///
  /// ``CairnApp/Launch/storage(_:format:initially:stopsCancelledWrites:)`` follows them.
  ///
  /// - Parameter contents: the contents of the file in words, for `--help`.
  public static func storage(_ contents: String) -> [AppOption] {
    [
      AppOption("--state", value: "FILE", help: "the file of the \(contents)"),
      AppOption("--ephemeral", help: "keep the \(contents) in memory"),
      AppOption(
        "--latency", value: "TIME", help: "the time that each storage operation takes, such as 1.5s"
      ),
      AppOption(
        "--unreliable",
        help: "in trails and searches: storage can fail, be slow or never answer"),
    ]
  }
}

extension App {
  /// The options of the app that a command can take: a simulated world has no file of ``storage(_:)``, the real one
  /// no `--unreliable`, and a journal has the options itself.
  static func options(for verb: Command.Verb) -> [AppOption] {
    guard verb != .journal else { return [] }
    let storage: [AppOption] = .storage("")
    let refused: String? =
      switch verb {
      case .run: "--unreliable"
      case .replay, .record, .explore, .graph, .cover: "--state"
      case .web, .journal: nil
      }
    // An app that declares one of them alone gives it another meaning.
    guard storage.allSatisfy({ option in options.contains { $0.name == option.name } }) else {
      return options
    }
    return options.filter { $0.name != refused }
  }
}

/// The place in which an app keeps its state.
public enum StoragePlace: Equatable, Sendable {
  /// A file of the real world.
  case file(String)
  /// The memory of this run.
  case memory
  /// The memory of a simulated world.
  case simulated(start: String)
}

extension Launch {
  /// The file that the options select: on disk, in the memory of the run, or in a simulated world.
  ///
  ///     init(_ launch: Launch) throws(UsageError) {
  ///       let storage = try launch.storage("notes", initially: Notes.of(launch.world))
  ///       reducer = NotesList(storage: storage)
  ///     }
  ///
  /// An app that keeps several values gives each its own name. `--state FILE` is the file of the first one; the
  /// others are beside it: with `--state here.json`, the value `settings` is in `here-settings.json`, and without
  /// the option in `cairn/notes-settings.json`.
  ///
  /// In a simulated world the file survives a restart. With `--latency` each operation takes that time
  /// on the clock. With `--unreliable` an operation works, fails, is slow or never answers, as a search
  /// or a seed chooses.
  ///
  /// - Parameters:
  ///   - name: the name of the app, for the default path `cairn/NAME.json`; of a further value, its own name.
  ///   - value: the contents of the file in a simulated world; `nil` for no file. Other worlds ignore it.
  ///   - stopsCancelledWrites: whether a write in a simulated world stops with its effect, and does not take
  ///     place later: a search has fewer states, and misses the races of such writes.
  /// - Throws: options that exclude each other or do not fit the world, a malformed time, and a file of
  ///   another program.
  public func storage<Value: Codable & Sendable>(
    _ name: String, format: FileFormat<Value> = FileFormat(), initially value: Value? = nil,
    stopsCancelledWrites: Bool = false
  ) throws(UsageError) -> FileStorage<Value> {
    let path = "\(name).json"
    var format = format
    format.app = format.app ?? name
    let storage: FileStorage<Value>
    let latency = try latency()
    switch try storagePlace(name) {
    case .file(let path): storage = try format.file(at: path)
    case .memory:
      let disk = memory.keep(SimulatedDisk(hasLinks: false), as: path)
      storage = FileStorage(simulated: path, format: format) { body in
        disk.withLock { body(&$0) }
      }
    case .simulated:
      let disk = memory.keep(
        SimulatedDisk.used(path, format: format, contents: value), as: path)
      let (choices, isUnreliable) = (choices, options.value(ifDeclared: "--unreliable") != nil)
      return FileStorage(simulated: path, format: format) { body in
        disk.withLock { body(&$0) }
      } fault: { operation in
        let isRead = stopsCancelledWrites || operation == .load
        if let latency { try await choices.sleep(for: latency...latency, isRead: isRead) }
        return try await choices.fault(of: operation, isUnreliable, isRead: isRead)
      }
    }
    return latency.map { storage.taking($0, on: clock) } ?? storage
  }

  /// The place that the options `--state` and `--ephemeral` select.
  ///
  /// - Parameters:
  ///   - name: the name of the app, for the default path; of a further value, its own name.
  ///   - contents: the contents of the file in words, for messages.
  /// - Throws: options that exclude each other or do not fit the world.
  public func storagePlace(
    _ name: String, contents: String = "state"
  ) throws(UsageError) -> StoragePlace {
    let file = options.value(ifDeclared: "--state")
    let isEphemeral = options.value(ifDeclared: "--ephemeral") != nil
    switch world {
    case .real:
      guard file == nil || !isEphemeral else {
        throw UsageError("--state and --ephemeral exclude each other; give one of them")
      }
      guard options.value(ifDeclared: "--unreliable") == nil else {
        throw UsageError(
          "--unreliable is only for simulated worlds: trails, recordings and searches")
      }
      guard file != "" else { throw UsageError("--state needs the name of a file") }
      if isEphemeral || isReplay { return .memory }
      if let file, file.hasSuffix("/") {
        throw UsageError("--state: \(file.terminalSafe) names a folder; give the name of a file")
      }
      let first = firstFile.withLock { first in
        first = first ?? name
        return first ?? name
      }
      let firstPath =
        file ?? StoragePlace.defaultPath(first, environment: Surroundings.current.environment)
      let path = first == name ? firstPath : StoragePlace.path(of: name, beside: firstPath)
      memory.hold("\(name).json") { SimulatedDisk.copy(of: path, as: "\(name).json") }
      return .file(path)
    case .simulated(let start):
      guard file == nil else {
        throw UsageError(
          "a simulated world keeps the \(contents) in memory; leave out --state")
      }
      return .simulated(start: start)
    }
  }

  /// The time of `--latency`; `nil` without the option. With it, answers of stand-ins take no other time.
  ///
  /// - Throws: a malformed time.
  public func latency() throws(UsageError) -> Duration? {
    guard let text = options.value(ifDeclared: "--latency") else { return nil }
    do throws(DurationSyntaxError) {
      let latency = try DurationSyntax.parse(text)
      choices.answerTime = nil
      return latency
    } catch {
      throw UsageError("--latency: \(error)")
    }
  }

  /// The hasher of passwords: slow and salted in the real world, fast and deterministic in a simulated
  /// one, where equal passwords have equal hashes under every schedule.
  public var hasher: PasswordHasher {
    switch world {
    case .real: .crypt
    case .simulated: .seeded(StoragePlace.hashSeed)
    }
  }
}

extension FileFormat {
  /// The storage of a file of this format. Nothing is created or changed. A damaged file, which the first load
  /// renames, is told on standard error.
  ///
  /// - Throws: a file of another program.
  public func file(at path: String) throws(UsageError) -> FileStorage<Value> {
    let isDamaged: Bool
    let advice = StoredFile(path, format: self).strandedCopy(on: Disk()).map {
      "\($0.terminalSafe) has the version before the last save; to use it, move it to \(path.terminalSafe)."
    }
    do throws(StorageError) {
      isDamaged = try FileStorage.checkOwner(of: path, format: self)
    } catch {
      throw UsageError(
        "\(error.path.terminalSafe): \(error.problem.reason). \(error.problem.remedy)"
          + (advice.map { " " + $0 } ?? ""))
    }
    if let advice { Output.error.print("\(path): there is no such file. \(advice)") }
    // Not every app shows what its storage finds.
    if isDamaged {
      Output.error.print("\(path): the file is damaged, and is kept under another name")
    }
    return FileStorage(path, format: self)
  }
}

extension StoragePlace {
  /// The seed of the hasher of simulated worlds.
  public static let hashSeed: UInt64 = 0

  /// The path of a value whose name is added to that of a file: `here-settings.json` beside `here.json`.
  fileprivate static func path(of name: String, beside file: String) -> String {
    let start = file.lastIndex(of: "/").map(file.index(after:)) ?? file.startIndex
    // A hidden file begins with a dot.
    let end = file[start...].dropFirst().lastIndex(of: ".") ?? file.endIndex
    return "\(file[..<end])-\(name)\(file[end...])"
  }

  /// The path of an app's file without the option `--state`.
  ///
  ///     StoragePlace.defaultPath("notes", environment: ["HOME": "/home/ada"])
  ///     // /home/ada/.local/state/cairn/notes.json
  ///
  /// The file is `cairn/NAME.json` in `$XDG_STATE_HOME` if that is an absolute path, else in
  /// `~/.local/state`, on macOS in `~/Library/Application Support`. `~` is `$HOME` if that is an
  /// absolute path, else the user's folder according to the system. Nothing is created here.
  ///
  /// Source: XDG Base Directory Specification 0.8, "All paths set in these environment variables
  /// must be absolute. If an implementation encounters a relative path […] it should consider the
  /// path invalid and ignore it."
  public static func defaultPath(
    _ name: String, environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    #if os(macOS)
      let ofUser = "Library/Application Support"
    #else
      let ofUser = ".local/state"
    #endif
    let state = folder("XDG_STATE_HOME") ?? "\(folder("HOME") ?? NSHomeDirectory())/\(ofUser)"
    return "\(state)/cairn/\(name).json"
  }
}

extension SimulatedDisk {
  /// A disk that was used before: it has the lock of the file, so that a search does not distinguish
  /// the time before the first save. It has no links, and a storage keeps no copies on it.
  public static func used<Value: Codable & Sendable>(
    _ path: String, format: FileFormat<Value>, contents value: Value?
  ) -> SimulatedDisk {
    var disk = SimulatedDisk(hasLinks: false)
    _ = try? FileStorage<Int>.change(path, on: &disk) { $0 = 0 }
    _ = try? FileStorage<Int>.change(path, on: &disk) { $0 = nil }
    _ = try? FileStorage.change(path, format: format, on: &disk) { $0 = value }
    return disk
  }

  /// A used disk with the file of the real disk, for a search from a session; `nil` if it cannot be read, or if
  /// there is an offer in its place, which this disk cannot have.
  fileprivate static func copy(of file: String, as path: String) -> SimulatedDisk? {
    func bytes(_ file: String) throws(FileError) -> [UInt8] {
      try Descriptor.contents(of: file, upTo: FileLimit.trail, isRegular: true)
    }
    var disk = used(path, format: FileFormat<Int>(), contents: nil)
    do throws(FileError) {
      disk[path] = String(decoding: try bytes(file), as: UTF8.self)
    } catch {
      guard case .system(let reason) = error, reason.code == ENOENT else { return nil }
      if (try? bytes("\(file).offered")) != nil { return nil }
    }
    return disk
  }
}

extension Choices {
  /// Chooses the fault of an operation; a reliable storage has none.
  fileprivate func fault(
    of operation: StorageOperation, _ isUnreliable: Bool, isRead: Bool
  ) async throws -> StorageFault? {
    let question = operation == .update ? "save" : operation.rawValue
    let works = Answer<StorageFault?>.success(nil)
    guard isUnreliable else { return try await answer(question, ["works": works], isRead: isRead) }
    let slow = Answer<StorageFault?>.slow(.zero ... .seconds(1), works)
    let fails: Answer<StorageFault?> =
      switch operation {
      case .load: .success(.fails(.status, .inputOutput))
      case .save, .update: .success(.fails(.write, .noSpace))
      case .remove: .success(.fails(.unlink, .inputOutput))
      }
    return try await answer(
      question, ["works": works, "fails": fails, "is slow": slow, "never answers": .never],
      isRead: isRead)
  }
}
