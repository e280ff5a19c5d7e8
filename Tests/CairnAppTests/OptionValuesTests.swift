import CairnApp
import Testing

struct OptionValuesTests {
  private let options = [
    AppOption("--state", value: "FILE", help: ""), AppOption("--strict", help: ""),
    AppOption("-v", help: ""),
  ]

  @Test(arguments: [
    ["--state", "a.json", "--strict"], ["--strict", "--state=a.json"],
  ])
  func `the value of an option is the next word or attached`(words: [String]) throws {
    let values = try OptionValues(words, among: options)
    #expect(values["--state"] == "a.json")
    #expect(values.has("--strict"))
    #expect(!values.has("-v"))
    #expect(values["-v"] == nil)
    #expect(values.words(among: options) == ["--state=a.json", "--strict"])
    #expect(try OptionValues(values.words(among: options), among: options) == values)
  }

  @Test(arguments: [
    (["--state="], ""), (["--state", ""], ""), (["--state=a=b"], "a=b"), (["--state", "-v"], "-v"),
  ])
  func `a value is taken as it is`(words: [String], value: String) throws {
    #expect(try OptionValues(words, among: options)["--state"] == value)
  }

  @Test func `options and operands may be mixed, and two dashes end the options`() throws {
    let (values, operands) = try OptionValues.parse(
      ["replay", "-v", "-", "a.trail", "--", "--strict", "--"], among: options)
    #expect(operands == ["replay", "-", "a.trail", "--strict", "--"])
    #expect(values.words(among: options) == ["-v"])
  }

  @Test(arguments: [
    (["--strct"], "unknown option --strct; did you mean --strict?"),
    (["--strct=x"], "unknown option --strct; did you mean --strict?"),
    (["\u{1B}[2J"], #""\u{1B}[2J" is not an option; there are: --state, --strict, -v"#),
    (["-v", "x", "y"], #""x" is not an option; there are: --state, --strict, -v"#),
    (["-v", "-v"], "the option -v is given twice; give it once"),
    (["--state=a", "--state", "a"], "the option --state is given twice; give it once"),
    (["--strict=yes"], "the option --strict takes no value"),
    (["--strict="], "the option --strict takes no value"),
    (["-v", "--state"], "the option --state needs a value: --state FILE"),
  ])
  func `wrong options are refused with a suggestion`(words: [String], message: String) {
    let error = #expect(throws: UsageError.self) { try OptionValues(words, among: options) }
    #expect(error?.description == message)
  }

  @Test func `an app without options says so`() {
    let error = #expect(throws: UsageError.self) { try OptionValues(["-v"], among: []) }
    #expect(error?.description == "unknown option -v; there are none")
  }
}
