/// Stores an optional outside of the value that contains it, so that a feature can contain itself.
///
///     struct Folder: Reducer {
///       struct State: Equatable {
///         var name = ""
///         @Indirect var child: Folder.State?
///       }
///       indirect enum Action: Sendable {
///         case setName(String)
///         case child(Folder.Action)
///       }
///
///       var body: some ReducerOf<Self> {
///         Reduce { … }.ifLet(\.child, .child) { Folder() }
///       }
///     }
///
/// The compiler does not infer that an enum that contains itself is `Sendable`: state it.
///
/// The property is read, written, printed, compared and encoded like an optional. It has the semantics of
/// a value: copies share their storage until one is changed. A change in place copies nothing if no copy
/// shares the storage, and allocates memory only where the optional was `nil`. A key path copies: the reducer of
/// an `ifLet` changes a copy of the child, and writes it back. An optional that was always `nil`, or was set to
/// `nil`, has no storage.
///
/// Reading and writing are O(1). Comparing, hashing and encoding visit the whole value, recursively: use
/// an array or a stack for chains of thousands of features.
@propertyWrapper
public struct Indirect<Value> {
  /// At most one value. An array is a box with copy-on-write that keeps its memory.
  @usableFromInline var storage: [Value] = []

  /// Creates a box with a value, or without one.
  @inlinable public init(wrappedValue: Value?) {
    self.wrappedValue = wrappedValue
  }

  /// The value; `nil` for none.
  @inlinable public var wrappedValue: Value? {
    get { storage.first }
    set {
      guard let newValue else {
        storage = []
        return
      }
      if storage.isEmpty { storage.append(newValue) } else { storage[0] = newValue }
    }
    _modify {
      var value = storage.popLast()
      defer { if let value { storage.append(value) } }
      yield &value
    }
  }
}

extension Indirect: Equatable where Value: Equatable {}
extension Indirect: Hashable where Value: Hashable {}
extension Indirect: Sendable where Value: Sendable {}

extension Indirect: Encodable where Value: Encodable {
  /// Encodes the optional.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

extension Indirect: Decodable where Value: Decodable {
  public init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try Value?(from: decoder))
  }
}

extension KeyedEncodingContainer {
  /// Omits the key for `nil`, like the synthesized encoding of an optional.
  public mutating func encode<Value: Encodable>(
    _ value: Indirect<Value>, forKey key: Key
  ) throws {
    try encodeIfPresent(value.wrappedValue, forKey: key)
  }
}

extension KeyedDecodingContainer {
  /// Decodes `nil` if the key is absent, like the synthesized decoding of an optional.
  public func decode<Value: Decodable>(
    _ type: Indirect<Value>.Type, forKey key: Key
  ) throws -> Indirect<Value> {
    Indirect(wrappedValue: try decodeIfPresent(Value.self, forKey: key))
  }
}

extension Indirect: CustomStringConvertible, CustomReflectable {
  public var description: String { String(describing: wrappedValue) }

  /// The mirror of the optional.
  public var customMirror: Mirror {
    Mirror(self, children: storage.map { ("some", $0) }, displayStyle: .optional)
  }
}
