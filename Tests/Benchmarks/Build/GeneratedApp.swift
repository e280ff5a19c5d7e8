/// The sources of two apps that do the same: one of Cairn's reducers and stores, and one of functions and a store
/// of ten lines.
///
/// Each parent has six features in scopes, two stacks whose pages are one of three features, an optional child and
/// a store. Ten parents are 60 features, 60 scopes, 20 stacks, 10 stores and 210 case paths.
struct GeneratedApp {
  let parents: Int

  var cairn: String {
    """
    import Cairn

    \(features { number, body in
      """
      struct F\(number): Reducer {
        func reduce(into state: inout F\(number)State, action: F\(number)Action) -> Effect<F\(number)Action> {
          \(body(".run(name: \"load\") { send in await send(.loaded([\(number)])) }", ".none"))
        }
      }
      """
    })
    \(joined(0..<parents) { parent in
      joined(0..<2) { cairnPages(parent, $0) } + cairnParent(parent)
    })
    \(main)
    """
  }

  var plain: String {
    """
    struct Work<Action: Sendable>: Sendable {
      let run: @Sendable () async -> Action
    }

    @MainActor final class PlainStore<State, Action: Sendable> {
      private(set) var state: State
      private let reduce: (inout State, Action) -> [Work<Action>]

      init(_ state: State, _ reduce: @escaping (inout State, Action) -> [Work<Action>]) {
        (self.state, self.reduce) = (state, reduce)
      }

      func send(_ action: Action) {
        for work in reduce(&state, action) { Task { self.send(await work.run()) } }
      }
    }

    \(features { number, body in
      """
      func f\(number)(_ state: inout F\(number)State, _ action: F\(number)Action) -> [Work<F\(number)Action>] {
        \(body("[Work { .loaded([\(number)]) }]", "[]"))
      }
      """
    })
    \(joined(0..<parents) { parent in
      joined(0..<2) { plainPages(parent, $0) } + plainParent(parent)
    })
    \(main)
    """
  }

  // MARK: What both have

  /// - Parameter reducer: makes the reducer of a feature, given its body with an effect and without work.
  private func features(
    _ reducer: (_ number: Int, _ body: (_ load: String, _ none: String) -> String) -> String
  ) -> String {
    joined(0..<6 * parents) { number in
      """
      struct F\(number)State: Equatable {
        var count = \(number)
        var text = ""
        var isOn = false
        var items: [Int] = []
      }

      enum F\(number)Action: Sendable {
        case increment
        case typed(String)
        case toggled
        case load
        case loaded([Int])
      }

      """
        + reducer(number) { load, none in
          """
          switch action {
          case .increment: state.count += \(number + 1)
          case .typed(let text): state.text = text
          case .toggled: state.isOn.toggle()
          case .load: return \(load)
          case .loaded(let items): state.items = items
          }
          return \(none)
          """
        }
    }
  }

  private var main: String {
    """
    @main struct Main {
      static func main() {
        print([\((0..<parents).map { "use\($0)()" }.joined(separator: ", "))])
      }
    }
    """
  }

  private func use(_ parent: Int, _ store: String, _ state: String) -> String {
    let first = children(parent).lowerBound
    return """
      @MainActor func use\(parent)() -> Int {
        let store = \(store)
        store.send(.push)
        store.send(.present)
        store.send(.f\(first)(.increment))
        store.send(.sheet(.load))
        return \(state).f\(first).count
      }

      """
  }

  private func children(_ parent: Int) -> Range<Int> { 6 * parent..<6 * parent + 6 }

  private func pages(_ parent: Int, _ stack: Int) -> Range<Int> {
    6 * parent + 3 * stack..<6 * parent + 3 * stack + 3
  }

  /// The optional child.
  private func sheet(_ parent: Int) -> Int { (6 * parent + 7) % (6 * parents) }

  private func joined<Elements: Sequence>(
    _ elements: Elements, _ text: (Elements.Element) -> String
  ) -> String {
    elements.map { text($0) + "\n" }.joined()
  }

  private func cases(_ parent: Int, stack: (Int) -> String) -> String {
    """
    \(joined(children(parent)) { "case f\($0)(F\($0)Action)" })
    \(joined(0..<2) { "case stack\($0)(\(stack($0)))" })
    case sheet(F\(sheet(parent))Action)
    case present
    case push
    """
  }

  // MARK: Reducers

  private func casePath(_ root: String, _ value: String, _ name: String) -> String {
    """
    extension CasePath<\(root), \(value)> {
      static var \(name): Self { Self(Root.\(name)) { if case .\(name)(let x) = $0 { x } else { nil } } }
    }

    """
  }

