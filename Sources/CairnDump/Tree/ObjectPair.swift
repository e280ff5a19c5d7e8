/// An object and the one that it is compared with.
struct ObjectPair: Hashable {
  let old: ObjectIdentifier
  let new: ObjectIdentifier

  init?(_ old: DumpNode.Branch, _ new: DumpNode.Branch) {
    guard let old = old.object, let new = new.object else { return nil }
    self.old = old
    self.new = new
  }

  var isOne: Bool { old == new }
}
