import Cairn
import Foundation
import Testing

/// An identified array against a plain array.
@Suite struct IdentifiedArrayPropertyTests {
  @Test func `an identified array behaves like an array without equal ids`() throws {
    try expect(
      Property(longest: 16, RowOperation.random) { operations throws(Violation) in
        var rows = RowsWithModel()
        for operation in operations { try rows.apply(operation) }
      })
  }

  @Test func `offsets are moved like those of an array in SwiftUI`() {
    func moved(_ offsets: IndexSet, to destination: Int) -> [Int] {
      var rows = IdentifiedArray((0..<5).map { Row(id: $0, value: 0) })
      rows.move(fromOffsets: offsets, toOffset: destination)
      return rows.map(\.id)
    }
    #expect(moved([0], to: 2) == [1, 0, 2, 3, 4])
    #expect(moved([0], to: 5) == [1, 2, 3, 4, 0])
    #expect(moved([4], to: 0) == [4, 0, 1, 2, 3])
    #expect(moved([1, 3], to: 3) == [0, 2, 1, 3, 4])
    #expect(moved([1, 3], to: 0) == [1, 3, 0, 2, 4])
    #expect(moved([2], to: 2) == [0, 1, 2, 3, 4])
    #expect(moved([2], to: 3) == [0, 1, 2, 3, 4])
    #expect(moved([], to: 1) == [0, 1, 2, 3, 4])
  }

  @Test func `an offset outside of the array stops the program`() async {
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArray = [Row(id: 0, value: 0)]
      rows.remove(atOffsets: [1])
    }
    await #expect(processExitsWith: .failure) {
      var rows: IdentifiedArray = [Row(id: 0, value: 0)]
      rows.move(fromOffsets: [0], toOffset: 2)
    }
  }
}

private struct Row: Identifiable, Equatable, Sendable {
  let id: Int
  var value: Int
}

/// An index or an offset is taken modulo the number of the rows.
private enum RowOperation {
  case append([Row])
  case insert(Row, at: Int)
  case updateOrAppend(Row)
  case set(Int, to: Int?)
  case change(Int, to: Int?)
  case removeID(Int)
  case removeAt(Int)
  case removeOffsets([Int])
  case moveOffsets([Int], to: Int)
  case move(from: Int, to: Int)
  case swap(Int, Int)
  case removeAll
  case removeValues(Int)
  case sort

  static func random(_ random: inout SeededGenerator) -> RowOperation {
    func offsets(_ random: inout SeededGenerator) -> [Int] {
      (0..<random.pick(4)).map { _ in random.pick(8) }
    }
    let id = random.pick(8)
    let value = random.isOne(in: 3) ? nil : random.pick(3)
    let row = Row(id: id, value: random.pick(3))
    switch random.pick(20) {
    case 0...4:
      return .append(
        (0..<random.pick(5)).map { _ in Row(id: random.pick(8), value: random.pick(3)) })
    case 5: return .insert(row, at: random.pick(8))
    case 6...7: return .updateOrAppend(row)
    case 8: return .set(id, to: value)
    case 9...10: return .change(id, to: value)
    case 11: return .removeID(id)
    case 12: return .removeAt(id)
    case 13: return .removeOffsets(offsets(&random))
    case 14...15: return .moveOffsets(offsets(&random), to: random.pick(9))
    case 16: return .move(from: id, to: random.pick(8))
    case 17: return .swap(id, random.pick(8))
    case 18: return random.isOne(in: 3) ? .removeAll : .removeValues(random.pick(3))
    default: return .sort
    }
  }
}

private struct RowsWithModel {
  private var rows: IdentifiedArray<Row> = []
  private var model: [Row] = []

  mutating func apply(_ operation: RowOperation) throws(Violation) {
    switch operation {
    case .append(let new):
      rows.append(contentsOf: new)
      for row in new where index(row.id) == nil { model.append(row) }
    case .insert(let row, let position):
      let position = position % (model.count + 1)
      let isInserted = rows.insert(row, at: position)
      try require(isInserted, index(row.id) == nil, "insert returned")
      if isInserted { model.insert(row, at: position) }
    case .updateOrAppend(let row):
      let replaced = rows.updateOrAppend(row)
      try require(replaced, index(row.id).map { model[$0] }, "updateOrAppend returned")
      set(row)
    case .set(let id, let value):
      rows[id: id] = value.map { Row(id: id, value: $0) }
      if let value { set(Row(id: id, value: value)) } else { remove { $0.id == id } }
    case .change(let id, let value):
      func change(_ row: inout Row?) {
        if let value { row?.value = value } else { row = nil }
      }
      change(&rows[id: id])
      if let index = index(id) {
        if let value { model[index].value = value } else { model.remove(at: index) }
      }
    case .removeID(let id):
      let removed = rows.remove(id: id)
      try require(removed, index(id).map { model[$0] }, "remove(id:) returned")
      remove { $0.id == id }
    case .removeAt(let position):
      guard !model.isEmpty else { return }
      let removed = rows.remove(at: position % model.count)
      try require(removed, model.remove(at: position % model.count), "remove(at:) returned")
    case .removeOffsets(let offsets):
      let ids = ids(at: offsets)
      rows.remove(atOffsets: present(offsets))
      remove { ids.contains($0.id) }
    case .moveOffsets(let offsets, let destination):
      let destination = destination % (model.count + 1)
      let ids = ids(at: offsets)
      rows.move(fromOffsets: present(offsets), toOffset: destination)
      // The elements before and after the destination, with the moved ones between.
      let isMoved = { (row: Row) in ids.contains(row.id) }
      model =
        model[..<destination].filter { !isMoved($0) } + model.filter(isMoved)
        + model[destination...].filter { !isMoved($0) }
    case .move(let source, let target):
      guard !model.isEmpty else { return }
      rows.move(from: source % model.count, to: target % model.count)
      let moved = model.remove(at: source % model.count)
      model.insert(moved, at: target % (model.count + 1))
    case .swap(let first, let second):
      guard !model.isEmpty else { return }
      rows.swapAt(first % model.count, second % model.count)
      model.swapAt(first % model.count, second % model.count)
    case .removeAll:
      rows.removeAll()
      model = []
    case .removeValues(let value):
      rows.removeAll { $0.value == value }
      remove { $0.value == value }
    case .sort:
      rows.sort { $0.value < $1.value }
      model.sort { $0.value < $1.value }
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
