import Foundation
import Testing

/// Whether the gate runs the tests: `.ci/run` sets the variable `CAIRN_GATE`.
public let isGate = ProcessInfo.processInfo.environment["CAIRN_GATE"] != nil

extension Trait where Self == ConditionTrait {
  /// A test that takes long. `swift test` skips it.
  public static var gate: Self {
    .enabled(if: isGate, "only the gate runs this test; CAIRN_GATE=1 swift test runs it, too")
  }
}
