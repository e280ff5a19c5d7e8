import Cairn
import CairnApp

/// The screen of a person who is logged in or not.
struct Destination: FeatureEnum {
  typealias ActionTraits = Codable & Equatable

  let login: Login
  let feed: Feed
}
