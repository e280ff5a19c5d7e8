import ExampleSupport
import Testing

/// The phase that forms share.
@Suite struct FormStateTests {
  private struct Form: Hashable, FormState {
    var email = ""
    var phase = FormPhase.editing(problem: nil)
  }

  @Test func `an edit changes fields and removes the problem`() {
    var form = Form(phase: .editing(problem: "no network"))
    #expect(form.phase.problem == "no network" && !form.isSubmitting)
    form.edit { $0.email = "ada@example.com" }
    #expect(form == Form(email: "ada@example.com"))
    #expect(form.phase.problem == nil)
  }

  @Test func `nothing is edited while the form is submitted`() {
    var form = Form(email: "ada@example.com", phase: .submitting)
    form.edit { $0.email = "" }
    #expect(form == Form(email: "ada@example.com", phase: .submitting))
    #expect(form.isSubmitting && form.phase.problem == nil)
  }
}
