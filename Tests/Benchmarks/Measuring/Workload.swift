/// A number of operations, done by the engine and, for comparison, with the least that they take.
@MainActor
struct Workload {
  typealias Loop = @MainActor (_ operations: Int) async -> Void

  let floor: Loop
  let subject: Loop

  init(floor: @escaping Loop, subject: @escaping Loop) {
    self.floor = floor
    self.subject = subject
  }
}
