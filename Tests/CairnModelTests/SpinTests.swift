import Cairn
import CairnModel
import Foundation
import TestSupport
import Testing

/// The verdicts on claims about runs, compared with those of SPIN, which shares nothing with the search.
///
/// Each model is written as Promela: a process for each name of fair actions, and one for all other actions, which may
/// also do nothing for ever. SPIN assumes weak fairness of processes (`-f`).
@Suite(
  .longBlocking, .gate,
  .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/spin"), "spin is missing"))
struct SpinTests {
  /// The claims of ``ClaimTests/cases``, in that order, as formulas, each with the verdict of SPIN.
  static let formulas: [(text: String, holds: Bool)] = [
    ("<> answered", false), ("<> answered", true), ("[] (asked -> <> answered)", true),
    ("[] (asked -> <> answered)", false), ("[] (asked -> <> answered)", false),
    ("[] (asked -> <> answered)", true), ("[] (answered -> <> closed)", false),
    ("[] (answered -> <> answered)", true), ("open U asked", true), ("open U asked", false),
    ("open U answered", false),
  ]

  @Test(arguments: formulas.indices)
  func `a claim has the verdict of SPIN`(_ index: Int) throws {
    let (claim, fair, _, _) = ClaimTests.cases[index]
    let exploration = try ClaimTests.Desk.model.fair { fair.contains($0) ? "\($0)" : nil }
      .explore(checking: [claim])
    let graph = exploration.graph(
      state: { "\($0.phase)" }, action: { fair.contains($0) ? "\($0)" : "" })
    let (formula, verdict) = Self.formulas[index]
    let holds = try spin(graph, ["open", "asked", "answered", "closed"], formula)
    #expect(holds == verdict && exploration[claim.name]?.isProved == holds, "\(exploration)")
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a claim about a random model has the verdict of SPIN`(_ seed: UInt64) throws {
    var random = RandomNumbers(seed)
    let steps = (0..<8).map { _ in
      (0..<3).map { _ in (name: ["", "a", "b"][random.draw(below: 3)], to: random.draw(below: 8)) }
    }
    let model = Model<Int, [Int]>(0) { state, step in
      state = steps[step[0]][step[1]].to
    } actions: { state in
      (0..<3).map { [state, $0] }
    }
    .fair { step in
      let name = steps[step[0]][step[1]].name
      return name.isEmpty ? nil : name
    }
    let claims: [(Property<Int, [Int]>, String)] = [
      (.eventually("goal") { $0 == 7 }, "<> goal"),
      (.leadsTo("cause", "goal", { $0 == 3 }, then: { $0 == 7 }), "[] (cause -> <> goal)"),
      (.until("low", "goal", { $0 < 6 }, then: { $0 == 7 }), "low U goal"),
    ]
    let (claim, formula) = claims[Int(seed % 3)]
    let exploration = try model.explore(checking: [claim])
    let graph = exploration.graph(
      state: { "\($0 == 7 ? "goal" : $0 == 3 ? "cause low" : $0 < 6 ? "low" : "high")" },
      action: { steps[$0[0]][$0[1]].name })
    let holds = try spin(graph, ["goal", "cause", "low"], formula)
    #expect(exploration[claim.name]?.isProved == holds, "\(exploration)")
  }

  /// Whether a formula holds on all weakly fair runs of a graph. An edge without a name is unfair.
  private func spin(
    _ graph: StateGraph, _ propositions: [String], _ formula: String
  ) throws -> Bool {
    var lines = ["int s = 0;", "bit idle = 0;"]
    for word in propositions {
      let places = graph.nodes.indices.filter {
        graph.nodes[$0].split(separator: " ").contains(word[...])
      }
      let condition = places.map { "s == \($0)" }.joined(separator: " || ")
      lines.append("#define \(word) (\(condition.isEmpty ? "false" : condition))")
    }
    for name in [""] + Set(graph.edges.map(\.action)).subtracting([""]).sorted() {
      lines.append("active proctype \(name.isEmpty ? "others" : "fair_\(name)")() {\n  do")
      for edge in graph.edges where edge.action == name {
        lines.append("  :: d_step { s == \(edge.from) -> s = \(edge.to) }")
      }
      lines.append(name.isEmpty ? "  :: idle = 1 - idle\n  od\n}" : "  od\n}")
    }
    lines.append("ltl claim { \(formula) }\n")
    let model = lines.joined(separator: "\n")
    return try withTemporaryFolder { folder in
      try folder.write(model, to: "model.pml")
      let script = "spin -a model.pml && cc -O0 -w -o pan pan.c && ./pan -a -f -n"
      let text = try ProgramRun(["/bin/sh", "-c", script], in: folder.path).output
      let errors = try #require(
        text.firstMatch(of: /errors: (\d+)/).flatMap { Int($0.1) }, "\(text)\n\(model)")
      return errors == 0
    }
  }
}
