/// What decides a property: a situation, and how to go on from it.
@usableFromInline
struct AppFinding {
  @usableFromInline let node: Int
  /// Steps from there.
  @usableFromInline var edges: [AppGraph.Edge]
  /// Lines of a trail that follow.
  @usableFromInline var lines: [String]
  /// What is to be said of it.
  @usableFromInline var remark: String?

  @inlinable
  init(node: Int, edges: [AppGraph.Edge] = [], lines: [String] = [], remark: String? = nil) {
    self.node = node
    self.edges = edges
    self.lines = lines
    self.remark = remark
  }
}
