/// Where in a value something is: `path[2].credentials.email`.
enum Path {
  static func joined(_ outer: String, _ inner: String) -> String {
    outer + (inner.isEmpty || inner.hasPrefix("[") ? "" : ".") + inner
  }
}
