import Cairn
import CairnApp

/// The screen above Get Started.
struct Destination: FeatureEnum {
  typealias ActionTraits = Codable & Equatable

  let login: Login
  let signup: Signup
}
