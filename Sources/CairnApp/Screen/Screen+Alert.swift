import Cairn

extension Screen {
  /// The screen of an alert or a confirmation dialog: its title, its message, and a list row for each
  /// button.
  ///
  ///     func screens(of state: Files.State) -> [Screen<Files.Action>] {
  ///       let alert = state.alert.map { Screen<Files.Choice>("delete", $0).map { Files.Action.alert($0) } }
  ///       return [files(state)] + [alert].compactMap(\.self)
  ///     }
  ///
  /// A button without a ``Cairn/ButtonState/name`` is typed as its label, in lower case and with hyphens
  /// in place of white space: `keep-editing` for "Keep editing". If that is no name of an element, the
  /// name is `choice`. A repeated name gets a number: `delete`, `delete-2`. A destructive button is
  /// marked as destructive.
  public init(_ id: String, _ alert: AlertState<Action>) {
    self.init(id, alert.title) {
      if let message = alert.message { Text(paragraphs: message) }
      for (name, button) in zip(alert.typedNames, alert.buttons) {
        ListRow(name, button.typedText, button.action)
      }
    }
  }
}

extension AlertState {
  fileprivate var typedNames: [String] {
    var names = buttons.compactMap(\.name)
    return buttons.map { button in
      if let name = button.name { return name }
      let name = button.label.asTypedName
      let free = (2...).lazy.map { "\(name)-\($0)" }.first { !names.contains($0) }
      let typed = names.contains(name) ? free ?? name : name
      names.append(typed)
      return typed
    }
  }
}

extension ButtonState {
  fileprivate var typedText: String {
    switch role {
    case .default, .cancel: label
    case .destructive: "\(label) (destructive)"
    }
  }
}

extension String {
  fileprivate var asTypedName: String {
    let words = lowercased().unicodeScalars.split { $0.isBlank || $0 == ":" }
    let name = words.map { String($0) }.joined(separator: "-")
    return name.canBeTypedAsName ? name : "choice"
  }
}
