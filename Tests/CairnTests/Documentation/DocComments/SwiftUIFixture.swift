extension DocFixture {
  static let swiftUI = DocFixture(
    module: "CairnSwiftUI",
    declarations: """
      import Cairn
      import CairnSwiftUI
      import SwiftUI

      enum Edit {
        struct State: Equatable {}
        enum Action: Sendable { case cancel }
      }
      enum Choice: Hashable, Sendable { case keep }
      enum Person {
        enum Field { case email(String) }
        struct State: Equatable {
          var email = "", hint: Int?, edit: Edit.State?, alert: AlertState<Choice>?
          var path = StackState<Edit.State>()
        }
        enum Action: Sendable {
          case set(Field), hintClosed, popped(from: StackID), edit(Edit.Action), alert(Choice)
          case path(StackAction<Edit.Action>)
        }
      }
      struct EditView: View {
        let store: ChildStore<Edit.State, Edit.Action>
        var body: some View { Text("") }
      }
      typealias DetailView = EditView
      struct Hint: View { var body: some View { Text("") } }
      typealias Root = Hint
      @MainActor enum Examples {
        static var store: ChildStore<Person.State, Person.Action> { fatalError() }
      }
      enum Effects {
        enum Action: Sendable { case found([String]) }
        static let people: [String] = []
        static var send: Send<Action> { fatalError() }
        static func load() -> Effect<Action> { .none }
      }
      """,
    casePaths: """
      Person.Action edit Edit.Action
      Person.Action alert Choice
      Person.Action path StackAction<Edit.Action>
      """,
    contexts: [
      ("Animation.swift", "", .init(name: "Effects")),
      ("", ".", .init(name: "Examples", start: "_ = Text(\"\")")),
      ("", "", .init(name: "Examples", start: "_ = ")),
    ])
}
