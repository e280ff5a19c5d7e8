/// Runs the body of a test under many orders of what has none, stops at the first that fails, and
/// says under which seed that was.
///
///     @Test func `what was typed last is what is found`() {
///       withSeeds(0..<1000) { seed in
///         let simulation = Simulation(seed: seed)
///         let store = simulation.store(Search.State()) { Search() }
///         …
///       }
///     }
///
/// That seed alone, `withSeeds([17])`, fails in the same way. A failure that comes from another
/// task or thread counts if it is there when the body returns.
public func withSeeds(
  _ seeds: some Sequence<UInt64>,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: (UInt64) throws -> Void
) rethrows {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var passed = 0
  for seed in seeds {
    var hasFailed = true
    defer { if hasFailed { fail(FailureText.failedUnderSeed(seed, after: passed), at: site) } }
    hasFailed = try FailureWatch.sees { try body(seed) }
    if hasFailed { return }
    passed += 1
  }
}

/// Runs the asynchronous body of a test under many orders of what has none, stops at the first that
/// fails, and says under which seed that was.
public func withSeeds(
  _ seeds: some Sequence<UInt64>, isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath,
  line: UInt = #line, column: UInt = #column,
  _ body: (UInt64) async throws -> Void
) async rethrows {
  let site = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
  var passed = 0
  for seed in seeds {
    var hasFailed = true
    defer { if hasFailed { fail(FailureText.failedUnderSeed(seed, after: passed), at: site) } }
    hasFailed = try await FailureWatch.sees { try await body(seed) }
    if hasFailed { return }
    passed += 1
  }
}
