/// How deep inside a value another one is, and inside which objects.
struct Surroundings {
  /// What fits a stack of 512 KB, the smallest that a thread usually gets, in a debug build.
  private static let deepestLevel = 64

  private var depth = 0
  private var objects: [ObjectIdentifier: Int] = [:]

  var isTooDeep: Bool { depth >= Self.deepestLevel }

  /// How many levels further out this object is, if it is around.
  func levels(to object: ObjectIdentifier) -> Int? {
    objects[object].map { depth - $0 }
  }

  /// One level further in: inside this object, or inside something else.
  func inside(_ object: ObjectIdentifier?) -> Surroundings {
    var inner = self
    if let object { inner.objects[object] = depth }
    inner.depth += 1
    return inner
  }
}
