#if canImport(SwiftUI)
  import Cairn
  import SwiftUI

  extension Send {
    /// Sends an action, and animates the changes of the views that it causes.
    ///
    ///     await send(.found(people), animation: .default)
    ///
    /// The changes of its follow-ups are not animated. Without SwiftUI that shows the store, as in a
    /// test, the animation has no effect.
    public func callAsFunction(
      _ action: Action, animation: Animation?, isolation: isolated (any Actor)? = #isolation
    ) async {
      await _Kernel.surround(self, by: .of(animation))(action, isolation: isolation)
    }
  }

  extension Effect {
    /// Animates the changes of the views that each action of the effect causes.
    ///
    ///     return load().animation()
    ///
    /// An action with an animation of its own keeps it. ``Cairn/Effect/send(_:)`` becomes an effect that
    /// sends, and its action is reduced after the follow-ups of other actions.
    public func animation(_ animation: Animation? = .default) -> Effect {
      _Kernel.surround(self, by: .of(animation))
    }
  }

  extension _Kernel.Surrounding {
    fileprivate static func of(_ animation: Animation?) -> Self {
      Self { withAnimation(animation, $0) }
    }
  }
#endif
