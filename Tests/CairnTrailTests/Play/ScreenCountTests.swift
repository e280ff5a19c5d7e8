import Cairn
import CairnApp
import CairnTrail
import Synchronization
import Testing

/// The number of times that a trail makes the screens of an app.
@Suite(.timeLimit(.minutes(10))) struct ScreenCountTests {
  private struct Adding: App {
    final class Count: Sendable {
      let value = Atomic(0)
    }

    @TaskLocal static var count = Count()

    static let name = "adding"
    static let summary = "Adds."
    static var properties: [AppProperty<Int>] { [] }
    let state = 0
    let reducer = Reduce<Int, Int> { state, action in
      state += action
      return .none
    }

    init(_ launch: Launch) {}

    func screens(of state: Int) -> [Screen<Int>] {
      Self.count.value.add(1, ordering: .relaxed)
      return [
        Screen("sum", "Sum") {
          Text("Sum: \(state)")
          Button("add", 1)
        }
      ]
    }
  }

  @Test func `a line is read on the screen that the line before has made`() throws {
    let text = String(repeating: "> add\n", count: 100) + "? text Sum: 100\n"
    let trail = try Trail.parse(text, file: "add.trail")
    let count = Adding.Count()
    let failure = try Adding.$count.withValue(count) { try TrailPlayer<Adding>.play(trail) }
    #expect(failure == nil)
    // One for each line of input, and a few for the start and the check.
    #expect((101...105).contains(count.value.load(ordering: .relaxed)))
  }
}
