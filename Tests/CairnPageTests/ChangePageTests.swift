import CairnApp
import CairnExplorer
import CairnModel
import CairnPage
import Foundation
import Testing

/// The changes since an earlier version in the page of a search.
@Suite struct ChangePageTests {
  private let exploration: AppExploration<Office>
  private let present: Behavior

  init() throws {
    exploration = try Office.explored()
    present = try exploration.behavior()
  }

  /// The search of an earlier version: the drawer had another name, and no property was refuted.
  private func earlier(drawer: String = "<b>\u{2028}", limit: String? = nil) -> Behavior {
    func id(_ id: String) -> String { id == "drawer" ? drawer : id }
    return Behavior(
      world: present.world, limit: limit, heading: present.heading,
      situations: present.situations.map { situation, path in
        (ScreenSituation(screen: id(situation.screen), parts: situation.parts), path)
      },
      transitions: present.transitions.map { transition, path in
        let (from, to) = (id(transition.from), id(transition.to))
        return (Behavior.Transition(from: from, step: transition.step, to: to), path)
      },
      verdicts: present.verdicts.map { verdict in
        Behavior.Verdict(property: verdict.property, result: "proved", trail: nil)
      })
  }

  private func data(
    since old: Behavior, _ limits: SearchPage<Office>.Limits = .init()
  ) throws -> JSON {
    let comparison = BehaviorComparison(from: old, to: present)
    return try SearchPage(exploration, limits: limits).json(since: ("<old>.json", comparison))
  }

  @Test func `each change has its mark and its text as in the report, and its trails`() throws {
    let page = try PageData(data(since: earlier()))
    let changes = BehaviorComparison(from: earlier(), to: present).changes
    #expect(page.object["comparison"] as? String == "Changes since <old>.json: 4 changes")
    let entries = page.list("changes")
    #expect(entries.count == changes.count)
    for (entry, change) in zip(entries, changes) {
      let (mark, text) = (entry["mark"] as? String ?? "", entry["what"] as? String ?? "")
      let isGone = change.direction == .went
      #expect(change.description.hasPrefix(mark + " "))
      #expect(change.description.split(separator: "\n")[0].hasSuffix(" " + text))
      #expect(entry["result"] as? String == mark)
      #expect(entry["remark"] as? String == change.kind.rawValue)
      #expect(entry["trail"] as? String == (isGone ? nil : change.trail))
      #expect(entry["earlier"] as? String == (isGone ? change.trail : change.trailBefore))
      let moments = entry["moments"] as? [[String: Any]]
      // A trail is played to where it shows the change.
      #expect((moments == nil) == isGone)
      let remark = moments?.last?["remark"] as? String
      switch change.kind {
      case .verdict: #expect(remark == "office violates a property: never a second order")
      case .screen where !isGone:
        #expect(remark == "came the screen drawer")
        #expect(page.screens(of: moments?.last ?? [:]).last?["id"] as? String == "drawer")
      default: #expect(isGone || remark == "\(mark) \(text)")
      }
    }
    let marks = entries.compactMap { $0["mark"] as? String }
    #expect(marks == ["came", "went", "changed", "changed"])
  }

  @Test func `what a bound may hide is uncertain, and listed as not known`() throws {
    let reason = "the depth of 2 was reached"
    let entries = try PageData(data(since: earlier(limit: reason))).list("changes")
    #expect(
      entries.prefix(2).map { $0["mark"] as? String } == ["not known", "came?"]
        && entries.prefix(2).allSatisfy { $0["result"] as? String == "inconclusive" })
    #expect((entries.first?["what"] as? String)?.hasSuffix(": \(reason)") == true)
    #expect(entries[0]["moments"] == nil && entries[1]["moments"] != nil)
  }

  @Test func `a page without changes says so, and one without a comparison has no part of it`()
    throws
  {
    let page = try PageData(data(since: present))
    #expect(page.object["comparison"] as? String == "Changes since <old>.json: no change")
    #expect(page.list("changes").isEmpty && page.object["changes"] != nil)
    let plain = try PageData(SearchPage(exploration).json()).object
    #expect(plain["comparison"] == nil && plain["changes"] == nil)
  }

  @Test func `hostile texts of an earlier version stay texts`() throws {
    let text = try data(since: earlier()).text
    #expect(!text.utf8.contains(UInt8(ascii: "<")) && !text.contains("\u{2028}"))
    #expect(text.contains("\\u003cb>\\u2028"))
  }

  @Test func `changes that are too many are left out, and counted`() throws {
    var limits = SearchPage<Office>.Limits()
    limits.changes = 1
    let page = try PageData(data(since: earlier(), limits))
    #expect(page.list("changes").compactMap { $0["mark"] as? String } == ["came"])
    #expect(page.object["comparison"] as? String == "Changes since <old>.json: 4 changes")
    #expect(
      page.lines("Not in this page") == [
        "Left out, because of the size of the page: the last 3 of 4 changes."
      ])
  }
}