  private func cairnPages(_ parent: Int, _ stack: Int) -> String {
    let (name, pages) = ("Pages\(parent)_\(stack)", pages(parent, stack))
    return """
      struct \(name): Reducer {
        enum State: Equatable {
          \(joined(pages) { "case f\($0)(F\($0)State)" })
        }

        enum Action: Sendable {
          \(joined(pages) { "case f\($0)(F\($0)Action)" })
        }

        @ReducerBuilder<State, Action> var body: some Reducer<State, Action> {
          \(joined(pages) { "Scope(.f\($0), .f\($0)) { F\($0)() }" })
        }
      }

      \(joined(pages) {
        casePath("\(name).State", "F\($0)State", "f\($0)")
          + casePath("\(name).Action", "F\($0)Action", "f\($0)")
      })
      """
  }

  private func cairnParent(_ parent: Int) -> String {
    let (name, children, sheet) = ("P\(parent)", children(parent), sheet(parent))
    return """
      struct \(name): Reducer {
        struct State: Equatable {
          \(joined(children) { "var f\($0) = F\($0)State()" })
          \(joined(0..<2) { "var stack\($0): StackState<Pages\(parent)_\($0).State> = []" })
          var sheet: F\(sheet)State?
        }

        enum Action: Sendable {
          \(cases(parent) { "StackAction<Pages\(parent)_\($0).Action>" })
        }

        var body: some ReducerOf<Self> {
          \(joined(children) { "Scope(\\.f\($0), .f\($0)) { F\($0)() }" })
          Reduce { state, action in
            switch action {
            case .present: state.sheet = F\(sheet)State()
            case .push:
              state.stack0.push(.f\(children.lowerBound)(F\(children.lowerBound)State()))
              state.stack1.push(.f\(children.lowerBound + 3)(F\(children.lowerBound + 3)State()))
            case .stack0, .stack1, .sheet, \(children.map { ".f\($0)" }.joined(separator: ", ")): break
            }
            return .none
          }
          .ifLet(\\.sheet, .sheet) { F\(sheet)() }
          \(joined(0..<2) { ".forEach(\\.stack\($0), .stack\($0)) { Pages\(parent)_\($0)() }" })
        }
      }

      \(joined(children) { casePath("\(name).Action", "F\($0)Action", "f\($0)") })
      \(joined(0..<2) {
        casePath("\(name).Action", "StackAction<Pages\(parent)_\($0).Action>", "stack\($0)")
      })
      \(casePath("\(name).Action", "F\(sheet)Action", "sheet"))
      \(use(parent, "Store(\(name).State()) { \(name)() }", "store"))
      """
  }

  // MARK: Functions

  private func plainPages(_ parent: Int, _ stack: Int) -> String {
    let (name, pages) = ("Pages\(parent)_\(stack)", pages(parent, stack))
    return """
      enum \(name)State: Equatable {
        \(joined(pages) { "case f\($0)(F\($0)State)" })
      }

      enum \(name)Action: Sendable {
        \(joined(pages) { "case f\($0)(F\($0)Action)" })
      }

      func \(name.lowercased())(
        _ state: inout \(name)State, _ action: \(name)Action
      ) -> [Work<\(name)Action>] {
        switch (state, action) {
        \(joined(pages) { page in
          """
          case (.f\(page)(var child), .f\(page)(let action)):
            defer { state = .f\(page)(child) }
            return f\(page)(&child, action).map { work in Work { await .f\(page)(work.run()) } }
          """
        })
        default: return []
        }
      }

      """
  }

  private func plainParent(_ parent: Int) -> String {
    let (name, children, sheet) = ("P\(parent)", children(parent), sheet(parent))
    return """
      struct \(name)State: Equatable {
        \(joined(children) { "var f\($0) = F\($0)State()" })
        \(joined(0..<2) { "var stack\($0): [Pages\(parent)_\($0)State] = []" })
        var sheet: F\(sheet)State?
      }

      enum \(name)Action: Sendable {
        \(cases(parent) { "Int, Pages\(parent)_\($0)Action" })
      }

      func p\(parent)(_ state: inout \(name)State, _ action: \(name)Action) -> [Work<\(name)Action>] {
        switch action {
        \(joined(children) { child in
          """
          case .f\(child)(let action):
            return f\(child)(&state.f\(child), action).map { work in Work { await .f\(child)(work.run()) } }
          """
        })
        \(joined(0..<2) { stack in
          """
          case .stack\(stack)(let index, let action):
            guard state.stack\(stack).indices.contains(index) else { return [] }
            return pages\(parent)_\(stack)(&state.stack\(stack)[index], action).map { work in
              Work { await .stack\(stack)(index, work.run()) }
            }
          """
        })
        case .sheet(let action):
          guard var child = state.sheet else { return [] }
          defer { state.sheet = child }
          return f\(sheet)(&child, action).map { work in Work { await .sheet(work.run()) } }
        case .present: state.sheet = F\(sheet)State()
        case .push:
          state.stack0.append(.f\(children.lowerBound)(F\(children.lowerBound)State()))
          state.stack1.append(.f\(children.lowerBound + 3)(F\(children.lowerBound + 3)State()))
        }
        return []
      }

      \(use(parent, "PlainStore(\(name)State(), p\(parent))", "store.state"))
      """
  }
}
