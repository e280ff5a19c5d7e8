import Cairn

/// After what a test compares the state.
@usableFromInline
enum TestEvent<Action: Sendable> {
  case sent(Action)
  case received(Action)

  var text: String {
    switch self {
    case .sent(let action): "\(phrase(for: action)) was sent"
    case .received(let action): "\(phrase(for: action)) was received"
    }
  }
}

/// Before what a test has to have received everything.
@usableFromInline
enum TestOccasion<Action: Sendable> {
  case sending(Action)
  case advancing(by: Duration)
  case skippingInFlight
  case end

  var text: String {
    switch self {
    case .sending(let action): "sending \(phrase(for: action))"
    case .advancing(let duration): "advancing by \(duration)"
    case .skippingInFlight: "skipping what is in flight"
    case .end: "the end of the test"
    }
  }
}
