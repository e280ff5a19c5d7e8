import Cairn
import CairnApp
import CairnExplorer
import CairnModel
import CairnSimulation

extension Quantity {
  /// A search through a shop in which a list, a debounce and a checkout are in flight at once.
  static var explorerShop: Quantity {
    Quantity(name: "explorer-shop", unit: "seconds for a shop") { effort in
      ShopApp.explored(options: ["--most=\(effort.mostOfProduct)"]).elapsed / .seconds(1)
    }
  }
}

/// A shop with three products: a list that is searched and can fail, quantities, and a checkout that can be
/// cancelled.
struct Shop: Reducer {
  enum List: Hashable {
    case loading, failed
    case loaded([Int])
  }

  enum Checkout: Hashable { case none, sending, declined, done }

  struct State: Hashable {
    var query = ""
    var list = List.loading
    var quantities = [0, 0, 0]
    var checkout = Checkout.none

    var checkoutObjection: String? {
      quantities.contains { $0 > 0 } ? nil : "the basket is empty"
    }
  }

  enum Action: Hashable {
    case load, loadFailed, checkout, cancel, close
    case queryChanged(String)
    case loaded([Int])
    case changed(Int, by: Int)
    case ordered(Bool)
  }

  static let products = ["apples", "bread", "cheese"]

  let clock: any Clock<Duration>
  let choices: Choices
  /// The largest quantity of a product.
  let most: Int

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      state.list = .loading
      return load(state.query)
    case .queryChanged(let query):
      guard query != state.query else { return .none }
      state.query = query
      return .send(.load).debounced(id: "search", for: .milliseconds(300), on: clock)
    case .loaded(let products):
      state.list = .loaded(products)
    case .loadFailed:
      state.list = .failed
    case .changed(let product, let difference):
      let quantity = state.quantities[product] + difference
      guard state.checkout != .sending, (0...most).contains(quantity) else { return .none }
      state.quantities[product] = quantity
    case .checkout:
      guard state.checkout != .sending, state.checkoutObjection == nil else { return .none }
      state.checkout = .sending
      return .run(name: "checkout", input: state.quantities) { [clock, choices] _, send in
        try await clock.sleep(for: .seconds(2))
        await send(.ordered(choices.choose("checkout", ["ok": true, "declined": false])))
      }
      .cancellable(id: "checkout")
    case .cancel:
      guard state.checkout == .sending else { return .none }
      state.checkout = .none
      return .cancel(id: "checkout")
    case .ordered(true):
      state.checkout = .done
      state.quantities = [0, 0, 0]
    case .ordered(false):
      state.checkout = .declined
    case .close:
      state.checkout = .none
    }
    return .none
  }

  private func load(_ query: String) -> Effect<Action> {
    .run(name: "list", input: query) { [clock, choices] query, send in
      try await clock.sleep(for: .seconds(1))
      guard choices.choose("list", ["ok": true, "down": false]) else {
        return await send(.loadFailed)
      }
      let found = Shop.products.indices.filter { Shop.products[$0].hasPrefix(query) }
      await send(.loaded(found))
    }
    .cancellable(id: "list", cancelInFlight: true)
  }
}

struct ShopApp: SearchedApp {
  static let options = [AppOption("--most", value: "N", help: "the largest quantity of a product")]
  static let samples = ["query": ["", "a"]]

  let state = Shop.State()
  let reducer: Shop
  let firstAction: Shop.Action? = .load

  init(_ launch: Launch) {
    let most = launch.options["--most"].flatMap { Int($0) } ?? 3
    reducer = Shop(clock: launch.clock, choices: launch.choices, most: most)
  }

  func elements(of state: Shop.State) -> ScreenBuilder<Shop.Action>.Elements {
    let isSending = state.checkout == .sending ? "the order is sent" : nil
    Field("query", state.query) { .queryChanged($0) }
    switch state.list {
    case .loading: Progress("Loading…")
    case .failed: Button("retry", .load)
    case .loaded(let products):
      for product in products {
        let quantity = state.quantities[product]
        Text("\(Shop.products[product]): \(quantity)")
        Button(
          "more-\(product)",
          disabledBecause: isSending ?? (quantity < reducer.most ? nil : "enough"),
          .changed(product, by: 1))
        Button(
          "less-\(product)", disabledBecause: isSending ?? (quantity > 0 ? nil : "none"),
          .changed(product, by: -1))
      }
    }
    switch state.checkout {
    case .none, .declined:
      Button("checkout", disabledBecause: state.checkoutObjection, .checkout)
    case .sending: Button("cancel", .cancel)
    case .done: Button("close", .close)
    }
  }
}
