import Cairn
import CairnApp
import Testing

/// The screens of a stack, with the ids of their actions.
struct StackScreensTests {
  private enum Root: Equatable {
    case home
    case path(StackAction<String>)
  }

  private static let path = CasePath(Root.path) { if case .path(let x) = $0 { x } else { nil } }

  @Test func `the screens of a stack are in order, and each action has the id of its screen`() {
    var stack: StackState<String> = ["a", "b", "c"]
    stack.remove(id: 1)
    let screens: [Screen<Root>] =
      [Screen("home", "Home") { Button("go", .home) }]
      + .screens(of: stack, Self.path) { name in
        Screen(name, name) { Button("open", "open \(name)") }
      }
    #expect(screens.map(\.id) == ["home", "a", "c"])
    let actions = screens.compactMap { screen -> Root? in
      if case .action(let action, name: _) = screen.parse("open") { action } else { nil }
    }
    #expect(
      actions == [
        .path(.element(id: 0, action: "open a")), .path(.element(id: 2, action: "open c")),
      ])
  }

  @Test func `a feature of a stack may have several screens`() {
    let stack: StackState<Int> = [1, 2]
    let screens: [Screen<Root>] = .screens(of: stack, Self.path) { count in
      (1...count).map { number in
        Screen("\(count)-\(number)", "") { Button("open", "\(number)") }
      }
    }
    #expect(screens.map(\.id) == ["1-1", "2-1", "2-2"])
    guard case .action(let action, name: _)? = screens.last?.parse("open") else {
      Issue.record("the button has no action")
      return
    }
    #expect(action == .path(.element(id: 1, action: "2")))
  }
}
