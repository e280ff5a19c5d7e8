import CairnApp

/// Names and what belongs to them, in two columns within a width.
enum AlignedRows {
  /// The second column is wrapped beside the first, or below it where little room is left.
  static func lines(_ rows: [(name: String, text: String)], width: Int) -> [String] {
    let widest = rows.map(\.name.columns).max() ?? 0
    let column = min(widest, width / 2)
    return rows.flatMap { name, text in
      let room = max(width - column - 4, 10)
      let wrapped = text.isEmpty ? [] : [text].wrapped(to: room, limit: nil)
      let isBeside = name.columns <= column
      let hanging = String(repeating: " ", count: column + 4)
      let first =
        isBeside ? ("  " + name.padded(to: column) + "  " + (wrapped.first ?? "")) : "  " + name
      let rest = wrapped.dropFirst(isBeside ? 1 : 0).map { hanging + $0 }
      return [first.withoutTrailingBlanks] + rest
    }
  }
}
