/// The JSON form of a screen.
///
/// ```text
/// {"id":"credentials","title":"Credentials","step":3,"steps":7,"elements":[
///   {"kind":"field","name":"email","value":"ada","secure":false},
///   {"kind":"button","name":"next","disabled":"email and password are required"}]}
/// ```
///
/// A secure field's value is bullets. Only a disabled input has `disabled`, the reason, which may be
/// empty. The `picture` of a text or of a row is its address. Texts are the app's texts: they are *not* made safe for a terminal.
extension Screen: Encodable {
  private enum Key: CodingKey {
    case id, title, step, steps, over, elements
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(id, forKey: .id)
    try container.encode(title, forKey: .title)
    try container.encodeIfPresent(step?.number, forKey: .step)
    try container.encodeIfPresent(step?.count, forKey: .steps)
    try container.encodeIfPresent(coveredTitle, forKey: .over)
    try container.encode(elements, forKey: .elements)
  }
}

extension Screen.Element: Encodable {
  private enum Key: CodingKey {
    case kind, text, level, cells, columns, amount, whole, before, after
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .text(let text):
      try Grid.Line.text(text).encode(to: encoder)
    case .note(let note):
      try container.encode("note", forKey: .kind)
      try container.encode("\(note.level)", forKey: .level)
      try container.encode(note.text, forKey: .text)
    case .progress(let progress):
      try container.encode("progress", forKey: .kind)
      try container.encode(progress.text, forKey: .text)
    case .link(let link):
      try Grid.Line.link(link).encode(to: encoder)
    case .grid(let row):
      try container.encode("grid", forKey: .kind)
      try container.encode(row.cells, forKey: .cells)
    case .cells(let grid):
      try container.encode("cells", forKey: .kind)
      try container.encode(grid.columns, forKey: .columns)
      try container.encode(grid.cells.map(\.lines), forKey: .cells)
    case .bar(let bar):
      try container.encode("bar", forKey: .kind)
      try container.encode(bar.amount, forKey: .amount)
      try container.encode(bar.whole, forKey: .whole)
      try container.encode(bar.before, forKey: .before)
      try container.encode(bar.after, forKey: .after)
    case .input(let input):
      try input.encode(to: encoder)
    }
  }
}

extension Grid.Line: Encodable {
  private enum Key: CodingKey {
    case kind, title, text, address, picture
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .text(let text):
      try container.encode("text", forKey: .kind)
      try container.encodeIfPresent(text.title, forKey: .title)
      try container.encode(text.text, forKey: .text)
      try container.encodeIfPresent(text.picture?.address, forKey: .picture)
    case .link(let link):
      try container.encode("link", forKey: .kind)
      try container.encode(link.text, forKey: .text)
      try container.encode(link.address, forKey: .address)
    }
  }
}

extension Input: Encodable {
  private enum Key: CodingKey {
    case kind, name, value, secure, label, on, options, text, picture, takes, optional, disabled
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(name, forKey: .name)
    if isOptional { try container.encode(true, forKey: .optional) }
    try container.encodeIfPresent(disabledReason, forKey: .disabled)
    try container.encodeIfPresent(picture?.address, forKey: .picture)
    switch kind {
    case .field, .secureField:
      try container.encode("field", forKey: .kind)
      try container.encode(value, forKey: .value)
      try container.encode(isSecure, forKey: .secure)
    case .toggle(let label, let isOn):
      try container.encode("toggle", forKey: .kind)
      try container.encode(label, forKey: .label)
      try container.encode(isOn, forKey: .on)
    case .picker(let value, let options):
      try container.encode("choice", forKey: .kind)
      try container.encode(value, forKey: .value)
      try container.encode(options, forKey: .options)
    case .row(let text):
      try container.encode("row", forKey: .kind)
      try container.encode(text, forKey: .text)
    case .valueButton(let values):
      try container.encode("value-button", forKey: .kind)
      try container.encode(values, forKey: .takes)
    case .button(let label):
      try container.encode("button", forKey: .kind)
      try container.encodeIfPresent(label, forKey: .label)
    }
  }
}
