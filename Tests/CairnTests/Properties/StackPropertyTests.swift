import Cairn
import Foundation
import Testing

/// A stack of screens against an array of screens.
@Suite struct StackPropertyTests {
  @Test func `a stack behaves like an array of screens that remember their ids`() throws {
    try expect(
      Property(longest: 16, StackOperation.random) { operations throws(Violation) in
        var bench = StackBench()
        for operation in operations { try bench.apply(operation) }
      })
  }
}

/// Which of two stacks is worked on; a number for an id is taken modulo the ids ever given.
private enum StackOperation {
  case push(Int, on: Int)
  case append([Int], on: Int)
  case replaceAll([Int], on: Int)
  case pop(Int)
  case popFrom(Int, in: Int)
  case remove(Int, from: Int)
  case assign(Int, to: Int?, in: Int)
  case popTo(Int, in: Int)
  case popToRoot(Int)
  case modify(Int, to: Int, in: Int)
  case set(Int, to: Int, in: Int)
  case copy(from: Int)
  case walk(Int, on: Int)

  static func random(_ random: inout SeededGenerator) -> StackOperation {
    let stack = random.pick(2)
    let value = random.pick(3)
    switch random.pick(21) {
    case 0...3: return .push(value, on: stack)
    case 4: return .append((0..<random.pick(4)).map { _ in random.pick(3) }, on: stack)
    case 5: return .replaceAll((0..<random.pick(4)).map { _ in random.pick(3) }, on: stack)
    case 6...7: return .pop(stack)
    case 8: return .popFrom(random.pick(64), in: stack)
    case 9: return .popTo(random.pick(64), in: stack)
    case 10: return random.isOne(in: 2) ? .popToRoot(stack) : .copy(from: stack)
    case 11...12: return .modify(random.pick(64), to: value, in: stack)
    case 16...18: return .remove(random.pick(64), from: stack)
    case 19...20:
      return .assign(random.pick(64), to: random.isOne(in: 3) ? nil : value, in: stack)
    case 13: return .set(random.pick(64), to: value, in: stack)
    case 14: return .copy(from: stack)
    case 15: return .walk(value, on: stack)
    case let other: fatalError("\(other) is not below 21")
    }
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
    switch operation {
    case .push(let value, let stack):
      let id = stacks[stack].push(value)
      add([value], to: stack)
      given.append(id)
      try check(stack)
    case .append(let values, let stack):
      stacks[stack].append(contentsOf: values)
      add(values, to: stack)
      given += stacks[stack].ids.suffix(values.count)
      try check(stack)
    case .replaceAll(let values, let stack):
      stacks[stack].replaceAll(values)
      models[stack] = []
      add(values, to: stack)
      given += stacks[stack].ids
      try check(stack)
    case .pop(let stack):
      let popped = stacks[stack].pop()
      let expected = models[stack].popLast()?.value
      try require(popped, expected, "pop() gave")
      try check(stack)
    case .popFrom(let id, let stack):
      guard let instance = instance(id) else { return }
      stacks[stack].pop(from: given[instance])
      if let index = index(of: instance, in: stack) { models[stack].removeSubrange(index...) }
      try check(stack)
    case .remove(let id, let stack):
      guard let instance = instance(id) else { return }
      let removed = stacks[stack].remove(id: given[instance])
      let expected = index(of: instance, in: stack).map { models[stack].remove(at: $0).value }
      try require(removed, expected, "remove(id:) gave")
      try check(stack)
    case .assign(let id, let value, let stack):
      guard let instance = instance(id) else { return }
      stacks[stack][id: given[instance]] = value
      if let index = index(of: instance, in: stack) {
        if let value { models[stack][index].value = value } else { models[stack].remove(at: index) }
      }
      try check(stack)
    case .popTo(let id, let stack):
      guard let instance = instance(id) else { return }
      stacks[stack].pop(to: given[instance])
      if let index = index(of: instance, in: stack) {
        models[stack].removeSubrange((index + 1)...)
      }
      try check(stack)
    case .popToRoot(let stack):
      stacks[stack].popToRoot()
      models[stack] = []
      try check(stack)
    case .modify(let id, let value, let stack):
      guard let instance = instance(id) else { return }
      let old = stacks[stack].modify(given[instance]) { screen in
        defer { screen = value }
        return screen
      }
      let index = index(of: instance, in: stack)
      let expected = index.map { models[stack][$0].value }
      if let index { models[stack][index].value = value }
      try require(old, expected, "modify found")
      try check(stack)
    case .set(let position, let value, let stack):
      guard !models[stack].isEmpty else { return }
      let index = position % models[stack].count
      stacks[stack][index] = value
      models[stack][index].value = value
      try check(stack)
    case .copy(let stack):
      stacks[1 - stack] = stacks[stack]
      models[1 - stack] = models[stack]
      try check(1 - stack)
    case .walk(let value, let stack):
      let before = stacks[stack]
      given.append(stacks[stack].push(value))
      made += 1
      stacks[stack].pop()
      try require(stacks[stack], before, "there and back again is")
      try check(stack)
    }
    try checkEquality()
  }

  private mutating func add(_ values: [Int], to stack: Int) {
    for value in values {
      let number = (models[stack].last?.number ?? -1) + 1
      models[stack].append(Screen(instance: made, number: number, value: value))
      made += 1
    }
  }

  private func instance(_ id: Int) -> Int? { given.isEmpty ? nil : id % given.count }

  private func index(of instance: Int, in stack: Int) -> Int? {
    models[stack].firstIndex { $0.instance == instance }
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
