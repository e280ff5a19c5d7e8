import Cairn
import CairnApp
import CairnSimulation
import Testing

@testable import timeline

@Test func temp() throws {
  for options in [["--expire=5s"], []] {
  for inputs in [[], ["RESTART"], ["refresh"], ["logout"]] {
    var scripts: [[Int]] = [[]]
    var count = 0
    var longest: [Decision] = []
    while let script = scripts.popLast(), count < 20000 {
      let simulation = Simulation(exploring: ScriptedChoices(script))
      let app = try TimelineApp(Launch(.simulated(start: "signed-in"), options: OptionValues(options, among: TimelineApp.options), in: simulation))
      let driver = Driver(app, in: simulation)
      let prefix = inputs.isEmpty ? 0 : simulation.choices.decisions.count
      for input in inputs {
        if input == "RESTART" { driver.restart() } else if case .action(let action, name: _) = driver.screen.parse(input) { driver.send(action) }
      }
      let ds = simulation.choices.decisions
      count += 1
      if ds.count > longest.count { longest = ds }
      var i = ds.count - 1
      while i >= max(script.count, prefix) {
        for k in stride(from: ds[i].choice.options.count - 1, to: ds[i].index, by: -1) {
          scripts.append(ds[..<i].map(\.index) + [k])
        }
        i -= 1
      }
    }
    print(options, inputs, count, longest.count)
    print(longest.map(\.description).joined(separator: "\n"))
  }
  }
}
