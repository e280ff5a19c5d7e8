/// Makes the choices that were written down, and then always the first.
///
///     let again = Simulation(choices: ScriptedChoices(simulation.choices.decisions.map(\.index)))
///
/// Where a script comes from another scenario, a choice that it does not fit is reported as a
/// mistake.
public struct ScriptedChoices: ChoiceSource {
  private var rest: ArraySlice<Int>

  public init(_ indices: [Int]) {
    rest = indices[...]
  }

  public mutating func index(for choice: ChoicePoint) -> Int { rest.popFirst() ?? 0 }
}
