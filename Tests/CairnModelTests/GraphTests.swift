import Cairn
import CairnModel
import Testing

@Suite struct GraphTests {
  /// A door that is locked with a key, and a state whose name needs escapes in every format.
  private struct Door: Reducer {
    enum State: String {
      case open, shut
      case locked = "\"locked\" <#\\>\n& done"
    }

    enum Action: String {
      case close, open
      case lock = "say \"\\lock\"\nnow"
    }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .close: state = .shut
      case .open: state = .open
      case .lock: state = .locked
      }
      return .none
    }

    static let model = Model(State.open, reducer: Door()) { state in
      switch state {
      case .open: [.close]
      case .shut: [.open, .lock]
      case .locked: []
      }
    }
  }

  @Test(arguments: [
    (
      GraphFormat.mermaid,
      #"""
      flowchart TD
        s0["open"]
        s1["shut"]
        s2["#34;locked#34; #60;#35;#92;#62;#10;#38; done"]
        s0 -->|"close"| s1
        s1 -->|"open"| s0
        s1 -->|"say #34;#92;lock#34;#10;now"| s2

      """#
    ),
    (
      .dot,
      #"""
      digraph states {
        0 [label="open"];
        1 [label="shut"];
        2 [label="\"locked\" <#\\> & done"];
        0 -> 1 [label="close"];
        1 -> 0 [label="open"];
        1 -> 2 [label="say \"\\lock\" now"];
      }

      """#
    ),
    (
      .json,
      #"""
      {"edges":[{"action":"close","from":0,"to":1},{"action":"open","from":1,"to":0},{"action":"say \"\\lock\"\nnow","from":1,"to":2}],"isComplete":true,"nodes":["open","shut","\"locked\" <#\\>\n& done"]}

      """#
    ),
    (
      .aut,
      #"""
      des (0, 3, 3)
      (0, "close", 1)
      (1, "open", 0)
      (1, "say '\lock' now", 2)

      """#
    ),
  ])
  func `a graph is written in every format, whatever its names`(
    format: GraphFormat, text: String
  ) throws {
    let graph = try Door.model.explore().graph(state: \.rawValue, action: \.rawValue)
    #expect(graph.text(as: format) == text)
  }

  /// A quotation mark and the accent behind it are one character.
  @Test func `a quotation mark is escaped behind every scalar`() {
    let name = "a\"\u{301}"
    let graph = StateGraph(
      nodes: [name], edges: [.init(from: 0, action: name, to: 0)], isComplete: true)
    #expect(graph.text(as: .dot).contains(#"[label="a\"\#u{301}"]"#))
    #expect(graph.text(as: .aut).contains(#"(0, "a'\u{301}", 0)"#))
  }

  @Test func `nodes and edges are named by dumps unless names are given`() throws {
    let graph = try Door.model.explore().graph()
    #expect(graph.nodes == [".open", ".shut", ".locked"])
    #expect(graph.edges.map(\.action) == [".close", ".open", ".lock"])
  }

  @Test func `states of a group are one node, and its steps are there once`() throws {
    let exploration = try Jugs.model.explore()
    let graph = exploration.graph {
      $0.large == 0 ? "empty" : "not empty"
    } action: { _ in
      "step"
    }
    #expect(graph.nodes == ["empty", "not empty"])
    #expect(Set(graph.edges.map { [$0.from, $0.to] }) == [[0, 0], [0, 1], [1, 0], [1, 1]])
    #expect(graph.edges.count == 4)
  }
}
