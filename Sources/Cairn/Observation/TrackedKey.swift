/// Names what an observer depends on: a value in the state of a store, or whether a child is there.
@usableFromInline
struct TrackedKey: Hashable {
  /// The way to a child that can go away; empty for what is always there.
  let hops: [Hop]
  /// The value, from there on; `nil` stands for whether there is a child.
  let path: AnyKeyPath?

  @usableFromInline
  init(_ path: AnyKeyPath) {
    self.init(hops: [], path: path)
  }

  init(hops: [Hop], path: AnyKeyPath?) {
    self.hops = hops
    self.path = path
  }

  enum Hop: Hashable {
    case property(AnyKeyPath)
    case enumCase(SourceSite)
    case element(AnyID)
  }
}
