import Cairn
import Synchronization

/// A part of a state that a ``FileStorage`` keeps, with what is known about its file.
///
///     struct State: Equatable {
///       @Persisted var settings = Settings()
///     }
///
/// The reducer operator ``Cairn/Reducer/persisting(_:_:in:after:on:)`` loads and saves it. The value is an
/// ordinary part of the state: reducers change it, tests compare it. Of the rest, a test store compares
/// ``error``, ``finding``, ``lastGood`` and ``unsaved``; a dump shows these and the value.
///
/// A copy keeps the value and not the file: a part that is copied from the part of another file is reported as
/// a `RuntimeIssue`.
@propertyWrapper
public struct Persisted<Value: Codable & Sendable> {
  /// The value.
  public var wrappedValue: Value
  /// The reason why the last load or save failed; `nil` if it did not.
  public var error: StorageError?
  /// The contents that were not understood; `nil` if there were none.
  public var finding: Finding?
  /// The value before the last save, if the file was damaged. Assign it to the value to restore it.
  public var lastGood: Value?
  /// The value that a load has replaced after a failed save, until the next save. Assign it to the value to
  /// save it over the value of the file.
  public var unsaved: Value?

  var progress = Progress()
  /// The number of the last action of the operator. It is greater than that of every older part. Equality leaves
  /// it out.
  private var revision = 0
  /// The file of the operator at the last action of any kind. Equality leaves it out.
  private var place: StorageFile?
  /// Shared by all copies of this part; a search never changes it.
  private let handover = Handover<Value>()

  /// What the operator has done; a test does not mention it.
  struct Progress {
    /// The file; `nil` before the first action of the operator, a save aside. Other actions do not change it.
    var file: StorageFile?
    /// The version of the file that the value is based on; `nil` before it is loaded.
    var version: FileVersion?
    /// The value that was loaded or given to a save last.
    var known: Value?
    /// The values of saves whose ends are unknown, because a state was restored meanwhile.
    var interrupted: [Value] = []
    /// The value that waits for the end of a pause.
    var waiting: Value?
    /// Whether the value that waits follows the save in flight at once: its pause was ended.
    var isSaveDue = false
    var isWriting = false
    /// Whether a save, or a pause, begins after the reducer of the present action. Between actions it is `false`.
    var isSaveNext = false
    var isLoading = false
    /// Whether a save has begun since the load: the state has a newer value than the answer.
    var isLoadOutdated = false
    var hasFailed = false

    /// The values that the file may have instead of that of the version.
    var unconfirmed: [Value] {
      guard isWriting, let known else { return interrupted }
      return interrupted + [known]
    }
  }

  /// Creates a part of a state whose value counts until another is loaded.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The value, with what is known about its file.
  public var projectedValue: Persisted {
    get { self }
    set { self = newValue }
  }

  /// The version of the file that the value is based on; `nil` before it is loaded.
  public var version: FileVersion? { progress.version }

  /// Whether a load has succeeded, also without a file. Before that, nothing is saved.
  public var isLoaded: Bool { progress.version != nil }

  /// Whether a load has not ended.
  public var isLoading: Bool { progress.isLoading }

  /// Whether a change is not yet in the file: its save has not ended, or waits for the end of a pause.
  public var isSaving: Bool {
    progress.isWriting || progress.isSaveNext || progress.waiting != nil
  }
}

extension Persisted: Sendable where Value: Sendable {}
extension Persisted.Progress: Equatable where Value: Equatable {}

extension Persisted: Equatable where Value: Equatable {
  public static func == (left: Persisted, right: Persisted) -> Bool {
    left.wrappedValue == right.wrappedValue && left.error == right.error
      && left.finding == right.finding && left.lastGood == right.lastGood
      && left.unsaved == right.unsaved
      && (_Kernel.comparesValuesOnly || left.progress == right.progress)
  }
}

extension Persisted: Hashable where Value: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(wrappedValue)
    hasher.combine(error)
    hasher.combine(progress.version)
    hasher.combine(progress.isWriting)
    hasher.combine(progress.isLoading)
  }
}

extension Persisted: CustomReflectable {
  /// The mirror of the value, with the problems beside it if there are any.
  public var customMirror: Mirror {
    var problems: [Mirror.Child] = []
    if let error { problems.append(("error", error)) }
    if let finding { problems.append(("finding", finding)) }
    if let lastGood { problems.append(("lastGood", lastGood)) }
    if let unsaved { problems.append(("unsaved", unsaved)) }
    guard !problems.isEmpty else { return Mirror(self, showing: wrappedValue) }
    return Mirror(self, children: [("value", wrappedValue)] + problems, displayStyle: .struct)
  }
}

extension Mirror {
  /// The mirror of a value as that of another one, which shows nothing else.
  init(_ subject: some Any, showing value: Any) {
    let mirror = Mirror(reflecting: value)
    // Otherwise an optional value would appear as an optional of an optional.
    let children: [Child] =
      mirror.displayStyle == .optional ? Array(mirror.children) : [("some", value)]
    self.init(subject, children: children, displayStyle: .optional)
  }
}

// MARK: Restored states

// A restored state is older than the file. The part that it replaces hands over what it knows about the file,
// so that the next save replaces the value of the file; a change by another program is refused as ever.

/// What the newest of the replaced parts knows about its file. Copies of a part without a file share it.
final class Handover<Value: Sendable>: Sendable {
  struct Contents {
    /// Greater than that of each part that was replaced.
    let revision: Int
    /// `nil` if none of them was loaded.
    let version: FileVersion?
    let known: Value?
    let interrupted: [Value]
  }

