import Cairn
import CairnSimulation
import TestSupport
import Testing

@Suite struct IdentifiedArrayPropertyTests {
  @Test func `an identified array behaves like an array without equal ids`() {
    expect(
      Property(longest: 16, RowOperation.random) { operations throws(Violation) in
        var rows = RowsWithModel()
        for operation in operations { try rows.apply(operation) }
      })
  }

  @Test func `an offset outside, and an id that another element has, stop the program`() async {
    for mistake in 0..<5 {
      await #expect(processExitsWith: .failure, "\(mistake)") { [mistake = mistake as Int] in
        var rows: IdentifiedArray = [Row(id: 0, value: 0), Row(id: 1, value: 0)]
        switch mistake {
        case 0: rows.remove(atOffsets: [2])
        case 1: rows.move(fromOffsets: [0], toOffset: 3)
        case 2: rows[0] = rows[1]
        case 3: rows[id: 1] = Row(id: 0, value: 1)
        default: rows[id: 2] = Row(id: 0, value: 1)
        }
      }
    }
  }
}

private struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var value: Int
}

/// An index or an offset is taken modulo the number of the rows.
private struct RowOperation {
  enum Kind {
    case append, insert, updateOrAppend, set, change, removeID, removeAt, removeOffsets
    case moveOffsets, move, swap, removeAll, removeValues, sort
    case setAt, filter, removeFirst, removeLast, reverse, shuffle
  }

  private static let kinds: [Kind] = [
    .append, .append, .append, .append, .append, .insert, .updateOrAppend, .updateOrAppend, .set,
    .change, .change, .removeID, .removeAt, .removeOffsets, .moveOffsets, .moveOffsets, .move,
    .swap, .removeAll, .removeValues, .sort, .setAt, .filter, .removeFirst, .removeLast, .reverse,
    .shuffle,
  ]

  let kind: Kind
  let id: Int
  let other: Int
  let value: Int?
  let rows: [Row]
  let offsets: [Int]

  static func random(_ random: inout SeededChoice) -> RowOperation {
    RowOperation(
      kind: kinds[random.pick(kinds.count)], id: random.pick(8), other: random.pick(9),
      value: random.isOne(in: 3) ? nil : random.pick(3),
      rows: (0..<random.pick(5)).map { _ in Row(id: random.pick(8), value: random.pick(3)) },
      offsets: (0..<random.pick(4)).map { _ in random.pick(8) })
  }
}

private struct RowsWithModel {
  private var rows: IdentifiedArray<Row> = []
  private var model: [Row] = []

  mutating func apply(_ operation: RowOperation) throws(Violation) {
    let (id, value, other) = (operation.id, operation.value, operation.other)
    let row = Row(id: id, value: value ?? 0)
    let (first, second) = (id % max(model.count, 1), other % max(model.count, 1))
    switch operation.kind {
    case .append:
      rows.append(contentsOf: operation.rows)
      for row in operation.rows where index(row.id) == nil { model.append(row) }
    case .insert:
      let position = other % (model.count + 1)
      let isInserted = rows.insert(row, at: position)
      try require(isInserted, index(row.id) == nil, "insert returned")
      if isInserted { model.insert(row, at: position) }
    case .updateOrAppend:
      let replaced = rows.updateOrAppend(row)
      try require(replaced, index(row.id).map { model[$0] }, "updateOrAppend returned")
      set(row)
    case .set:
      rows[id: id] = value.map { Row(id: id, value: $0) }
      if let value { set(Row(id: id, value: value)) } else { remove { $0.id == id } }
    case .change:
      func change(_ row: inout Row?) {
        if let value { row?.value = value } else { row = nil }
      }
      change(&rows[id: id])
      if let index = index(id) {
        if let value { model[index].value = value } else { model.remove(at: index) }
      }
    case .removeID:
      let removed = rows.remove(id: id)
      try require(removed, index(id).map { model[$0] }, "remove(id:) returned")
      remove { $0.id == id }
    case .removeAt:
      guard !model.isEmpty else { return }
      let removed = rows.remove(at: first)
      try require(removed, model.remove(at: first), "remove(at:) returned")
    case .removeOffsets:
      let ids = ids(at: operation.offsets)
      rows.remove(atOffsets: present(operation.offsets))
      remove { ids.contains($0.id) }
    case .moveOffsets:
      let destination = other % (model.count + 1)
      let ids = ids(at: operation.offsets)
      rows.move(fromOffsets: present(operation.offsets), toOffset: destination)
      // The elements before and after the destination, with the moved ones between.
      let isMoved = { (row: Row) in ids.contains(row.id) }
      model =
        model[..<destination].filter { !isMoved($0) } + model.filter(isMoved)
        + model[destination...].filter { !isMoved($0) }
    case .move:
      guard !model.isEmpty else { return }
      rows.move(from: first, to: second)
      model.insert(model.remove(at: first), at: second)
    case .swap:
      guard !model.isEmpty else { return }
      rows.swapAt(first, second)
      model.swapAt(first, second)
    case .removeAll:
      rows.removeAll()
      model = []
    case .removeValues:
      rows.removeAll { $0.value == value }
      remove { $0.value == value }
    case .sort:
      rows.sort { $0.value < $1.value }
      model.sort { $0.value < $1.value }
    case .setAt:
      // The id may change, but not to that of another element.
      guard !model.isEmpty, index(id).map({ $0 == first }) ?? true else { return }
      rows[first] = row
      model[first] = row
    case .filter:
      rows = rows.filter { $0.value != value }
      model = model.filter { $0.value != value }
    case .removeFirst, .removeLast:
      guard !model.isEmpty else { return }
      let isFirst = operation.kind == .removeFirst
      let removed = isFirst ? rows.removeFirst() : rows.removeLast()
      let expected = isFirst ? model.removeFirst() : model.removeLast()
      try require(removed, expected, "\(operation.kind) returned")
    case .reverse:
      rows.reverse()
      model.reverse()
    case .shuffle:
      var generators = [SplitMix64(seed: 1), SplitMix64(seed: 1)]
      rows.shuffle(using: &generators[0])
      model.shuffle(using: &generators[1])
    }
    try check()
  }

  private func present(_ offsets: [Int]) -> [Int] {
    model.isEmpty ? [] : offsets.map { $0 % model.count }
  }

  private func ids(at offsets: [Int]) -> Set<Int> { Set(present(offsets).map { model[$0].id }) }

  private func index(_ id: Int) -> Int? { model.firstIndex { $0.id == id } }

  private mutating func set(_ row: Row) {
    if let index = index(row.id) { model[index] = row } else { model.append(row) }
  }

  private mutating func remove(where condition: (Row) -> Bool) { model.removeAll(where: condition) }

  private func check() throws(Violation) {
    try require(rows.elements, model, "the elements are")
    try require(Array(rows.ids), model.map(\.id), "the ids are")
    for id in 0..<8 {
      let found = rows.index(id: id)
      try require(found, index(id), "the index of \(id) is")
      let element = rows[id: id]
      try require(element, index(id).map { model[$0] }, "the element \(id) is")
    }
    let other = IdentifiedArray(model)
    try require(rows, other, "the array of equal elements is")
  }
}
