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
  issues(sourceLocation: sourceLocation, work).filter(\.isFailure).map(\.text)
}

/// The notes of `work`, and its failures with a mark.
func notes(
  sourceLocation: SourceLocation = #_sourceLocation, _ work: () throws -> Void
) -> [String] {
  issues(sourceLocation: sourceLocation, work).map { $0.isFailure ? "failed: \($0.text)" : $0.text }
}

private func issues(
  sourceLocation: SourceLocation, _ work: () throws -> Void
) -> [(text: String, isFailure: Bool)] {
  let texts = Mutex<[(text: String, isFailure: Bool)]>([])
  let note: @Sendable (Issue) -> Bool = { issue in
    let comments = issue.comments.map(\.rawValue).joined(separator: "\n")
    let text = comments.isEmpty ? "\(issue.kind)" : comments
    #if compiler(>=6.3)
      let isFailure = issue.isFailure
    #else
      let isFailure = true
    #endif
    texts.withLock { $0.append((text, isFailure)) }
    return true
  }
  try? withKnownIssue(
    isIntermittent: true, sourceLocation: sourceLocation, work, matching: note)
  return texts.withLock { $0 }
}
