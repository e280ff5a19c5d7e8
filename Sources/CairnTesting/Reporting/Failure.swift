import Testing
import XCTest

/// Fails the running test, in Swift Testing and in XCTest alike.
///
/// An issue recorded under XCTest, and an `XCTFail` under Swift Testing, are lost without a word,
/// so it matters which of the two runs.
func fail(_ text: String, at site: CallSite) {
  if Test.current != nil {
    Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
  } else {
    XCTFail(text, file: site.filePath, line: site.line)
  }
}

/// Tells something beside a test that goes on, and does not fail by it: a warning in Swift Testing,
/// as far as it knows of any, or else a line on standard output.
func note(_ text: String, at site: CallSite) {
  #if compiler(>=6.3)
    if Test.current != nil {
      Issue.record(
        Comment(rawValue: text), severity: .warning, sourceLocation: SourceLocation(site))
      return
    }
  #endif
  print("\(site.filePath):\(site.line): note: \(text)")
}

extension SourceLocation {
  fileprivate init(_ site: CallSite) {
    self.init(
      fileID: site.fileID.description, filePath: site.filePath.description,
      line: Int(site.line), column: Int(site.column))
  }
}
