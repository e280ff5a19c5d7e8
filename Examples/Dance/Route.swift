import CairnApp

/// A place in the app, as the option `--open` names it.
///
///     Route("/video/12")  // .video(12)
enum Route: Codable, Hashable, Sendable {
  case classes, logIn, signUp
  case video(DanceClass.ID)

  /// The routes in words.
  static let all = "/classes, /login, /signup, /video/ID"

  /// - Returns: `nil` if the text is no route.
  init?(_ text: String) {
    switch text {
    case "/classes": self = .classes
    case "/login": self = .logIn
    case "/signup": self = .signUp
    default:
      let prefix = "/video/"
      guard text.hasPrefix(prefix), let id = Int(text.dropFirst(prefix.count)),
        text == "\(prefix)\(id)"
      else { return nil }
      self = .video(id)
    }
  }

  /// The route of `--open`, by default the list of classes.
  ///
  /// - Throws: an unknown route, and the id of an unknown class.
  init(opening text: String?, among classes: [DanceClass]) throws(UsageError) {
    guard let route = Route(text ?? "/classes") else {
      throw UsageError("--open: \((text ?? "").inQuotes) is not a route; there are: \(Self.all)")
    }
    if case .video(let id) = route, !classes.contains(where: { $0.id == id }) {
      throw UsageError("--open: there is no class \(id)")
    }
    self = route
  }
}
