import Cairn

extension Screen {
  /// Parses a typed line: a name and, for a field, a picker or a value button, a value.
  ///
  ///     screen.parse("next")
  ///     screen.parse("email ada@example.com")
  ///     screen.parse(#"email "" "#)  // clears
  ///
  /// Names match exactly, case included. The value is the rest of the line without surrounding white
  /// space (Unicode's White_Space: tabs and no-break spaces too). A value that begins with `"` must end
  /// with the matching `"`, and `\"`, `\\`, `\n`, `\t` and `\u{…}` are escapes in it. Elsewhere quotes
  /// and backslashes are literal. A disabled input is reported before other problems of its line.
  ///
  /// Tool commands are *not* parsed: a line that begins with a colon has an unknown name.
  public func parse(_ line: String) -> TypedLine<Action> {
    let (name, value) = line.nameAndValue
    if name.isEmpty { return .blank }
    return answer(
      to: name,
      value.isEmpty ? nil : Result { () throws(MalformedValue) in try value.unquoted() })
  }

  /// Parses a secret that was prompted for after its field's name, and is taken literally.
  ///
  ///     screen.parse("password", secret: prompt())
  ///
  /// It is refused where ``parse(_:)`` refuses the name with a value.
  public func parse(_ name: String, secret: Secret) -> TypedLine<Action> {
    let isSecure = input(named: name)?.isSecure ?? false
    return answer(to: name, .success(isSecure ? "" : secret.reveal()), secret: secret)
  }

  /// Whether a line may contain a secret, so that no history may keep it: its first word names a secure
  /// field, or nothing on this screen.
  package func mayHoldSecret(_ line: String) -> Bool {
    let name = line.nameAndValue.name
    return !name.isEmpty && input(named: name)?.isSecure ?? true
  }

  /// The value of a line for a secure field; `nil` if the line names none, or has no value.
  package func secret(in line: String) -> (name: String, value: Secret)? {
    let (name, value) = line.nameAndValue
    guard !value.isEmpty, input(named: name)?.isSecure == true else { return nil }
    return (name, Secret((try? value.unquoted()) ?? String(value)))
  }

  /// Parses a line once for its meaning, its ``redacted(_:)`` text and its value for a secure field.
  package func interpret(
    _ line: String
  ) -> (meaning: TypedLine<Action>, redacted: String, secret: Secret?) {
    let (name, value) = line.nameAndValue
    if name.isEmpty { return (.blank, "", nil) }
    let shown = redacted(name, value)
    if value.isEmpty { return (answer(to: name, nil), shown, nil) }
    let unquoted = Result { () throws(MalformedValue) in try value.unquoted() }
    guard input(named: name)?.isSecure ?? false else {
      return (answer(to: name, unquoted), shown, nil)
    }
    // The action and the caller share one buffer.
    let accepted = try? unquoted.get()
    let secret = Secret(accepted ?? String(value))
    return (answer(to: name, unquoted, secret: accepted == nil ? nil : secret), shown, secret)
  }

  /// The line with the whole name in place of a beginning that no other name has.
  package func completingName(in line: String) -> String {
    let scalars = line.unicodeScalars
    guard let start = scalars.firstIndex(where: { !$0.isBlank }) else { return line }
    let name = scalars[start...].prefix { !$0.isBlank }
    let meant = names.meant(by: String(name))
    guard meant.count == 1 else { return line }
    return String(scalars[..<start]) + meant[0] + String(scalars[name.endIndex...])
  }

  /// The first of several inputs with semicolons between them, and the text after it; `nil` for one input.
  ///
  /// A line that the screen takes, or would take if the input was enabled, is one input, whatever it contains. A
  /// value that another input follows is in quotes, or an option of a picker.
  ///
  /// - Returns: the rest is `nil` if it may be a secret, which no message shows.
  package func firstOfSeveral(in line: String) -> (first: String, rest: String?)? {
    guard case .refused(let refusal) = parse(line), refusal.wouldSend == nil,
      let end = line.endOfFirstInput
    else { return nil }
    let first = completingName(in: String(line.unicodeScalars[..<end]))
    let name = first.nameAndValue.name
    if first.trimmed == name, input(named: name)?.isSecure == true { return (name, nil) }
    if first.trimmed != name, mayHoldSecret(name) {
      guard case .action = parse(first) else { return (line, nil) }
    }
    return (first.trimmed, String(line.unicodeScalars[end...].dropFirst()).trimmed)
  }

