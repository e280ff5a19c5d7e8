import Observation

/// Key paths that stand for what is tracked, and the registrar that keeps their observers.
struct Tokens {
  typealias Token = KeyPath<Subject, Void>

  /// The root of the tokens; it holds nothing.
  struct Subject: Observable {
    subscript(number: Int) -> Void { () }
  }

  private let registrar = ObservationRegistrar()
  private var spare: Token = \Subject[0]
  /// One that was given back. To make a token is to make a key path, which takes a microsecond.
  private var returned: Token?
  private var lastNumber = 0

  func access(_ token: Token) { registrar.access(Subject(), keyPath: token) }

  /// What tells the observers of a token. It keeps no other token.
  func notification(of token: Token) -> () -> Void {
    { [registrar] in registrar.withMutation(of: Subject(), keyPath: token) {} }
  }

  /// Reads the spare token; whether anybody has kept it, which is whether anybody is tracking.
  mutating func accessSpare() -> Bool {
    access(spare)
    return !isKnownUniquelyReferenced(&spare)
  }

  mutating func takeSpare() -> Token {
    let token = spare
    spare = returned.take() ?? make()
    return token
  }

  /// Takes back a token that nobody else keeps.
  mutating func giveBack(_ token: consuming Token) { returned = token }

  private mutating func make() -> Token {
    lastNumber += 1
    return \Subject[lastNumber]
  }
}
