import CairnScreen
import CairnTrail

// What is proved because it never came up.
extension AppSearch {
  /// Why no way back was looked at; `nil` if one was.
  func vacuity(
    of ways: AppGraph.ForthAndBack, _ next: String, _ back: String
  ) -> String? {
    switch ways {
    case .neverTyped: neverCameUp("\(next.inQuotes) can be typed nowhere")
    case .neverForth: neverCameUp("\(next.inQuotes) puts no screen on top")
    case .neverBack:
      neverCameUp("where \(next.inQuotes) leads, \(back.inQuotes) cannot be typed")
    case .undone, .notUndone: nil
    }
  }

  /// Why no secret was looked for after such a step; `nil` if one was.
  func vacuityOfSecret(_ property: Int) -> String? {
    guard findings.suspects.values.contains(where: { $0.property == property }) else {
      return neverCameUp("there is no such step")
    }
    let secrets = lines.samples.secrets(of: lines.secureNames)
    return secrets.isEmpty ? neverCameUp("nothing is typed into a secure field") : nil
  }

  /// Why no step was looked at; `nil` if one was.
  var vacuityOfSteps: String? {
    map.graph.edges.isEmpty ? neverCameUp("there is no step") : nil
  }

  private func neverCameUp(_ reason: String) -> String { "it never came up: \(reason)" }
}
