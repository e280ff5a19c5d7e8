import Cairn
import CairnSimulation
import CairnTesting
import Testing

/// The short feature of the page "Coming from The Composable Architecture".
struct Tally: Reducer {
  struct State: Equatable {
    var count = 0
    var alert: AlertState<Action.Choice>?
  }
  enum Action: Equatable, CasePathable {
    case increment, resetTapped
    case alert(Choice)
    enum Choice { case reset, keep }
  }
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .increment: state.count += 1
      case .resetTapped:
        state.alert = AlertState(
          "Reset?",
          buttons: [
            ButtonState("Reset", action: .reset), ButtonState("Keep", role: .cancel, action: .keep),
          ])
      case .alert(.reset): state.count = 0
      case .alert(.keep): break
      }
      return .none
    }
    .ifLet(\.alert, .alert) { DismissOnAction() }
  }
}

struct Recipe: Equatable, Identifiable {
  let id: Int
  var title: String
}

struct RecipeStorage {
  var find: @Sendable (String) async throws -> [Recipe]
  var save: @Sendable (Recipe) async throws -> Void
  var delete: @Sendable (Recipe.ID) async throws -> Void
}

struct Recipes {
  struct State: Equatable {
    var query = ""
    var rows: IdentifiedArray<Recipe> = []
    var problem: String?
    var path: StackState<RecipeDetail.State> = []
    // A change is being saved.
    var isStoring = false
  }

  enum Action: Equatable, CasePathable {
    case setQuery(String)
    case found([Recipe])
    case failed(String)
    case stored(problem: String?)
    case rowTapped(Recipe.ID)
    case path(StackAction<RecipeDetail.Action>)
  }

  let clock: any Clock<Duration>
  let storage: RecipeStorage
}

extension Recipes {
  private func search(_ query: String) -> Effect<Action> {
    guard !query.isEmpty else { return .cancel(id: "search") }
    return .run(name: "search") { [storage] send in
      await send(.found(try await storage.find(query)))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
    .debounced(id: "search", for: .milliseconds(300), on: clock)
  }
}

struct RecipeEditor: Reducer {
  struct State: Equatable { var recipe: Recipe }

  enum Action: Equatable {
    case setTitle(String)
    case saveTapped, cancelTapped
    case saved(Recipe)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .setTitle(let title): state.recipe.title = title
    case .saveTapped where state.recipe.title.isEmpty: break  // refused
    case .saveTapped: return .send(.saved(state.recipe))
    case .saved, .cancelTapped: return .dismiss
    }
    return .none
  }
}

struct RecipeDetail: Reducer {
  struct State: Equatable {
    var recipe: Recipe
    var destination: Destination?
    /// Whether a change of a recipe is on its way: no other one begins.
    var isStoring = false
  }

  enum Destination: Equatable, CasePathable {
    case editor(RecipeEditor.State)
    case deletion(AlertState<Choice>)
  }

  enum Action: Equatable, CasePathable {
    case editTapped, deleteTapped
    case editor(RecipeEditor.Action)
    case deletion(Choice)
  }

  enum Choice: Equatable {
    case delete(Recipe.ID)
    case keep
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editTapped where state.isStoring, .deleteTapped where state.isStoring:
        break  // refused
      case .editTapped: state.destination = .editor(.init(recipe: state.recipe))
      case .deleteTapped: state.destination = .deletion(.deletion(of: state.recipe))
      case .editor(.saved(let recipe)): state.recipe = recipe
      case .deletion(.delete): return .dismiss
      case .editor, .deletion: break
      }
      return .none
    }
    .ifLet(\.destination[case: .editor], .editor) { RecipeEditor() }
    .ifLet(\.destination[case: .deletion], .deletion) { DismissOnAction() }
  }
}

extension AlertState<RecipeDetail.Choice> {
  static func deletion(of recipe: Recipe) -> Self {
    AlertState(
      "Delete \(recipe.title)?", style: .confirmationDialog,
      buttons: [
        ButtonState("Delete", role: .destructive, action: .delete(recipe.id)),
        ButtonState("Keep", role: .cancel, action: .keep),
      ])
  }
}

