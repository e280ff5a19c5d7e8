#if canImport(SwiftUI)
  import Cairn
  import SwiftUI

  @MainActor extension ChildStore {
    /// A binding that reads a field and sends an action for a new value.
    ///
    ///     TextField("E-mail", text: store.binding(\.email) { .set(.email($0)) })
    ///
    /// The reducer can refuse the value, or store another one. SwiftUI then shows the value of the state. If this
    /// feature has disappeared, no action is sent.
    public func binding<Value: Equatable>(
      _ field: KeyPath<State, Value>, send action: @escaping (Value) -> Action
    ) -> Binding<Value> {
      Binding { @MainActor in
        self[field]
      } set: { @MainActor in
        // A text field writes once more when it loses the focus.
        if self.isPresent { self.send(action($0)) }
      }
    }

    /// A binding that is `true` while an optional is not `nil`. Setting `false` sends `dismiss`.
    ///
    ///     .popover(isPresented: store.isPresented(\.hint, dismiss: .hintClosed)) { Hint() }
    ///
    /// SwiftUI may set `false` twice. If the optional is already `nil`, or this feature has disappeared, no action is
    /// sent.
    public func isPresented<Value>(
      _ optional: KeyPath<State, Value?>, dismiss: Action
    ) -> Binding<Bool> {
      let isPresent = optional.appending(path: \.isPresent)
      return Binding { @MainActor in
        self[isPresent]
      } set: { @MainActor isPresented in
        // The last state of a feature that has disappeared contains what it presented.
        guard self.isPresent else { return }
        if !isPresented && self.state[keyPath: isPresent] { self.send(dismiss) }
      }
    }

    /// The path of a `NavigationStack`. A pop by the system sends the id of the lowest popped screen.
    ///
    ///     NavigationStack(path: store.navigationPath(\.path) { .popped(from: $0) }) { Root() }
    ///
    /// The path contains identities, not ids. Two ids are equal if they denote the same position; an
    /// identity also distinguishes the screens that have had this position, and SwiftUI therefore shows
    /// a replacement as a new screen.
    ///
    /// The reducer pops the screen with ``Cairn/StackState/pop(from:)``, or refuses: SwiftUI then reads
    /// the path again. Only a change of the path updates the view, not a change within a screen.
    public func navigationPath<Screen>(
      _ stack: KeyPath<State, StackState<Screen>>, popped: @escaping (StackID) -> Action
    ) -> Binding<[StackID.Identity]> {
      let identities = stack.appending(path: \.identities)
      return Binding { @MainActor in
        self[identities]
      } set: { @MainActor path in
        guard self.isPresent else { return }
        let shown = self.state[keyPath: identities]
        let kept = zip(shown, path).prefix { $0 == $1 }.count
        if kept < shown.count { self.send(popped(StackState<Screen>._id(of: shown[kept]))) }
      }
    }
  }

  extension Optional {
    fileprivate var isPresent: Bool { self != nil }
  }

  extension StackState {
    fileprivate var identities: [StackID.Identity] { Self._identities(of: self) }
  }
#endif
