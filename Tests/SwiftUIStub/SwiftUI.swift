// The declarations of SwiftUI that `CairnSwiftUI` and its documentation use, with the signatures of
// Apple's interface. They draw nothing. Tests compile this file as a module named SwiftUI where the
// system has none; no target of the package contains it.

// MARK: Views

@MainActor @preconcurrency public protocol View {
  associatedtype Body: View
  @ViewBuilder @MainActor @preconcurrency var body: Body { get }
}

/// A view without a body.
public protocol Primitive: View where Body == Never {}

extension Primitive {
  public var body: Never { fatalError("a stub has no body") }
}

extension Never: View {
  public var body: Never { fatalError("a stub has no body") }
}

extension Optional: View where Wrapped: View {
  public var body: Never { fatalError("a stub has no body") }
}

public struct EmptyView: Primitive {
  nonisolated public init() {}
}

public struct TupleView<each Content: View>: Primitive {
  nonisolated public init(_ value: (repeat each Content)) {}
}

@resultBuilder public struct ViewBuilder {
  public static func buildBlock() -> EmptyView { EmptyView() }
  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
  @_disfavoredOverload
  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleView<repeat each Content> { TupleView((repeat each content)) }
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
  public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
}

// MARK: Animation

public struct Animation: Equatable, Sendable {
  let name: String
  public static let `default` = Animation(name: "default")
  public static let linear = Animation(name: "linear")

  /// The animation of the current `withAnimation`, for checks.
  @TaskLocal public static var current: Animation?
}

public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try Animation.$current.withValue(animation, operation: body)
}

// MARK: State and bindings

public protocol DynamicProperty {}

@propertyWrapper public struct State<Value>: DynamicProperty {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let storage: Storage

  public init(wrappedValue value: Value) { storage = Storage(value) }
  public init(initialValue value: Value) { storage = Storage(value) }
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
}

@propertyWrapper public struct Binding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// A synchronous function with an isolation is called like any other. The tests call these on the
  /// main actor, where SwiftUI calls them.
  @preconcurrency public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) {
    self.get = unsafeBitCast(get, to: (() -> Value).self)
    self.set = unsafeBitCast(set, to: ((Value) -> Void).self)
  }

  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

// MARK: Controls

public struct LocalizedStringKey: ExpressibleByStringInterpolation {
  public init(stringLiteral value: String) {}
}

public struct Text: Primitive {
  nonisolated public init(_ key: LocalizedStringKey) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(_ content: S) {}
}

public struct ButtonRole: Equatable, Sendable {
  private let name: String
  public static let destructive = ButtonRole(name: "destructive")
  public static let cancel = ButtonRole(name: "cancel")
}

public struct Button<Label: View>: Primitive {}

extension Button where Label == Text {
  nonisolated public init(_ key: LocalizedStringKey, action: @escaping @MainActor () -> Void) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, action: @escaping @MainActor () -> Void
  ) {}
  nonisolated public init(
    _ key: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
  @_disfavoredOverload nonisolated public init<S: StringProtocol>(
    _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
  ) {}
}

public struct TextField<Label: View>: Primitive {}

extension TextField where Label == Text {
  nonisolated public init(_ key: LocalizedStringKey, text: Binding<String>) {}
}

public struct Toggle<Label: View>: Primitive {}

extension Toggle where Label == Text {
  nonisolated public init(_ key: LocalizedStringKey, isOn: Binding<Bool>) {}
}

public struct Stepper<Label: View>: Primitive {}

extension Stepper where Label == Text {
  nonisolated public init<V: Strideable>(
    _ key: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1
  ) {}
}

// MARK: Containers

public struct Form<Content: View>: Primitive {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct VStack<Content: View>: Primitive {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content: View>: Primitive {
  nonisolated public init(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder content: @escaping (Data.Element) -> Content
  ) {}
}

public struct List<SelectionValue: Hashable, Content: View>: Primitive {}

extension List where SelectionValue == Never {
  nonisolated public init<Data: RandomAccessCollection, RowContent: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
  ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {}
}

public struct NavigationStack<Data, Root: View>: Primitive {
  nonisolated public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
  where
    Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection,
    Data.Element: Hashable
  {}
}

// MARK: Modifiers

public enum Visibility: Sendable {
  case automatic, visible, hidden
}

extension View {
  nonisolated public func disabled(_ disabled: Bool) -> some View { self }

  nonisolated public func sheet<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }

  nonisolated public func fullScreenCover<Item: Identifiable, Content: View>(
    item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Content
  ) -> some View { self }

  nonisolated public func popover<C: View>(
    isPresented: Binding<Bool>, @ViewBuilder content: @escaping () -> C
  ) -> some View { self }

  nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, presenting data: T?,
    @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { self }

  nonisolated public func confirmationDialog<S: StringProtocol, A: View, M: View, T>(
    _ title: S, isPresented: Binding<Bool>, titleVisibility: Visibility = .automatic,
    presenting data: T?, @ViewBuilder actions: (T) -> A, @ViewBuilder message: (T) -> M
  ) -> some View { self }

  nonisolated public func navigationDestination<D: Hashable, C: View>(
    for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
  ) -> some View { self }
}

// MARK: Apps

@MainActor @preconcurrency public protocol Scene {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
}

extension Never: Scene {}

@resultBuilder public struct SceneBuilder {
  public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content: View>: Scene {
  nonisolated public init(@ViewBuilder content: () -> Content) {}
  public var body: Never { fatalError("a stub has no body") }
}

@MainActor @preconcurrency public protocol App {
  associatedtype Body: Scene
  @SceneBuilder @MainActor @preconcurrency var body: Body { get }
  @MainActor @preconcurrency init()
}

extension App {
  @MainActor @preconcurrency public static func main() {}
}

@MainActor @preconcurrency public protocol PreviewProvider {
  associatedtype Previews: View
  @ViewBuilder @MainActor @preconcurrency static var previews: Previews { get }
}
