/// The result of an operation of a ``FileStorage``.
///
///     let loaded = try await storage.load()
///     loaded.value    // the value; `nil` if there is none
///     loaded.version  // the base of the next save
public struct StoredValue<Value> {
  /// The value in the file; `nil` if there is no file, or if its contents are not understood.
  public var value: Value?
  /// The version of the file after the operation.
  public var version: FileVersion
  /// The unusual contents that the operation found; `nil` if there were none.
  public var finding: Finding?
  /// The value before the last save, if the file is damaged and its copy is not.
  ///
  /// The storage does not restore it: the app decides. Every load offers the value again until a value is
  /// saved, which accepts or declines the offer, or ``FileStorage/remove(_:)`` declines it. Both need the
  /// `version` of the load: if another program has accepted or declined the offer since, a save is
  /// refused.
  public var lastGood: Value?

  /// Creates a result, for a simulated storage.
  public init(
    value: Value?, version: FileVersion, finding: Finding? = nil, lastGood: Value? = nil
  ) {
    self.value = value
    self.version = version
    self.finding = finding
    self.lastGood = lastGood
  }
}

extension StoredValue: Sendable where Value: Sendable {}
extension StoredValue: Equatable where Value: Equatable {}
extension StoredValue: Hashable where Value: Hashable {}

extension StoredValue: Codable where Value: Codable {
  private enum CodingKeys: String, CodingKey { case value, version, finding, lastGood }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // Without a value there is no key. An optional value can be `null`.
    func value(_ key: CodingKeys) throws -> Value? {
      if let value = try container.decodeIfPresent(Value.self, forKey: key) { return value }
      guard container.contains(key) else { return nil }
      return try? container.decode(Value.self, forKey: key)
    }
    self.init(
      value: try value(.value), version: try container.decode(FileVersion.self, forKey: .version),
      finding: try container.decodeIfPresent(Finding.self, forKey: .finding),
      lastGood: try value(.lastGood))
  }
}

/// The contents of a file that a ``FileStorage`` does not understand.
public enum Finding: Hashable, Codable, Sendable, CustomStringConvertible {
  /// The file was damaged. It was renamed.
  case damaged(keptAs: String)
  /// A newer program has written the file. It is unchanged.
  case newer(found: Int, supported: Int)
  /// A newer program has written the file. It was renamed, because this program saved or removed its
  /// own value.
  case newerSetAside(found: Int, supported: Int, keptAs: String)

  public var description: String {
    switch self {
    case .damaged(let path):
      "The file could not be understood and was kept as \(path)."
    case .newer(let found, let supported):
      "\(StorageProblem.newer(found: found, supported: supported).reason). It was left in place."
    case .newerSetAside(let found, let supported, let path):
      "\(StorageProblem.newer(found: found, supported: supported).reason). "
        + "It was kept as \(path)."
    }
  }
}