  private let contents = Mutex<[StorageFile: Contents]>([:])

  subscript(file: StorageFile) -> Contents? { contents.withLock { $0[file] } }

  func take(_ new: Contents, about file: StorageFile) {
    contents.withLock { contents in
      if new.revision > contents[file]?.revision ?? 0 { contents[file] = new }
    }
  }
}

/// The number of actions of all operators: a part that was reset is newer than the parts before it.
private let revisions = Atomic(0)

extension Persisted: _Kernel.OutlastingPart {
  package func willBeReplaced(by others: [any _Kernel.OutlastingPart]) {
    handOver(to: others, afterPause: nil)
  }

  /// - Parameter paused: the value of a pause that may have ended with a save.
  private func handOver(to others: [any _Kernel.OutlastingPart], afterPause paused: Value?) {
    guard let file = place else { return }
    // A part that is not loaded has no facts about the file: the former ones stay.
    let last = isLoaded ? nil : handover[file]
    // The value of a failed save is not in the file, that of an unfinished one may be: it is saved again.
    handover.take(
      Handover.Contents(
        revision: revision + 1, version: progress.version ?? last?.version,
        known: progress.hasFailed || progress.isWriting || paused != nil
          ? nil : progress.known ?? last?.known,
        interrupted: (last?.interrupted ?? []) + progress.unconfirmed + [paused].compactMap(\.self)
      ),
      about: file)
    // A restored part without an action since knows less than the part that it has replaced. A part that is not
    // a copy of this one has another object.
    guard let newest = handover[file] else { return }
    for case let other as Persisted in others where other.place == file {
      other.handover.take(newest, about: file)
    }
  }

  /// If the previous state has no part of this file (its screen was closed), this part knows most. The answer that it
  /// waits for does not come. Its pause has gone on without it.
  package func willBeRestored() {
    if progress.isLoading || isSaving { handOver(to: [], afterPause: progress.waiting) }
  }

  /// Prepares for the operator of a file. A restored part takes over what the part knew that it has
  /// replaced, whose effects have ended. Returns whether it was restored and is loaded.
  @discardableResult mutating func begin(_ file: StorageFile) -> Bool {
    // A search that starts at the state of a running app has a simulated file in place of the real one.
    if let other = progress.file, other != file, other.isSimulated || !file.isSimulated {
      RuntimeIssue.report(.copied(Value.self, from: other.path, to: file.path))
      self = Persisted(wrappedValue: wrappedValue)
    }
    let contents = handover[progress.file ?? file]
    place = file
    defer { revision = revisions.add(2, ordering: .relaxed).newValue }
    guard let contents, contents.revision > revision else { return false }
    (progress.isLoading, progress.isLoadOutdated) = (false, false)
    (progress.isWriting, progress.waiting, progress.isSaveDue) = (false, nil, false)
    guard isLoaded, let version = contents.version else { return false }
    progress.version = version
    progress.known = contents.known
    progress.interrupted = contents.interrupted
    return true
  }
}

extension RuntimeIssue {
  fileprivate static func copied(
    _ value: Any.Type, from other: String, to file: String
  ) -> RuntimeIssue {
    RuntimeIssue(
      "The part of the state with the \(value) of \(file) is a copy of the part of \(other).",
      causes: [
        "`$` in an assignment of the value: `state.$a = state.$b`",
        "a copy of a whole feature, which keeps its value in another file",
      ],
      suggestion: "assign the value: `state.a = state.b`. The part counts as not loaded.")
  }
}

// MARK: Actions

/// An action of the operator ``Cairn/Reducer/persisting(_:_:in:after:on:)``.
public enum PersistenceAction<Value: Codable & Sendable>: Sendable {
  /// Loads the value. Send it at the start, and to take the value of another program.
  case load
  /// Saves a change that waits for the end of a pause, or whose save has failed; or a value that equals
  /// ``Persisted/lastGood``.
  case save
  /// The value was loaded.
  case loaded(StoredValue<Value>)
  /// Loading failed.
  case notLoaded(StorageError)
  /// The value was saved.
  case saved(StoredValue<Value>)
  /// Saving failed.
  case notSaved(StorageError)

  var isAnswer: Bool {
    switch self {
    case .load, .save: false
    case .loaded, .notLoaded, .saved, .notSaved: true
    }
  }

  /// The value was loaded, for a test: it is not compared with the version. `nil` if there is no file.
  public static func loaded(value: Value?) -> Self {
    .loaded(StoredValue(value: value, version: .none))
  }

  /// The value was saved, for a test: it is not compared with the version.
  public static func saved(value: Value) -> Self {
    .saved(StoredValue(value: value, version: .none))
  }
}

extension PersistenceAction: Equatable where Value: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    switch (left, right) {
    case (.load, .load), (.save, .save): true
    case (.loaded(let left), .loaded(let right)), (.saved(let left), .saved(let right)):
      left.isEqual(to: right, inVersion: !_Kernel.comparesValuesOnly)
    case (.notLoaded(let left), .notLoaded(let right)),
      (.notSaved(let left), .notSaved(let right)):
      left == right
    case (.load, _), (.save, _), (.loaded, _), (.notLoaded, _), (.saved, _), (.notSaved, _): false
    }
  }
}

extension StoredValue where Value: Equatable {
  fileprivate func isEqual(to other: Self, inVersion comparesVersions: Bool) -> Bool {
    var other = other
    if !comparesVersions { other.version = version }
    return self == other
  }
}

extension PersistenceAction: Codable {}