extension Recipes: Reducer {
  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setQuery(let query):
        state.query = query
        if query.isEmpty { state.rows = [] }
        return search(query)
      case .found(let recipes):
        state.rows = IdentifiedArray(recipes)
        state.problem = nil
      case .failed(let problem):
        state.problem = problem
      case .rowTapped(let id):
        guard !state.isStoring, let recipe = state.rows[id: id] else { break }
        state.path.append(.init(recipe: recipe))
      case .path(.element(_, .editor(.saved(let recipe)))):
        state.rows[id: recipe.id] = recipe
        return store("save", &state) { try await $0.save(recipe) }
      case .path(.element(_, .deletion(.delete(let id)))):
        state.rows.remove(id: id)
        return store("delete", &state) { try await $0.delete(id) }
      case .stored(let problem):
        state.setStoring(false)
        state.problem = problem
      case .path:
        break
      }
      return .none
    }
    .forEach(\.path, .path) { RecipeDetail() }
  }

  private func store(
    _ name: String, _ state: inout State,
    _ change: @escaping @Sendable (RecipeStorage) async throws -> Void
  ) -> Effect<Action> {
    state.setStoring(true)
    return .run(name: name) { [storage] send in
      try await change(storage)
      await send(.stored(problem: nil))
    } catch: { error, send in
      await send(.stored(problem: "\(error)"))
    }
  }
}

extension Recipes.State {
  fileprivate mutating func setStoring(_ isStoring: Bool) {
    self.isStoring = isStoring
    for id in path.ids { path[id: id]?.isStoring = isStoring }
  }
}

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
      $0.path = [.init(recipe: stew, isStoring: true)]
      $0.rows = [stew]
      $0.isStoring = true
    }
    store.receive(.stored(problem: nil)) {
      $0.path[id: 0]?.isStoring = false
      $0.isStoring = false
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
      $0.isStoring = true
    }
    store.receive(.stored(problem: nil)) { $0.isStoring = false }
    store.finish()
  }

  @Test func `no change begins while another one is stored, and a failure is told`() {
    let simulation = Simulation()
    let editor = RecipeDetail.State(recipe: soup, destination: .editor(.init(recipe: stew)))
    let store = recipes(
      rows: [soup], path: [editor], in: simulation,
      save: { [clock = simulation.clock] in
        try await clock.sleep(for: .seconds(1))
        throw Full()
      })
    store.send(.path(.element(id: 0, action: .editor(.saved(stew))))) {
      $0.path = [.init(recipe: stew, isStoring: true)]
      $0.rows = [stew]
      $0.isStoring = true
    }
    for action in [RecipeDetail.Action.editTapped, .deleteTapped] {
      store.send(.path(.element(id: 0, action: action)))
    }
    store.send(.rowTapped(1))
    store.advance(by: .seconds(1))
    store.receive(.stored(problem: "Full()")) {
      $0.path[id: 0]?.isStoring = false
      $0.isStoring = false
      $0.problem = "Full()"
    }
    store.finish()
  }
}

private let soup = Recipe(id: 1, title: "Soup")
private let stew = Recipe(id: 1, title: "Stew")

private struct Full: Error {}

private func recipes(
  rows: IdentifiedArray<Recipe> = [], path: StackState<RecipeDetail.State> = [],
  in simulation: Simulation = Simulation(),
  find: @escaping @Sendable (String) async throws -> [Recipe] = { _ in [] },
  save: @escaping @Sendable () async throws -> Void = {}
) -> TestStoreOf<Recipes> {
  TestStore(Recipes.State(rows: rows, path: path), simulation: simulation) {
    Recipes(
      clock: simulation.clock,
      storage: RecipeStorage(find: find, save: { _ in try await save() }, delete: { _ in }))
  }
}
