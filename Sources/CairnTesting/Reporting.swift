import Testing
import XCTest

/// The source location of a call in a test.
@usableFromInline
struct CallSite {
  @usableFromInline let fileID: StaticString
  @usableFromInline let filePath: StaticString
  @usableFromInline let line: UInt
  @usableFromInline let column: UInt

  @inlinable
  init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

/// Fails the running test, in Swift Testing or in XCTest.
///
/// The running framework matters, because XCTest silently ignores an `Issue`, and Swift Testing an
/// `XCTFail`.
func fail(_ text: String, at site: CallSite) {
  if Test.current != nil {
    Issue.record(Comment(rawValue: text), sourceLocation: SourceLocation(site))
  } else {
    XCTFail(text, file: site.filePath, line: site.line)
  }
}

/// Reports a text without failing the test: as a warning in Swift Testing 6.3 or later, otherwise as
/// a line on standard output.
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
