import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import Testing

/// Properties that hold vacuously are proved and reported as vacuous.
@Suite struct VacuousTests {
  private typealias Property = AppProperty<Locker.State>

  private static let locking: @Sendable (Locker.State, Locker.State) -> Bool = {
    $0.isOpen && !$1.isOpen
  }

  private func description(
    _ properties: [Property], samples: [String: [String]] = LockerApp.samples
  ) throws -> String {
    var model = AppModel<LockerApp>.bare()
    model.samples = samples
    let exploration = try model.explore(checking: properties)
    return exploration.verdicts.map(\.description).joined(separator: "\n")
  }

  @Test func `a vacuous round trip names its missing part`() throws {
    #expect(
      try description([
        .backUndoes("nxt"), .backUndoes("pin"), .backUndoes("open"), .backUndoes("drawer"),
        .backUndoes("drawer", with: "close"),
      ]) == """
        proved      back undoes nxt
            holds vacuously: no screen accepts "nxt"
        proved      back undoes pin
            holds vacuously: no screen accepts "pin"
        proved      back undoes open
            holds vacuously: "open" pushes no screen
        proved      back undoes drawer
            holds vacuously: no screen that "drawer" pushes accepts "back"
        proved      close undoes drawer
        """)
  }

  @Test func `a vacuous secret property says that no step matches`() throws {
    #expect(
      try description([
        .noSecret("locking", after: Self.locking), .noSecret("burning") { _, _ in false },
      ]) == """
        proved      no secret after locking
        proved      no secret after burning
            holds vacuously: no such step exists
        """)
  }

  @Test func `a vacuous secret property says that no secret is entered`() throws {
    #expect(
      try description(
        [.noSecret("a knock") { _, _ in true }, .noRuntimeIssue], samples: ["pin": [""]]) == """
          proved      no secret after a knock
              holds vacuously: no secure field receives a value
          proved      no runtime issue is reported
          """)
  }

  @Test func `a vacuous step property says that no step exists`() throws {
    let exploration = try AppModel<Sign>.bare().explore(checking: [.step("upwards") { $0 < $2 }])
    let verdict = try #require(exploration.verdicts.first)
    #expect(verdict.result == .proved)
    #expect(verdict.remark == "holds vacuously: no step exists")
    #expect(
      try description([.step("none opens") { !$2.isOpen || $0.isOpen || $1 == .input("open") }])
        == "proved      every step: none opens")
  }

  @Test func `with a bound a vacuous property is inconclusive`() throws {
    let properties: [Property] = [
      .backUndoes("nxt"), .noSecret("locking", after: Self.locking),
    ]
    let exploration = try AppModel<LockerApp>.bare().explore(
      checking: properties, within: Bounds(depth: 1))
    #expect(
      exploration.verdicts.map(\.result) == [.inconclusive(.depth(1)), .inconclusive(.depth(1))])
    #expect(exploration.verdicts.map(\.remark) == [nil, nil])
  }
}

/// An app without inputs.
private struct Sign: App {
  static let name = "sign"
  static let summary = "Says something."

  enum Action: Sendable { case read }

  let state = 0
  let reducer = Reduce<Int, Action> { _, _ in .none }

  init(_ launch: Launch) {}

  func screens(of state: Int) -> [Screen<Action>] { [Screen("sign", "Sign") { Text("Closed") }] }
}
