/// A hundred thousand numbers, copied on write; it knows how often that was.
struct Pages: Equatable {
  private final class Storage {
    var numbers = Array(repeating: 0, count: 100_000)

    init() {}

    init(copying other: Storage) { numbers = other.numbers.map(\.self) }
  }

  private var storage = Storage()
  private(set) var copies = 0

  var first: Int { storage.numbers[0] }

  mutating func write() {
    if !isKnownUniquelyReferenced(&storage) {
      storage = Storage(copying: storage)
      copies += 1
    }
    storage.numbers[0] += 1
  }

  static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.storage.numbers == right.storage.numbers
  }
}
