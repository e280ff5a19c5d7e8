extension _Kernel {
  /// A function around the reduction of an action and the notification of its observers: an animation of
  /// SwiftUI, which the kernel does not know.
  public struct Surrounding: Sendable {
    let run: @Sendable (() -> Void) -> Void

    /// - Parameter run: calls its argument once.
    public init(_ run: @escaping @Sendable (() -> Void) -> Void) { self.run = run }
  }

  /// Surrounds the actions that `send` sends.
  public static func surround<Action>(
    _ send: Send<Action>, by surrounding: Surrounding
  ) -> Send<Action> {
    Send { request, isolation in
      guard case .action(let action) = request else {
        return await send.deliver(request, isolation)
      }
      await send.deliver(.surrounded(action, by: surrounding), isolation)
    }
  }

  /// Surrounds the actions that an effect sends, but not those that are surrounded already.
  public static func surround<Action>(
    _ effect: Effect<Action>, by surrounding: Surrounding
  ) -> Effect<Action> {
    effect.transformed(
      send: { action in .run(name: "send") { await surround($0, by: surrounding)(action) } },
      dismissal: .dismiss,
      operation: { operation in
        var surrounded = operation
        surrounded.run = { try await operation.run(surround($0, by: surrounding)) }
        if let handle = operation.handle {
          surrounded.handle = { await handle($0, surround($1, by: surrounding)) }
        }
        return surrounded
      })
  }
}

extension Store {
  /// Reduces an action once, and notifies its observers, within the function around it.
  @usableFromInline func processSurrounded(_ next: QueuedAction<Action>) -> Step<Action>? {
    guard case .surrounded(let effect, let surrounding) = next.sender else {
      fatalError("\(next.sender) surrounds no action")
    }
    let plain = QueuedAction(action: next.action, sender: .effect(effect), waiter: next.waiter)
    var result: Step<Action>??
    surrounding.run { if result == nil { result = .some(process(plain)) } }
    // No action is lost if the function does not call its argument.
    return result ?? process(plain)
  }
}
