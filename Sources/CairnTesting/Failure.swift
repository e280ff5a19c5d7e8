import Testing
import XCTest

/// Where in a test a call stands.
struct CallSite {
  let fileID: StaticString
  let filePath: StaticString
  let line: UInt
  let column: UInt
}

/// Fails the running test, in Swift Testing and in XCTest alike.
///
/// An issue recorded under XCTest, and an `XCTFail` under Swift Testing, are lost without a word,
/// so it matters which of the two runs.
func fail(_ text: String, at site: CallSite) {
  if Test.current != nil {
    Issue.record(
      Comment(rawValue: text),
      sourceLocation: SourceLocation(
        fileID: site.fileID.description, filePath: site.filePath.description,
        line: Int(site.line), column: Int(site.column)))
  } else {
    XCTFail(text, file: site.filePath, line: site.line)
  }
}
