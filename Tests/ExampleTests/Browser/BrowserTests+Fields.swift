import Foundation
import TestSupport
import Testing

// What a person types into fields, in the same suite, so that one browser runs at a time.
extension BrowserTests {
  @Test func `quick edits of fields are sent in their order, and none is lost`() async throws {
    let (program, browser) = try await open(.onboarding, "--inspect", "--ephemeral")
    for line in [
      "next", "accept", "next", "email ada@example.com", "password correct horse", "next",
    ] { try await browser.perform("post(arguments[0])", line) }
    try await browser.waits(for: "document.title.startsWith('Personal Info')")
    // Each answer comes after the edits that follow.
    try await browser.perform(
      """
      const [first, last, phone] = fieldsOfTop();
      const edit = (field, text) => field.onchange({ target: Object.assign(field, { value: text }) });
      Object.assign(window, { first, last, phone, edit, emptied: false });
      new MutationObserver(() => { window.emptied ||= phone.value === ""; })
        .observe(first, { attributes: true });
      edit(first, "Ada");
      edit(last, "Love");
      edit(phone, "+44 20 7946 0000");
      last.value = "Lovelace";
      """)
    try await browser.waits(for: "last.defaultValue === 'Love' && phone.defaultValue !== ''")
    #expect(try await browser.holds("last.value === 'Lovelace' && !emptied"))
    // The press of Enter comes before an edit that follows it.
    try await browser.perform(
      """
      edit(last, last.value);
      phone.onkeydown({ target: phone, key: "Enter" });
      edit(first, "Grace");
      """)
    try await browser.waits(for: "document.title.startsWith('New PIN')")
    try await browser.waits(for: "page.moments.some(({ line }) => line === '> last-name Lovelace')")
    #expect(try await browser.holds("!page.moments.some(({ line }) => /Grace/.test(line))"))
    end(program)
  }
}
