import Cairn
import Foundation
import TestSupport
import Testing

@Suite struct StackPropertyTests {
  @Test func `a stack behaves like an array of screens that remember their ids`() {
    expect(
      Property(longest: 16, StackOperation.random) { operations throws(Violation) in
        var bench = StackBench()
        for operation in operations { try bench.apply(operation) }
      })
  }
}

private struct StackOperation {
  enum Kind {
    case push, append, replaceAll, pop, popFrom, popTo, popToRoot, modify, set, copy, walk, remove
    case assign, clear, insert, removeValues
  }

  private static let kinds: [Kind] = [
    .push, .push, .push, .push, .append, .replaceAll, .pop, .pop, .popFrom, .popTo, .popToRoot,
    .modify, .modify, .set, .copy, .copy, .walk, .remove, .remove, .remove, .assign, .clear,
    .insert, .insert, .removeValues,
  ]

  let kind: Kind
  /// Which of two stacks is worked on.
  let stack: Int
  /// Taken modulo the ids ever given, or the screens that are there.
  let id: Int
  let values: [Int]

  static func random(_ random: inout SeededChoice) -> StackOperation {
    StackOperation(
      kind: kinds[random.pick(kinds.count)], stack: random.pick(2), id: random.pick(64),
      values: (0..<random.pick(4)).map { _ in random.pick(3) })
  }
}

/// Two stacks, their models, and every id that they ever gave with the screen that it is for.
private struct StackBench {
  private struct Screen {
    let instance: Int
    let number: Int
    var value: Int
  }

  private var stacks: [StackState<Int>] = [[], []]
  private var models: [[Screen]] = [[], []]
  /// The id of instance n is the nth.
  private var given: [StackID] = []
  private var made = 0

  mutating func apply(_ operation: StackOperation) throws(Violation) {
    let (stack, value) = (operation.stack, operation.values.first ?? 0)
    let instance = given.isEmpty ? nil : operation.id % given.count
    let position = instance.flatMap { instance in
      models[stack].firstIndex { $0.instance == instance }
    }
    switch operation.kind {
    case .push:
      given.append(stacks[stack].push(value))
      add([value], to: stack)
    case .append:
      stacks[stack].append(contentsOf: operation.values)
      add(operation.values, to: stack)
      given += stacks[stack].ids.suffix(operation.values.count)
    case .replaceAll:
      stacks[stack].replaceAll(operation.values)
      models[stack] = []
      add(operation.values, to: stack)
      given += stacks[stack].ids
    case .insert:
      let position = operation.id % (models[stack].count + 1)
      given.append(stacks[stack].insert(value, at: position))
      models[stack].insert(made(value, in: stack), at: position)
    case .removeValues:
      stacks[stack].removeAll { $0 == value }
      models[stack].removeAll { $0.value == value }
    case .pop:
      let popped = stacks[stack].pop()
      try require(popped, models[stack].popLast()?.value, "pop() gave")
    case .popToRoot:
      stacks[stack].popToRoot()
      models[stack] = []
    case .set:
      guard !models[stack].isEmpty else { return }
      let index = operation.id % models[stack].count
      stacks[stack][index] = value
      models[stack][index].value = value
    case .copy:
      stacks[1 - stack] = stacks[stack]
      models[1 - stack] = models[stack]
    case .walk:
      let before = stacks[stack]
      given.append(stacks[stack].push(value))
      made += 1
      stacks[stack].pop()
      try require(stacks[stack], before, "there and back again is")
    case .popFrom, .popTo, .modify, .remove, .assign, .clear:
      guard let instance else { return }
      try change(operation.kind, given[instance], at: position, of: stack, to: value)
    }
    try check(operation.kind == .copy ? 1 - stack : stack)
    try checkEquality()
  }

  /// Changes the screen with an id; `nil` is the position of one that is not there.
  private mutating func change(
    _ kind: StackOperation.Kind, _ id: StackID, at position: Int?, of stack: Int, to value: Int
  ) throws(Violation) {
    let old = position.map { models[stack][$0].value }
    switch kind {
    case .popFrom:
      stacks[stack].pop(from: id)
      if let position { models[stack].removeSubrange(position...) }
    case .popTo:
      stacks[stack].pop(to: id)
      if let position { models[stack].removeSubrange((position + 1)...) }
    case .remove, .clear:
      if kind == .clear {
        stacks[stack][id: id] = nil
      } else {
        let removed = stacks[stack].remove(id: id)
        try require(removed, old, "remove(id:) gave")
      }
      if let position { models[stack].remove(at: position) }
    default:
      if kind == .assign {
        stacks[stack][id: id] = value
      } else {
        let found = stacks[stack].modify(id) { screen in
          defer { screen = value }
          return screen
        }
        try require(found, old, "modify found")
      }
      if let position { models[stack][position].value = value }
    }
  }

  private mutating func add(_ values: [Int], to stack: Int) {
    for value in values { models[stack].append(made(value, in: stack)) }
  }

  private mutating func made(_ value: Int, in stack: Int) -> Screen {
    defer { made += 1 }
    let number = (models[stack].map(\.number).max() ?? -1) + 1
    return Screen(instance: made, number: number, value: value)
  }

  /// The screens are the model's, and every id ever given finds its own screen or nothing.
  private func check(_ index: Int) throws(Violation) {
    let (stack, model) = (stacks[index], models[index])
    try require(Array(stack), model.map(\.value), "the screens are")
    let ids = stack.ids.map(\.description)
    try require(ids, model.map { "#\($0.number)" }, "the ids are")
    var expected = [Int?](repeating: nil, count: given.count)
    for screen in model { expected[screen.instance] = screen.value }
    for (instance, id) in given.enumerated() {
      let found = stack[id: id]
      try require(found, expected[instance], "the id of screen \(instance) finds")
    }
    let copy = try decodedCopy(of: stack)
    try require(copy, stack, "the decoded copy is")
    try require(copy.ids, stack.ids, "the ids of the decoded copy are")
  }

  private func decodedCopy(of stack: StackState<Int>) throws(Violation) -> StackState<Int> {
    do {
      return try JSONDecoder().decode(StackState<Int>.self, from: JSONEncoder().encode(stack))
    } catch {
      throw Violation("the stack cannot be decoded: \(error)")
    }
  }

  private func checkEquality() throws(Violation) {
    let areEqual = stacks[0] == stacks[1]
    let expected = models[0].map(\.value) == models[1].map(\.value)
    try require(areEqual, expected, "equality of the stacks is")
    guard expected else { return }
    let hashes = stacks.map(\.hashValue)
    try require(hashes[0], hashes[1], "hashes of equal stacks are")
  }
}
