/// A part of a state that a ``FileStorage`` keeps, with what is known about its file.
///
///     struct State: Equatable {
///       @Persisted var settings = Settings()
///     }
///
/// The reducer operator ``Cairn/Reducer/persisting(_:_:in:)`` loads and saves it. The value is an ordinary
/// part of the state: reducers change it, tests compare it.
@propertyWrapper
public struct Persisted<Value: Codable & Sendable> {
  /// The value.
  public var wrappedValue: Value
  /// The version of the file that the value is based on; `nil` before it is loaded.
  public internal(set) var version: FileVersion?
  /// The reason why the last load or save failed; `nil` if it did not.
  public internal(set) var error: StorageError?
  /// The contents that were not understood; `nil` if there were none.
  public internal(set) var finding: Finding?
  /// The value before the last save, if the file was damaged. Assign it to the value to restore it.
  public internal(set) var lastGood: Value?
  /// Whether a save has not ended yet.
  public internal(set) var isSaving = false
  /// Whether a load has not ended yet.
  var isLoading = false
  /// The value that was loaded or given to a save last.
  var known: Value?

  /// Creates a part of a state whose value counts until another is loaded.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }

  /// The value, with what is known about its file.
  public var projectedValue: Persisted {
    get { self }
    set { self = newValue }
  }
}

extension Persisted: Sendable where Value: Sendable {}
extension Persisted: Equatable where Value: Equatable {}
extension Persisted: Hashable where Value: Hashable {}

/// An action of the operator ``Cairn/Reducer/persisting(_:_:in:)``.
public enum PersistenceAction<Value: Codable & Sendable>: Sendable {
  /// Loads the value. Send it at the start, and to take the value of another program.
  case load
  /// The value was loaded.
  case loaded(StoredValue<Value>)
  /// Loading failed.
  case notLoaded(StorageError)
  /// The value was saved.
  case saved(StoredValue<Value>)
  /// Saving failed.
  case notSaved(StorageError)
}

extension PersistenceAction: Equatable where Value: Equatable {}
extension PersistenceAction: Codable {}
