/// The name of a type without modules and private or local scopes: `Onboarding.State`.
func typeName(_ type: Any.Type) -> String {
  var name = ""
  var rest = withoutScopes(String(reflecting: type))[...]
  while !rest.isEmpty {
    let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
    rest = rest.dropFirst(word.count)
    // A word that begins with a dot goes on after a generic argument list: no module in it.
    if let dot = word.firstIndex(of: "."), dot != word.startIndex {
      name += word[dot...].dropFirst()
    } else {
      name += word
    }
    name += rest.prefix(1)
    rest = rest.dropFirst()
  }
  return name
}

/// Takes out `(unknown context at $7f…).` and `(extension in Module):`.
private func withoutScopes(_ qualified: String) -> String {
  var name = ""
  var rest = qualified[...]
  while let parenthesis = rest.firstIndex(of: "(") {
    name += rest[..<parenthesis]
    rest = rest[parenthesis...]
    if rest.hasPrefix("(unknown context at ") || rest.hasPrefix("(extension in ") {
      rest = rest.drop { $0 != ")" }.dropFirst(2)
    } else {
      name += rest.prefix(1)
      rest = rest.dropFirst()
    }
  }
  return name + rest
}
