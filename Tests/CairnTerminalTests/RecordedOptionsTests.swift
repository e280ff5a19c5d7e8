import CairnApp
import CairnSimulation
import Foundation
import Testing

@testable import CairnTerminal

/// Options of an app that a trail cannot contain.
struct RecordedOptionsTests {
  @Test(arguments: [
    ("a b", "a b"), ("a\u{A0}b", "a\u{A0}b"), ("a\u{7}", #"a\u{7}"#), ("a\n", #"a\n"#),
  ])
  func `a session with such an option is not recorded`(value: String, shown: String) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID())").path
    let clock = WallClock(isVirtual: true)
    let recording = try Recording<Vault>(
      path, OptionValues(["--file=\(value)"], among: Vault.options))
    let vault = try Vault(Launch(recording.world, options: OptionValues(), in: clock.simulation))
    let session = Session(vault, in: recording.world, clock: clock)
    #expect {
      try recording.begin(session)
    } throws: {
      "\($0)" == """
        a trail cannot hold the option "--file=\(shown)": there, an option has no spaces and no \
        control characters
        """
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
