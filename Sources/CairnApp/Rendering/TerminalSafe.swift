import CairnDump

extension String {
  /// The text with every scalar escaped that could control or confuse a terminal.
  ///
  ///     "one\ntwo \u{1B}[2J".terminalSafe  // one\ntwo \u{1B}[2J, in visible characters
  ///
  /// Escaped are control characters, line and paragraph separators, bidirectional controls and other
  /// invisible characters, private-use and unassigned ones, marks without a base, and the scalars of a
  /// character beyond the twelfth. Joiners, variation selectors and tags of flags stay. The escapes are
  /// those of a quoted typed value. O(n). Safe text is returned unchanged, so that the operation is
  /// idempotent.
  ///
  /// A backslash is *not* escaped: the result is for reading, not for parsing.
  public var terminalSafe: String {
    if utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) { return self }
    return escapingUnsafe()
  }

  /// The lines of the text, each of them safe. Only LF and CR LF break lines; others are escaped.
  package var terminalSafeLines: [String] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .map { String($0).terminalSafe }
  }
}

extension Unicode.Scalar {
  /// White space for splitting and trimming: the Unicode property White_Space, which includes tabs,
  /// no-break and ideographic spaces.
  package var isBlank: Bool {
    // Called for every scalar of every line; the table of properties is slow.
    value < 0x80 ? value == 0x20 || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
