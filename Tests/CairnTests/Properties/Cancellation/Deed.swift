import Cairn

/// What an action asks of the place it is for; an action is a list of these, in one reduction.
indirect enum Deed: Hashable, Sendable {
  /// Starts asynchronous work under these ids.
  case start([Instruction], ids: [Int], replacing: Bool)
  /// Sends a follow-up to the same place, under these ids, and may dismiss the place after it.
  case followUp([Deed], ids: [Int], thenDismiss: Bool)
  case cancel(id: Int)
  case dismiss
  /// The root hears of it, wherever it is done, and changes what is on the screen.
  case change(Change)

  static func random(_ random: inout SeededGenerator, depth: Int = 0) -> Deed {
    switch random.pick(depth == 0 ? 13 : 17) {
    case 0...4:
      let work = (0..<random.pick(4)).map { _ in Instruction.random(&random, depth: depth) }
      return .start(work, ids: ids(&random), replacing: random.isOne(in: 4))
    case 5...6: return .cancel(id: random.pick(2))
    case 7: return .dismiss
    case 8...10 where depth < 2:
      return .followUp(
        list(&random, depth: depth + 1), ids: ids(&random), thenDismiss: random.isOne(in: 3))
    default: return .change(.random(&random))
    }
  }

  static func list(_ random: inout SeededGenerator, depth: Int = 0) -> [Deed] {
    (0..<(depth == 0 ? 1 : 0) + random.pick(3)).map { _ in .random(&random, depth: depth) }
  }

  private static func ids(_ random: inout SeededGenerator) -> [Int] {
    (0..<random.pick(3)).map { _ in random.pick(2) }
  }
}

/// One thing that asynchronous work does.
enum Instruction: Hashable, Sendable {
  case sleep(seconds: Int)
  case send([Deed])
  case cancel(id: Int)
  case dismiss

  static func random(_ random: inout SeededGenerator, depth: Int) -> Instruction {
    switch random.pick(10) {
    case 0: .cancel(id: random.pick(2))
    case 1: .dismiss
    case 2...5 where depth < 2: .send(Deed.list(&random, depth: depth + 1))
    default: .sleep(seconds: 1 + random.pick(4))
    }
  }
}

/// A change of what is on the screen; a number is taken modulo what is there.
enum Change: Hashable, Sendable {
  case push
  case replaceAll(Int)
  case popFrom(Int)
  case remove(Int)
  case setSheet(Int, isThere: Bool)

  static func random(_ random: inout SeededGenerator) -> Change {
    let screen = random.pick(4)
    switch random.pick(12) {
    case 0...4: return .push
    case 5: return .replaceAll(1 + screen % 3)
    case 6...7: return .popFrom(screen)
    case 8...9: return .remove(screen)
    default: return .setSheet(screen, isThere: !random.isOne(in: 3))
    }
  }
}
