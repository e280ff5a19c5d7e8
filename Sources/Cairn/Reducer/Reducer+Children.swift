extension Reducer {
  /// Runs `child` while an optional is there, before this reducer, which so sees what it left.
  ///
  ///     Reduce { … }.ifLet(\.alert, .alert) { Alert() }
  ///
  /// ``Effect/dismiss`` from inside clears the optional; however it becomes `nil`, the effects of
  /// what was in it are cancelled at once. A value that replaces another is the same child to the
  /// engine. An action for a child that is not there is refused whole: this reducer does not see it.
  @inlinable @inline(__always)
  public func ifLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: WritableKeyPath<State, ChildState?> & Sendable,
    _ action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> ReducerSequence<Scope<OptionalAccess<State, ChildState>, Action, Child>, Self> {
    ReducerSequence(Scope(OptionalAccess(state), action, child()), self)
  }

  /// Runs `child` while enum state is in one case, before this reducer.
  ///
  ///     Reduce { … }.ifCaseLet(.main, .main) { Main() }
  ///
  /// Leaving the case cancels the child's effects at once. An action for a case that the state is
  /// not in is refused whole: this reducer does not see it.
  @inlinable @inline(__always)
  public func ifCaseLet<ChildState, ChildAction, Child: Reducer<ChildState, ChildAction>>(
    _ state: CasePath<State, ChildState>,
    _ action: CasePath<Action, ChildAction>,
    @ReducerBuilder<ChildState, ChildAction> child: () -> Child
  ) -> ReducerSequence<Scope<CaseAccess<State, ChildState>, Action, Child>, Self> {
    ReducerSequence(Scope(CaseAccess(state), action, child()), self)
  }

  /// Runs `child` on the element that an action is for, a screen of a ``StackState`` or a row of an
  /// ``IdentifiedArray``, before this reducer.
  ///
  ///     Reduce { … }.forEach(\.path, .path) { Path() }
  ///     Reduce { … }.forEach(\.rows, .row) { Row() }
  ///
  /// ``Effect/dismiss`` from a screen pops it and those above it; from a row it means what is around
  /// the list. However an element leaves, its effects and those of everything in it are cancelled
  /// at once; the others keep theirs. An action for an element that is not there is refused whole:
  /// this reducer does not see it. O(1) in the number of elements.
  @inlinable @inline(__always)
  public func forEach<
    Elements: ElementCollection, ChildAction, Child: Reducer<Elements.Element, ChildAction>
  >(
    _ elements: WritableKeyPath<State, Elements> & Sendable,
    _ action: CasePath<Action, ElementAction<Elements.ID, ChildAction>>,
    @ReducerBuilder<Elements.Element, ChildAction> child: () -> Child
  ) -> ReducerSequence<ForEach<State, Action, Elements, Child>, Self> {
    ReducerSequence(ForEach(elements, action, child()), self)
  }
}
