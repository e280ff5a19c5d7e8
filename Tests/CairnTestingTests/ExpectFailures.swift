import Synchronization
import Testing

/// Expects that `work` fails the test with this text and no other.
func expectFailure(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ work: () -> Void
) {
  expectFailures([text], sourceLocation: sourceLocation, work)
}

/// Expects that `work` fails the test with these texts, in this order.
func expectFailures(
  _ texts: [String], sourceLocation: SourceLocation = #_sourceLocation, _ work: () -> Void
) {
  let seen = failures(sourceLocation: sourceLocation, work)
  #expect(seen == texts, sourceLocation: sourceLocation)
}

/// The texts with which `work` fails the test.
func failures(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void
) -> [String] {
  let texts = Mutex<[String]>([])
  let note: @Sendable (Issue) -> Bool = { issue in
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    texts.withLock { $0.append(comments.isEmpty ? "\(issue.kind)" : comments) }
    return true
  }
  try? withKnownIssue(
    isIntermittent: true, sourceLocation: sourceLocation, work, matching: note)
  return texts.withLock { $0 }
}
