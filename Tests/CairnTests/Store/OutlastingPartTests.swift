import Cairn
import Testing

@Suite struct OutlastingPartTests {
  private struct Part: _Kernel.OutlastingPart {
    let name: String
    let log: Log

    func willBeReplaced(by others: [any _Kernel.OutlastingPart]) {
      log.note("\(name) of \(others.count)")
    }
  }

  private struct Document {
    var bytes = [UInt8](repeating: 0, count: 20_000_000)
    var lines = Array(repeating: "line", count: 1_000)
    var first: Part
    var others: [(any _Kernel.OutlastingPart)?]
  }

  /// The time limit tells a look at the collection from a look at each byte.
  @Test(.timeLimit(.minutes(20))) func `the parts beside a long collection of bytes are told`() {
    let log = Log()
    let document = Document(
      first: Part(name: "a", log: log), others: [nil, Part(name: "b", log: log)])
    _Kernel.willReplace(document, by: document)
    #expect(log.all == ["a of 2", "b of 2"])
  }
}
