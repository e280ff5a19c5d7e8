import Cairn
import CairnApp

/// The screens above the welcome screen.
struct Path: FeatureEnum {
  typealias ActionTraits = Codable & Equatable

  let terms = Terms()
  let credentials = Credentials()
  let personalInfo = PersonalInfo()
  let newPIN = NewPIN()
  let confirmPIN: ConfirmPIN
}

extension Path.Action {
  var isBack: Bool {
    switch self {
    case .terms(.back), .credentials(.back), .personalInfo(.back), .newPIN(.back),
      .confirmPIN(.back):
      true
    case .terms, .credentials, .personalInfo, .newPIN, .confirmPIN: false
    }
  }
}