  /// The field or value button of a line whose value has no quotes and contains a semicolon; for a secure field, a
  /// semicolon before the name of an input.
  package func fieldWithSemicolon(in line: String) -> Input<Action>? {
    let (name, value) = line.nameAndValue
    guard value.first != "\"", value.contains(";"), case .action = parse(line),
      let input = input(named: name)
    else { return nil }
    switch input.kind {
    case .field, .valueButton: return input
    case .secureField:
      let others = value.split(separator: ";").dropFirst().map { String($0).nameAndValue.name }
      return others.contains { self.input(named: $0) != nil } ? input : nil
    case .toggle, .picker, .row, .button: return nil
    }
  }

  /// A line for a history or a message: its name and its value, with bullets for a possible secret.
  package func redacted(_ line: String) -> String {
    let (name, value) = line.nameAndValue
    return redacted(name, value)
  }

  private func redacted(_ name: String, _ value: Substring.UnicodeScalarView) -> String {
    if value.isEmpty { return name.terminalSafe }
    let shown =
      mayHoldSecret(name) ? Secret(String(value)).bullets : String(value).terminalSafe
    return "\(name.terminalSafe) \(shown)"
  }

  /// - Parameter secret: the value, if it is for a secure field.
  private func answer(
    to name: String, _ value: Result<String, MalformedValue>?, secret: Secret? = nil
  ) -> TypedLine<Action> {
    guard let input = input(named: name) else {
      let reason = RefusalReason.unknownName(suggestion: name[..<name.endOfName].closest(of: names))
      return .refused(Refusal(reason, word: name, names: names))
    }
    let outcome = Result { () throws(RefusalReason) in
      try input.action(for: value, secret: secret)
    }
    if let reason = input.disabledReason {
      return .refused(
        Refusal(.disabled(reason), word: name, names: names, wouldSend: try? outcome.get()))
    }
    switch outcome {
    case .success(let action): return .action(action, name: name)
    case .failure(let reason): return .refused(Refusal(reason, word: name, names: names))
    }
  }
}

extension [String] {
  /// The names that a word stands for: itself, or else those that begin with it.
  package func meant(by word: String) -> [String] {
    contains(word) ? [word] : filter { $0.hasPrefix(word) }
  }
}

extension String {
  /// The semicolon after the first word, or after its value in quotes.
  fileprivate var endOfFirstInput: Index? {
    let (name, value) = nameAndValue
    guard value.first == "\"", !name.contains(";") else {
      return unicodeScalars.firstIndex(of: ";")
    }
    var rest = value.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      if scalar == "\\" { rest = rest.dropFirst() }
    }
    rest = rest.drop(while: \.isBlank)
    return rest.first == ";" ? rest.startIndex : nil
  }

  /// The first word, and the rest without surrounding white space.
  ///
  /// By scalars: a mark after a space belongs to the value, not to the space.
  fileprivate var nameAndValue: (name: String, value: Substring.UnicodeScalarView) {
    let line = unicodeScalars.drop(while: \.isBlank)
    let name = line.prefix { !$0.isBlank }
    let rest = line[name.endIndex...].drop(while: \.isBlank)
    let end = rest.lastIndex { !$0.isBlank }.map(rest.index(after:)) ?? rest.startIndex
    return (String(name), rest[..<end])
  }
}

/// The meaning of a line on a screen.
///
///     switch screen.parse("email ada@example.com") {
///     case .blank: show(screen)
///     case .action(let action, name: _): store.send(action)
///     case .refused(let refusal): print(refusal.message)
///     }
public enum TypedLine<Action: Sendable>: Sendable {
  /// Nothing but white space.
  case blank
  /// The action of the input with that name.
  case action(Action, name: String)
  /// A line that the screen does not take, with the reason.
  case refused(Refusal<Action>)
}
