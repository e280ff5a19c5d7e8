import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// Tests of the page "Coming from The Composable Architecture".
@Suite(.leavesNoTask, .timeLimit(.minutes(10))) struct RecipesTests {
  @Test func `a count is reset after a confirmation`() {
    let store = TestStore(Tally.State(count: 3)) { Tally() }
    store.send(.increment) { $0.count = 4 }
    for choice in [Tally.Action.Choice.keep, .reset] {
      store.send(.resetTapped) {
        $0.alert = AlertState(
          "Reset?",
          buttons: [
            ButtonState("Reset", action: .reset), ButtonState("Keep", role: .cancel, action: .keep),
          ])
      }
      store.send(.alert(choice)) {
        $0.alert = nil
        if choice == .reset { $0.count = 0 }
      }
    }
    store.finish()
  }

  @Test func `a search begins when typing pauses`() {
    let store = recipes(find: { _ in [soup] })
    store.send(.setQuery("s")) { $0.query = "s" }
    store.advance(by: .milliseconds(200))
    store.send(.setQuery("so")) { $0.query = "so" }
    store.advance(by: .milliseconds(300))
    store.receive(.case(.found, [soup])) { $0.rows = [soup] }
    store.finish()
  }

  @Test func `an edited recipe changes in the detail and in the list`() {
    let store = recipes(rows: [soup])
    store.send(.rowTapped(1)) { $0.path = [.init(recipe: soup)] }
    store.send(.path(.element(id: 0, action: .editTapped))) {
      $0.path[id: 0]?.destination = .editor(.init(recipe: soup))
    }
    store.send(.path(.element(id: 0, action: .editor(.setTitle("Stew"))))) {
      $0.path[id: 0]?.destination?[case: .editor]?.recipe.title = "Stew"
    }
    store.send(.path(.element(id: 0, action: .editor(.saveTapped))))
    store.receive(.path(.element(id: 0, action: .editor(.saved(stew))))) {
      $0.path = [.init(recipe: stew)]
      $0.rows = [stew]
    }
    store.finish()
  }

  @Test func `a recipe is deleted after a confirmation`() {
    let store = recipes(rows: [soup], path: [.init(recipe: soup)])
    store.send(.path(.element(id: 0, action: .deleteTapped))) {
      $0.path[id: 0]?.destination = .deletion(.deletion(of: soup))
    }
    store.send(.path(.element(id: 0, action: .deletion(.delete(1))))) {
      $0.path = []
      $0.rows = []
    }
    store.finish()
  }
}

private let soup = Recipe(id: 1, title: "Soup")
private let stew = Recipe(id: 1, title: "Stew")

private func recipes(
  rows: IdentifiedArray<Recipe> = [], path: StackState<RecipeDetail.State> = [],
  find: @escaping @Sendable (String) async throws -> [Recipe] = { _ in [] }
) -> TestStoreOf<Recipes> {
  let simulation = Simulation()
  return TestStore(Recipes.State(rows: rows, path: path), simulation: simulation) {
    Recipes(
      clock: simulation.clock,
      storage: RecipeStorage(find: find, save: { _ in }, delete: { _ in }))
  }
}
