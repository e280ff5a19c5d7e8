import Cairn
import CairnApp
import ExampleSupport

/// The screens above the list of classes.
struct Path: FeatureEnum {
  typealias ActionTraits = Codable & Equatable

  let logIn: LogIn
  let signUp: SignUp
  let video: Video
  let stats = Stats()
}

extension Path.State {
  var screens: [Screen<Path.Action>] {
    switch self {
    // The two forms are modals over the list.
    case .logIn(let state): [state.screen.over("Classes").map { .logIn($0) }]
    case .signUp(let state): state.screens.map { $0.map { .signUp($0) } }
    case .video(let state): [state.screen.map { .video($0) }]
    case .stats(let state): [state.screen.map { .stats($0) }]
    }
  }
}
