import Cairn

extension Screen {
  /// The meaning of a typed line: a name and, for a field or a choice, a value.
  ///
  ///     screen.read("next")
  ///     screen.read("email ada@example.com")
  ///     screen.read(#"email "" "#)  // clears
  ///
  /// Names are matched exactly, case included. The value is the rest of the line without the white
  /// space around it (Unicode's White_Space: tabs and no-break spaces too); one that begins with
  /// `"` must end with the matching `"`, and `\"`, `\\`, `\n`, `\t` and `\u{…}` are escapes in it.
  /// Elsewhere quotes and backslashes are literal. That an input is disabled comes before whatever
  /// else is wrong with its line.
  ///
  /// It does *not* know tool commands: a line that begins with a colon has an unknown name.
  public func read(_ line: String) -> TypedLine<Action> {
    let (name, value) = line.nameAndValue
    if name.isEmpty { return .blank }
    return answer(
      to: name,
      value.isEmpty ? nil : Result { () throws(MalformedValue) in try value.unquoted() })
  }

  /// The meaning of a secret that was asked for after its field's name, taken as it is.
  ///
  ///     screen.read("password", secret: prompt())
  ///
  /// It is refused where ``read(_:)`` would refuse the name with a value.
  public func read(_ name: String, secret: Secret) -> TypedLine<Action> {
    answer(to: name, .success(secret.reveal()))
  }

  /// Whether a line could hold a secret, so that it must not be kept in a history: its first word
  /// names a secure field, or nothing on this screen.
  public func mayHoldSecret(_ line: String) -> Bool {
    let name = line.nameAndValue.name
    return !name.isEmpty && input(named: name)?.isSecure ?? true
  }

  /// The value that a line has for a secure field; `nil` if it names none, or has none.
  package func secret(in line: String) -> (name: String, value: Secret)? {
    let (name, value) = line.nameAndValue
    guard !value.isEmpty, input(named: name)?.isSecure == true else { return nil }
    return (name, Secret((try? value.unquoted()) ?? String(value)))
  }

  /// Parses a line once, for its meaning, for the text that ``redacted(_:)`` gives, and for the
  /// value that it has for a secure field.
  package func interpret(
    _ line: String
  ) -> (meaning: TypedLine<Action>, redacted: String, secret: Secret?) {
    let (name, value) = line.nameAndValue
    if name.isEmpty { return (.blank, "", nil) }
    let shown = redacted(name, value)
    if value.isEmpty { return (answer(to: name, nil), shown, nil) }
    let unquoted = Result { () throws(MalformedValue) in try value.unquoted() }
    let isSecure = input(named: name)?.isSecure ?? false
    return (
      answer(to: name, unquoted), shown,
      isSecure ? Secret((try? unquoted.get()) ?? String(value)) : nil
    )
  }

  /// A line as a history or a message may show it: its name and its value, which is bullets where
  /// the line could hold a secret.
  ///
  ///     screen.redacted("password hunter2")  // password •••••••
  ///     screen.redacted("pasword hunter2")  // pasword •••••••
  public func redacted(_ line: String) -> String {
    let (name, value) = line.nameAndValue
    return redacted(name, value)
  }

  private func redacted(_ name: String, _ value: Substring.UnicodeScalarView) -> String {
    if value.isEmpty { return name.terminalSafe }
    let shown =
      mayHoldSecret(name) ? Secret(String(value)).bullets : String(value).terminalSafe
    return "\(name.terminalSafe) \(shown)"
  }

  private func answer(
    to name: String, _ value: Result<String, MalformedValue>?
  ) -> TypedLine<Action> {
    guard let input = input(named: name) else {
      let reason = RefusalReason.unknownName(suggestion: name.closest(of: names))
      return .refused(Refusal(reason, word: name, names: names))
    }
    let outcome = Result { () throws(RefusalReason) in try input.action(for: value) }
    if let reason = input.disabledReason {
      return .refused(
        Refusal(.disabled(reason), word: name, names: names, action: try? outcome.get()))
    }
    switch outcome {
    case .success(let action): return .action(action, name: name)
    case .failure(let reason): return .refused(Refusal(reason, word: name, names: names))
    }
  }
}

extension String {
  /// The first word, and what follows it without white space around it.
  ///
  /// Scalar by scalar: a mark after a space belongs to the value, not to the space.
  fileprivate var nameAndValue: (name: String, value: Substring.UnicodeScalarView) {
    let line = unicodeScalars.drop(while: \.isBlank)
    let name = line.prefix { !$0.isBlank }
    let rest = line[name.endIndex...].drop(while: \.isBlank)
    let end = rest.lastIndex { !$0.isBlank }.map(rest.index(after:)) ?? rest.startIndex
    return (String(name), rest[..<end])
  }
}
