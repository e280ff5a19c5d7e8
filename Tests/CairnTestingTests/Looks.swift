import Synchronization

/// A value that counts how often it is described, dumped or reflected.
struct Looked: Equatable, Sendable, CustomReflectable, CustomStringConvertible,
  CustomDebugStringConvertible
{
  final class Count: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }

    func add() { count.add(1, ordering: .relaxed) }
  }

  var number = 0
  let count: Count

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }

  var customMirror: Mirror {
    count.add()
    return Mirror(self, children: ["number": number])
  }

  var description: String {
    count.add()
    return "\(number)"
  }

  var debugDescription: String { description }
}
