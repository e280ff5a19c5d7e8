import Cairn

extension TestStore {
  /// Checks one value of the state as it is now, whatever else there is.
  ///
  ///     store.expect(\.cart.total, 42)
  ///
  /// Like ``state``, it is of what was received so far: what waits is not looked at.
  public func expect<Value: Equatable>(
    _ path: KeyPath<State, Value>, _ value: Value,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) {
    let actual = state[keyPath: path]
    guard actual != value else { return }
    report(
      FailureText.wrongValue(
        "\(path)", expected: value, actual: actual, waiting: store.queueEntries),
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }
}
