extension StringProtocol {
  /// The text as a message may repeat it: safe for a terminal, and at most 40 columns of it.
  package var excerpt: String { String(self).terminalSafe.cut(to: 40) }

  /// The excerpt between quotes.
  package var inQuotes: String { "\"\(excerpt)\"" }
}
