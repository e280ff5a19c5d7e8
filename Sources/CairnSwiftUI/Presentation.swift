#if canImport(SwiftUI)
  import Cairn
  import SwiftUI

  extension View {
    /// Shows a sheet while a child is present.
    ///
    ///     .sheet(store.scope(\.edit, .edit), dismiss: .cancel) { EditView(store: $0) }
    ///
    /// A dismissal by the system sends `dismiss` to the child, unless the child has already disappeared.
    /// If the state of the child is `Identifiable`, a child with another id is another sheet.
    public func sheet<ChildState, ChildAction, Content: View>(
      _ store: ChildStore<ChildState, ChildAction>?, dismiss: ChildAction,
      @ViewBuilder content: @escaping (ChildStore<ChildState, ChildAction>) -> Content
    ) -> some View {
      sheet(item: presentation(of: store, dismiss: dismiss)) { content($0.store) }
    }

    #if !os(macOS)
      /// Covers the screen while a child is present; see ``sheet(_:dismiss:content:)``.
      public func fullScreenCover<ChildState, ChildAction, Content: View>(
        _ store: ChildStore<ChildState, ChildAction>?, dismiss: ChildAction,
        @ViewBuilder content: @escaping (ChildStore<ChildState, ChildAction>) -> Content
      ) -> some View {
        fullScreenCover(item: presentation(of: store, dismiss: dismiss)) { content($0.store) }
      }
    #endif

    /// Shows an alert or a confirmation dialog, as its style says, while it is present.
    ///
    ///     .alert(store.scope(\.alert, .alert))
    ///
    /// A dismissal without a choice sends ``Cairn/AlertState/cancelAction``. If there is none, it is
    /// reported as a ``Cairn/RuntimeIssue``: a confirmation dialog needs a button with the role `cancel`.
    public func alert<Action>(_ store: ChildStore<AlertState<Action>, Action>?) -> some View {
      let alert = store?[\.self]
      let choice = AlertChoice()
      return self.alert(
        alert?.title ?? "", isPresented: isPresented(store, as: .alert, choice), presenting: alert,
        actions: { Buttons(alert: $0, store: store, choice: choice) },
        message: { Message(text: $0.message) }
      )
      .confirmationDialog(
        alert?.title ?? "", isPresented: isPresented(store, as: .confirmationDialog, choice),
        titleVisibility: .visible, presenting: alert,
        actions: { Buttons(alert: $0, store: store, choice: choice) },
        message: { Message(text: $0.message) })
    }

    /// Declares the view of the screens of a stack, in a `NavigationStack` with the path
    /// ``Cairn/ChildStore/navigationPath(_:popped:)``.
    ///
    ///     .navigationDestination(store, \.path, .path) { DetailView(store: $0) }
    ///
    /// A screen that was popped shows its last values until its animation ends.
    public func navigationDestination<RootState, RootAction, Screen, ScreenAction, Content: View>(
      _ store: ChildStore<RootState, RootAction>,
      _ stack: KeyPath<RootState, StackState<Screen>>,
      _ action: CasePath<RootAction, StackAction<ScreenAction>>,
      @ViewBuilder content: @escaping (ChildStore<Screen, ScreenAction>) -> Content
    ) -> some View {
      navigationDestination(for: StackID.Identity.self) { identity in
        let screen = store.scope(stack, action, id: StackState<Screen>._id(of: identity))
        Destination(screen: screen, content: content)
      }
    }
  }

  /// A child that is presented, with an identity for SwiftUI.
  struct Presented<ChildState, ChildAction: Sendable>: Identifiable {
    let store: ChildStore<ChildState, ChildAction>
    let id: AnyHashable
  }

  @MainActor func presentation<ChildState, ChildAction>(
    of store: ChildStore<ChildState, ChildAction>?, dismiss: ChildAction
  ) -> Binding<Presented<ChildState, ChildAction>?> {
    let presented = store.map { Presented(store: $0, id: identity(of: $0)) }
    return Binding { @MainActor in
      presented.flatMap { $0.store.isPresent ? $0 : nil }
    } set: { @MainActor item in
      guard item == nil, let presented, presented.store.isPresent else { return }
      // A child that replaced the presented one stays.
      if identity(of: presented.store) == presented.id { presented.store.send(dismiss) }
    }
  }

  /// The id of an identifiable child, tracked; otherwise the same value for every child.
  private func identity<ChildState, ChildAction>(
    of store: ChildStore<ChildState, ChildAction>
  ) -> AnyHashable {
    func id<Child: Identifiable>(as type: Child.Type) -> AnyHashable? {
      (\Child.id as? KeyPath<ChildState, Child.ID>).map { AnyHashable(store[$0]) }
    }
    let type = ChildState.self as? any Identifiable.Type
    return type.flatMap { id(as: $0) } ?? AnyHashable(false)
  }

  /// Whether a button of an alert was pressed. The dismissal that follows is for that alert, and not for an alert that
  /// the action of the button has opened.
  @MainActor final class AlertChoice {
    fileprivate var isMade = false

    func make<Action>(_ action: Action, in store: ChildStore<AlertState<Action>, Action>?) {
      isMade = true
      store?.send(action)
    }
  }

  @MainActor func isPresented<Action>(
    _ store: ChildStore<AlertState<Action>, Action>?, as style: AlertState<Action>.Style,
    _ choice: AlertChoice
  ) -> Binding<Bool> {
    Binding { @MainActor in
      guard let store, store.isPresent else { return false }
      return store[\.style] == style
    } set: { @MainActor isPresented in
      guard !isPresented else { return }
      guard !choice.isMade else {
        choice.isMade = false
        return
      }
      guard let store, store.isPresent else { return }
      guard let action = store.state.cancelAction else {
        return RuntimeIssue.report(
          RuntimeIssue(
            "The dialog \"\(store.state.title)\" was dismissed without a choice.",
            causes: ["none of its buttons has the role `cancel`"],
            suggestion: "add a button with the role `cancel` and an action."))
      }
      store.send(action)
    }
  }

  private struct Buttons<Action: Sendable>: View {
    let alert: AlertState<Action>
    let store: ChildStore<AlertState<Action>, Action>?
    let choice: AlertChoice

    var body: some View {
      ForEach(alert.buttons.indices, id: \.self) { index in
        let button = alert.buttons[index]
        Button(button.label, role: button.role.ofSwiftUI) { choice.make(button.action, in: store) }
      }
    }
  }

  private struct Message: View {
    let text: String?
    var body: some View {
      if let text { Text(text) }
    }
  }

  extension ButtonState.Role {
    fileprivate var ofSwiftUI: ButtonRole? {
      switch self {
      case .default: nil
      case .cancel: .cancel
      case .destructive: .destructive
      }
    }
  }

  /// The view of a screen of a stack. Its store is kept while the view is shown, because the stack has
  /// no screen for it during the animation of a pop.
  private struct Destination<ScreenState, ScreenAction: Sendable, Content: View>: View {
    @State private var screen: ChildStore<ScreenState, ScreenAction>?
    let content: (ChildStore<ScreenState, ScreenAction>) -> Content

    init(
      screen: ChildStore<ScreenState, ScreenAction>?,
      content: @escaping (ChildStore<ScreenState, ScreenAction>) -> Content
    ) {
      _screen = State(initialValue: screen)
      self.content = content
    }

    var body: some View {
      if let screen { content(screen) }
    }
  }
#endif
