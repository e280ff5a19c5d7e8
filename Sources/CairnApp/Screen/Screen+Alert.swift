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
  public init(
    _ id: String, _ alert: AlertState<Action>, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      id, alert.title,
      {
        if let message = alert.message { Text(paragraphs: message) }
        for (name, button) in zip(alert.typedNames, alert.buttons) {
          let mark = button.role == .destructive ? " (destructive)" : ""
          ListRow(name, button.label + mark, button.action, fileID: fileID, line: line)
        }
      }, fileID: fileID, line: line)
  }
}

extension AlertState {
  fileprivate var typedNames: [String] {
    var (taken, next) = (Set(buttons.compactMap(\.name)), [String: Int]())
    return buttons.map { button in
      if let name = button.name { return name }
      let label = button.label.asTypedName(or: "choice")
      let name = label.free(in: taken, from: &next[label, default: 2])
      taken.insert(name)
      return name
    }
  }
}
