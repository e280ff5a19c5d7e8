/// One thing that happened to an app: a line of a journal.
struct JournalEntry<Action> {
  enum Source: String, Codable {
    /// The app, when it started.
    case start
    /// A person or a script.
    case person
    /// A follow-up, or a reply of asynchronous work.
    case effect
  }

  enum Event {
    case action(Action, from: Source)
    /// The program died and started again.
    case restart
    /// The state after that entry was put in place.
    case restored(Int)
    /// The program ended in order.
    case end
  }

  /// From 1.
  let number: Int
  /// Virtual time since the start.
  let time: String
  /// What the state was before it, as a ``StateDigest``.
  let state: String
  let event: Event
}

extension JournalEntry: Encodable where Action: Encodable {
  enum Key: String, CodingKey {
    case action, end, from, number, restart, restored, state, time
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(number, forKey: .number)
    try container.encode(time, forKey: .time)
    try container.encode(state, forKey: .state)
    switch event {
    case .action(let action, let source):
      try container.encode(source, forKey: .from)
      try container.encode(action, forKey: .action)
    case .restart: try container.encode(true, forKey: .restart)
    case .restored(let number): try container.encode(number, forKey: .restored)
    case .end: try container.encode(true, forKey: .end)
    }
  }
}

extension JournalEntry: Decodable where Action: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    number = try container.decode(Int.self, forKey: .number)
    time = try container.decode(String.self, forKey: .time)
    state = try container.decode(String.self, forKey: .state)
    if container.contains(.restart) {
      event = .restart
    } else if container.contains(.end) {
      event = .end
    } else if let number = try container.decodeIfPresent(Int.self, forKey: .restored) {
      event = .restored(number)
    } else {
      event = .action(
        try container.decode(Action.self, forKey: .action),
        from: try container.decode(Source.self, forKey: .from))
    }
  }
}
