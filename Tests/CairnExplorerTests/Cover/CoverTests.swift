import CairnApp
import CairnExplorer
import CairnModel
import CairnTrail
import Testing

/// Trails that cover an app: new ones, and those that still serve.
@Suite struct CoverTests {
  private func set(
    _ mode: CoverMode, _ edits: Set<Kiosk.Edit> = [],
    keeping files: [(name: String, text: String)] = []
  ) throws -> CoverSet {
    try Kiosk.$edits.withValue(edits) {
      try AppModel<Kiosk>.bare().explore(checking: []).cover(by: mode, keeping: files)
    }
  }

  private func files(_ set: CoverSet) -> [(name: String, text: String)] {
    set.added.map { ($0.name, $0.text) }
  }

  @Test func `by screen, one trail takes every transition, with checks after each step`() throws {
    let set = try set(.screen)
    #expect(set.goals == 4 && set.lowerBound == 1 && set.added.map(\.name) == ["home-form-done"])
    #expect(
      set.added.first?.text == """
        % app kiosk
        # Written by cover --by screen.
        ? screen home
        | Home
        |
        |   Welcome.
        |
        |   start
        > start
        ? screen form
        | Form
        |
        |   name   (empty)
        |   agree  [ ] I agree
        |
        |   send   disabled: the name is missing
        |   back
        # On form.
        > back
        ? screen home
        | Home
        |
        |   Welcome.
        |
        |   start
        # On home.
        > start
        ? screen form
        | Form
        |
        |   name   (empty)
        |   agree  [ ] I agree
        |
        |   send   disabled: the name is missing
        |   back
        # On form.
        > name Ada
        ? name is "Ada"
        ? enabled send
        > send
        ? screen form
        | Form
        |
        |   name   Ada  disabled: sending
        |   agree  [ ] I agree  disabled
        |   … Sending…
        |
        |   send   disabled
        |   back   disabled
        @ 1s
        ? screen done
        | Done
        |
        |   Thank you, Ada! You are number 7.
        |
        |   again
        # On done.
        > again
        ? screen home
        | Home
        |
        |   Welcome.
        |
        |   start

        """)
  }

  @Test(arguments: CoverMode.allCases)
  func `every trail replays, all goals are covered, and a second run keeps all`(
    mode: CoverMode
  ) throws {
    let set = try set(mode)
    #expect(set.open.isEmpty && set.added.count == set.lowerBound)
    #expect(set.added.reduce(into: Set<CoverGoal>()) { $0.formUnion($1.goals) }.count == set.goals)
    for trail in set.added {
      #expect(try TrailPlayer<Kiosk>.play(Trail.parse(trail.text, file: trail.name)) == nil)
    }
    let again = try self.set(mode, keeping: files(set))
    #expect(again.kept == set.added.map(\.name).sorted() && again.added.isEmpty)
    #expect(again.broken.isEmpty && again.unneeded.isEmpty && again.open.isEmpty)
    // A trail of another set is left alone.
    let other = try self.set(mode == .edge ? .input : .edge, keeping: files(set))
    #expect(other.kept.isEmpty && other.broken.isEmpty && other.unneeded.isEmpty)
  }

  @Test func `after a change, broken trails are named with the reason, and missing ones are added`()
    throws
  {
    let files = files(try set(.input))
    let broken = try set(.input, [.noBack], keeping: files)
    #expect(broken.broken.map(\.file) == files.map(\.name) && broken.kept.isEmpty)
    #expect(broken.broken.first?.reason.contains("? screen") == false)
    #expect(broken.added.count == 1 && broken.open.isEmpty)
    let more = try set(.input, [.help], keeping: [])
    let longer = try set(.input, [.help], keeping: self.files(more))
    #expect(longer.kept == more.added.map(\.name) && longer.added.isEmpty)
    // Of two that cover the same, one is not needed.
    let doubled = try set(.input, keeping: files + files.map { ($0.name + "-copy", $0.text) })
    #expect(
      doubled.kept == files.map(\.name) && doubled.unneeded == files.map { $0.name + "-copy" })
  }

  @Test func `by input, a disabled input is refused`() throws {
    let text = try #require(try set(.input).added.first?.text)
    for line in ["! send", "> send", "> back", "! back", "! name Ada", "! agree"] {
      #expect(text.contains("\n\(line)\n"), "\(line)")
    }
  }
}
