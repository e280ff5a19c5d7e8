extension String {
  /// Whether it is read line by line: one newline at the end does not make two lines.
  var hasSeveralLines: Bool {
    unicodeScalars.dropLast().contains("\n")
  }

  /// What is between its newlines.
  var lines: [String] {
    unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}
