import Cairn

/// A form of ten fields: the delivery address of an order.
struct Delivery: Reducer {
  struct State: Equatable {
    var name = ""
    var email = ""
    var phone = ""
    var street = ""
    var postalCode = ""
    var city = ""
    var country = "Germany"
    var parcels = 1
    var isGift = false
    var greeting = ""

    var isOrdering = false
  }

  enum Field: Equatable, Codable {
    case name(String)
    case email(String)
    case phone(String)
    case street(String)
    case postalCode(String)
    case city(String)
    case country(String)
    case parcels(Int)
    case isGift(Bool)
    case greeting(String)
  }

  enum Action: Equatable, Codable {
    case set(Field)
    case cityFound(String)
    case order, ordered
  }

  let clock: any Clock<Duration>
  let city: @Sendable (_ postalCode: String) async -> String
  let order: @Sendable (State) async -> Void

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .set(let field) where !state.isOrdering:
      return set(field, in: &state)
    case .order where !state.isOrdering && state.problems.isEmpty:
      state.isOrdering = true
      return .merge(
        .cancel(id: "city"),
        .run(name: "order") { [order, state] send in
          await order(state)
          await send(.ordered)
        })
    case .set, .order:
      return .none  // refused
    case .cityFound(let city):
      state.city = city
    case .ordered:
      state = State()
    }
    return .none
  }

  private func set(_ field: Field, in state: inout State) -> Effect<Action> {
    switch field {
    case .name(let name): state.name = name
    case .email(let email): state.email = email
    case .phone(let phone): state.phone = phone.filter { $0 != " " }
    case .street(let street): state.street = street
    case .city(let city): state.city = city
    case .country(let country): state.country = country
    case .parcels(let parcels): state.parcels = max(1, parcels)
    case .greeting(let greeting): state.greeting = greeting
    case .isGift(let isGift):
      state.isGift = isGift
      if !isGift { state.greeting = "" }
    case .postalCode(let code):
      state.postalCode = code
      return .run(name: "city") { [city] send in await send(.cityFound(await city(code))) }
        .debounced(id: "city", for: .milliseconds(300), on: clock)
    }
    return .none
  }
}

extension Delivery.State {
  /// The reasons why the order is incomplete, computed from the fields and never stored.
  var problems: [String] {
    var problems: [String] = []
    if name.isEmpty { problems.append("a name is required") }
    if !email.contains("@") { problems.append("this is no e-mail address") }
    if isGift && greeting.isEmpty { problems.append("a gift needs a greeting") }
    return problems
  }
}
