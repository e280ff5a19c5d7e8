import Cairn
import CairnSimulation

extension Wild {
  /// The seeds from here on are of apps whose effects have several tasks and streams, and resume each other.
  static let firstOfTasks = 5_000 as UInt64

  static func table(_ seed: UInt64) -> Table {
    var random = Draws(random: SplitMix64(seed: seed), hasTasks: seed >= Self.firstOfTasks)
    var table = Table()
    table.presses = (random.isOne(in: 3) ? 3 : 2) - (random.hasTasks ? 1 : 0)
    table.startsFromMemory = random.isOne(in: 2)
    table.closing = random.isOne(in: 3) ? random.pick(3) : nil
    table.moves = (0..<2).map { _ in (0..<2).map { _ in random.move() } }
    table.replies = (0..<3).map { $0 == 0 || random.isOne(in: 2) ? nil : random.plan(1, notes: $0) }
    table.taps = (0..<2).map { _ in random.plan(1, notes: 3) }
    return table
  }

  struct Draws {
    var random: SplitMix64
    /// Whether effects have several tasks and streams, and resume each other.
    let hasTasks: Bool

    mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    mutating func isOne(in count: Int) -> Bool { pick(count) == 0 }

    mutating func move() -> Move {
      let sheets: [SheetMove] = [.stays, .stays, .stays, .opens, .opens, .closes, .renews]
      return Move(
        mode: pick(2), sheet: sheets[pick(sheets.count)], asks: isOne(in: 8), looks: isOne(in: 8),
        plan: plan(2, notes: 3))
    }

    /// - Parameter notes: the number of notes, so that replies end.
    mutating func plan(_ depth: Int, notes: Int) -> Plan {
      guard depth > 0 else {
        if hasTasks, isOne(in: 5) {
          let deeds = (0..<2).map { _ in deed(notes) }
          return .meeting(pick(2), pick(2), deeds + [.offer(pick(notes))])
        }
        if hasTasks, isOne(in: 5) {
          return .stream((0...pick(2)).map { _ in pick(2) }.prefix(notes).map(\.self))
        }
        return isOne(in: 4)
          ? .send(pick(notes))
          : .run((0...pick(3)).map { _ in deed(notes) }, hasInput: isOne(in: 2))
      }
      switch pick(16) {
      case 0...2: return .merge((0..<2).map { _ in plan(depth - 1, notes: notes) })
      case 3, 4: return .concatenate((0..<2).map { _ in plan(depth - 1, notes: notes) })
      case 5...7:
        return .cancellable(
          plan(depth - 1, notes: notes), id: pick(2), replaces: isOne(in: 2))
      case 8: return .cancel(pick(2))
      case 9: return .debounced(plan(depth - 1, notes: notes))
      case 10: return .throttled(plan(depth - 1, notes: notes), latest: isOne(in: 2))
      case 11: return .background(plan(depth - 1, notes: notes))
      case 12: return .shielded(plan(depth - 1, notes: notes))
      default: return plan(0, notes: notes)
      }
    }

    mutating func deed(_ notes: Int) -> Deed {
      if hasTasks, isOne(in: 4) {
        if isOne(in: 3) { return .offer(pick(notes)) }
        var inner = Draws(random: random, hasTasks: false)
        let deeds = (0..<2).map { _ in (0..<2).map { _ in inner.deed(notes) } }
        random = inner.random
        return isOne(in: 2) ? .pipe(deeds[0]) : .group(deeds[0], deeds[1])
      }
      return switch pick(15) {
      case 0...2: .wait(pick(2), isRange: isOne(in: 3), isRead: isOne(in: 3))
      case 3: .sleep(1 + pick(2))
      case 4, 5: .note(pick(notes))
      case 6, 7: .remember(pick(3))
      case 8: notes == 3 ? .recall : .note(pick(notes))
      case 9: .toss(pick(notes))
      case 10: .yield
      case 11: .stop(pick(2))
      case 12: .untilDeadline
      case 13: .cleanUp(pick(3), after: pick(3))
      default: notes > 1 ? .readClock : .yield
      }
    }
  }
}
