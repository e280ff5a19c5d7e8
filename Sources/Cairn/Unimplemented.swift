/// A placeholder for a dependency that a test does not expect to be called.
///
///     var store = Storage(load: unimplemented("Storage.load", returning: []))
///
/// A call reports a ``RuntimeIssue``, which fails a test, and returns `result`.
public func unimplemented<each Argument, Result: Sendable>(
  _ name: String, returning result: Result
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    RuntimeIssue.report(.unimplemented(name))
    return result
  }
}

/// A placeholder for a dependency without a result that a test does not expect to be called.
public func unimplemented<each Argument>(
  _ name: String
) -> @Sendable (repeat each Argument) -> Void {
  unimplemented(name, returning: ())
}

extension RuntimeIssue {
  fileprivate static func unimplemented(_ name: String) -> RuntimeIssue {
    RuntimeIssue(
      "\(name) was called, and is not implemented here.",
      causes: [
        "the feature uses a dependency that the test does not provide",
        "the feature does more than the test expects",
      ],
      suggestion: "give the feature a stand-in for \(name), or correct the feature.")
  }
}
