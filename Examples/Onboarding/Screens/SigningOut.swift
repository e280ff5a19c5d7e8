import Cairn

extension SessionStore {
  /// Removes the session, and says whether it is gone.
  func signOut<Action>(
    done: Action, failed: @escaping @Sendable (_ reason: String) -> Action
  ) -> Effect<Action> {
    .run(name: "sign out") { [remove] send in
      try await remove()
      await send(done)
    } catch: { error, send in
      await send(failed("\(error)"))
    }
  }
}
