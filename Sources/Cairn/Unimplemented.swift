/// A function that stands in for a dependency that a test did not expect to be used.
///
///     var store = Storage(load: unimplemented("Storage.load", returning: []))
///
/// Calling it is reported as a ``RuntimeIssue``, which fails a test, and returns the value given.
public func unimplemented<each Argument, Result: Sendable>(
  _ name: String, returning result: Result
) -> @Sendable (repeat each Argument) -> Result {
  { (_: repeat each Argument) in
    RuntimeIssue.report(.unimplemented(name))
    return result
  }
}

/// A function without a result that stands in for a dependency that a test did not expect.
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
