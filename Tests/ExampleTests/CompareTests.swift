import CairnStorage
import Foundation
import TestSupport
import Testing

/// The options `--save`, `--against`, `--accept` and `--fail-on-change` of `explore`.
@Suite(.blocking) struct CompareTests {
  private let folder = Folder()

  private func explore(_ words: String...) throws -> Run {
    try folder.run(.timeline, ["explore", "--check", "none"] + words)
  }

  @Test func `a search is saved, compared, and accepted again`() throws {
    let saved = try explore("--save", "all.json")
    #expect(saved.status == 0 && saved.errors == "all.json: written\n")
    let text = try #require(folder.text("all.json"))
    let same = try explore("--against", "all.json", "--fail-on-change")
    #expect(same.status == 0 && same.output.hasSuffix("\ncompared with all.json: no change\n"))
    // As if the screen had another name before.
    try folder.write(text.replacing("\"feed\"", with: "\"news\""), to: "old.json")
    let changed = try explore("--against", "old.json")
    #expect(changed.status == 0)
    for line in [
      "came        the screen feed", "went        the screen news",
      "changed     on login: @ time leads to feed; before: @ time leads to news",
    ] {
      #expect(changed.output.contains("\n\(line)\n    % app timeline\n"), "\(changed)")
    }
    #expect(try explore("--against", "old.json", "--fail-on-change").status == 1)
    let page = try explore("--against", "old.json", "--html", "page.html")
    #expect(page.status == 0 && page.errors == "page.html: written\n")
    #expect(folder.text("page.html")?.contains(#""comparison":"Changes since old.json: "#) == true)
    let json = try explore("--against", "old.json", "--json").output.split(separator: "\n")
    #expect(json.contains { $0.hasPrefix(#"{"against":"old.json","changes":"#) })
    #expect(json.contains { $0.hasPrefix(#"{"change":"came","kind":"screen","trail":"% app"#) })
    let accepted = try explore("--against", "old.json", "--fail-on-change", "--accept")
    #expect(accepted.status == 0 && accepted.errors == "old.json: written\n")
    #expect(folder.text("old.json") == text)
    let again = try explore("--against", "old.json", "--accept")
    #expect(again.status == 0 && again.errors == "")
  }

  @Test(arguments: ["Accounts", "Dance", "Onboarding", "Timeline", "Workout"])
  func `an example has a saved search with a claim about runs, and trails that cover it`(
    _ name: String
  ) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Examples/\(name)/Trails").standardizedFileURL
    let saved = try Data(contentsOf: folder.appending(path: "explored.json"))
    let claims = String(decoding: saved, as: UTF8.self)
      .matches(of: /"property":"[^":]+ leads to [^"]+","result":"proved"/)
    #expect(claims.count == 1 && saved.count < 200_000)
    let trails = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "Covered"), includingPropertiesForKeys: nil)
    #expect(!trails.isEmpty)
    for trail in trails { #expect(try Data(contentsOf: trail).count < 200_000, "\(trail)") }
  }

  @Test
  func `a program that ends while it writes a file leaves no part of it, and hinders no other`()
    throws
  {
    // The system ends a program at the first byte after the limit.
    func endWhileWriting(_ words: String) throws {
      let command = "ulimit -c 0; ulimit -f 1; exec \(Program.timeline.path) \(words)"
      let run = try folder.run("/bin/sh", ["-c", command])
      #expect(run.status != 0 && !run.errors.contains("written"), "\(run)")
    }
    try endWhileWriting("explore --check none --save all.json")
    try endWhileWriting("cover set --by input")
    #expect(!folder.names.contains("all.json"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder["set"]).allSatisfy {
        $0.hasPrefix(".")
      })
    #expect(try explore("--save", "all.json").errors == "all.json: written\n")
    let text = folder.text("all.json")
    try endWhileWriting("explore --check none --states 40 --save all.json")
    #expect(folder.text("all.json") == text)
    #expect(try explore("--save", "all.json").errors == "all.json: written\n")
  }

  @Test(.asRoot) func `a file in a folder that cannot be written is refused before the search`()
    throws
  {
    try folder.write("", to: "all.json")
    #expect(chmod(folder["all.json"], 0o666) == 0 && chmod(folder["."], 0o555) == 0)
    defer { chmod(folder["."], 0o700) }
    let run = try folder.runAsOther(.timeline, "explore", "--save", "all.json")
    let reason = "--save: all.json: cannot be written: Permission denied"
    #expect(run.status == 2 && run.errors.hasPrefix("timeline: \(reason)\n"), "\(run)")
  }

  @Test func `with a bound, the status says that a change is not known`() throws {
    #expect(try explore("--save", "part.json", "--depth", "2").status == 3)
    let run = try explore("--against", "part.json", "--fail-on-change")
    #expect(
      run.output.contains(
        "\nnot known   what came: the saved search did not visit everything: the depth of 2 was reached\n"
      ))
    #expect(run.output.contains("\ncame?       the screen feed\n") && run.status == 3)
  }

  @Test func `an unfinished search is accepted in place of an unfinished one only`() throws {
    #expect(try explore("--save", "all.json").status == 0)
    let text = try #require(folder.text("all.json"))
    let part = try explore("--against", "all.json", "--accept", "--depth", "2")
    let reason = "this search did not visit everything: the depth of 2 was reached"
    #expect(part.status == 3 && part.errors == "all.json: not written: \(reason)\n", "\(part)")
    #expect(folder.text("all.json") == text)
    #expect(try explore("--save", "part.json", "--depth", "1").status == 3)
    let more = try explore("--against", "part.json", "--accept", "--depth", "2")
    #expect(more.status == 3 && more.errors == "part.json: written\n", "\(more)")
  }

  @Test func `a search that met a bound is continued, and finds what one search finds`() throws {
    func results(_ run: Run) -> [Substring] { run.output.split(separator: "\n").dropLast() }
    let whole = try explore()
    let part = try explore("--states", "20", "--resume", "part.json")
    #expect(part.status == 3 && part.errors == "part.json: written\n", "\(part)")
    // No further than the file: it stays.
    let text = folder.text("part.json")
    let same = try explore("--states", "20", "--resume", "part.json")
    let goesOn = "part.json: the search continues with 20 states, "
    #expect(results(same) == results(part) && same.status == 3)
    #expect(same.errors.hasPrefix(goesOn) && !same.errors.contains("written"), "\(same)")
    #expect(folder.text("part.json") == text)
    let other = try explore("--expire", "5s", "--resume", "part.json")
    #expect(
      other.status == 2 && other.errors.contains("part.json:1: it is of another search, with "))
    try folder.write(try #require(text).replacing("0;", with: "1;"), to: "bad.json")
    let strange = try folder.run(.counter, "explore", "--resume", "part.json")
    #expect(
      strange.status == 2
        && strange.errors.contains(
          "part.json:1: it is for \"timeline\", and this program is \"counter\"")
    )
    let damaged = try explore("--resume", "bad.json")
    let message = "bad.json:2: the line is damaged; remove it to search anew"
    #expect(damaged.status == 2 && damaged.errors.contains(message), "\(damaged)")
    try folder.write(
      try #require(text).replacing(#""program":""#, with: #""program":"0"#), to: "old.json")
    let old = try explore("--resume", "old.json")
    let reason = "old.json:1: it was written by another build of the program"
    #expect(old.status == 2 && old.errors.contains(reason), "\(old)")
    let rest = try explore("--resume", "part.json")
    #expect(results(rest) == results(whole) && rest.status == 0, "\(rest)")
    #expect(rest.errors.hasSuffix("part.json: removed, because everything was visited\n"))
    #expect(folder.text("part.json") == nil)
  }

  #if os(Linux)
    // Elsewhere, a program that was changed does not run.
    @Test func `a search is not continued by another build, of the same size and time`() throws {
      let copy = folder["copy"]
      func resume() throws -> Run {
        let options = ["--check", "none", "--states", "20", "--resume", "part.json"]
        return try folder.run(copy, ["explore"] + options)
      }
      // Another process writes the copy. A child that another test starts meanwhile would inherit the open file of
      // this process, and Linux runs no file that is open for writing.
      #expect(try folder.run("/bin/cp", [Program.timeline.path, copy]).status == 0)
      #expect(try resume().status == 3)
      let goesOn = try resume()
      #expect(goesOn.errors.hasPrefix("part.json: the search continues with 20 states, "))
      let time = try FileManager.default.attributesOfItem(atPath: copy)[.modificationDate]
      // The last byte is of no use to a program that runs.
      let command = """
        byte=$(tail -c 1 "$0" | od -An -tu1)
        printf "\\\\$(printf %03o $((byte ^ 1)))" |
          dd of="$0" bs=1 seek=$(($(wc -c <"$0") - 1)) conv=notrunc status=none
        """
      #expect(try folder.run("/bin/sh", ["-c", command, copy]).status == 0)
      try FileManager.default.setAttributes([.modificationDate: time ?? Date()], ofItemAtPath: copy)
      let other = try resume()
      #expect(other.status == 2 && other.errors.contains("another build"), "\(other)")
    }
  #endif

  #if os(Linux)
    // Elsewhere, a name of a file is UTF-8.
    @Test func `a finished search removes its file, also if the name is not UTF-8`() throws {
      let name = String(pathBytes: Array(folder["part"].utf8) + [0xE9])
      defer { unlink(name.systemPath) }
      func resume(_ bounds: String) throws -> Run {
        let command = #"exec "$0" explore --check none $1 --resume "$(printf 'part\351')""#
        return try folder.run("/bin/sh", ["-c", command, Program.timeline.path, bounds])
      }
      #expect(try resume("--states 20").status == 3)
      #expect(access(name.systemPath, F_OK) == 0)
      let rest = try resume("")
      #expect(rest.errors.hasSuffix(": removed, because everything was visited\n"), "\(rest)")
      #expect(access(name.systemPath, F_OK) == -1)
    }
  #endif

  @Test func `a search whose progress cannot be written is reported, and the status is 1`() throws {
    // The limit is also one for files of the output.
    let command = """
      (trap '' XFSZ; ulimit -f 0; "$0" explore --depth 1 --resume part.json; echo "status $?") 2>&1 | cat
      """
    let run = try folder.run("/bin/sh", ["-c", command, Program.counter.path])
    #expect(run.output.hasPrefix("part.json: cannot be written: "), "\(run)")
    #expect(run.output.contains("\nnot proved  no dead end\n"), "\(run)")
    #expect(run.output.hasSuffix("\nstatus 1\n"), "\(run)")
    #expect(folder.text("part.json") == nil)
  }

  @Test func `a saved search of any size is compared, and replaced`() throws {
    #expect(try explore("--save", "all.json").status == 0)
    let text = try #require(folder.text("all.json"))
    let end = text.lastIndex(of: "}") ?? text.endIndex
    let blanks = String(repeating: " ", count: 17 << 20)
    try folder.write(text[..<end] + blanks + "}\n", to: "all.json")
    let same = try explore("--against", "all.json", "--save", "all.json")
    #expect(same.output.hasSuffix("\ncompared with all.json: no change\n"), "\(same)")
    // A file of 300 MiB that begins with the header is replaced, too.
    #expect(truncate(folder["all.json"], 300 << 20) == 0)
    #expect(try explore("--save", "all.json").errors == "all.json: written\n")
    #expect(folder.text("all.json") == text)
  }

  @Test func `a file that cannot be used is named before the search`() throws {
    #expect(try explore("--save", "all.json", "--depth", "1").status == 3)
    try folder.write("mine", to: "mine.json")
    try FileManager.default.createSymbolicLink(
      atPath: folder["link.json"], withDestinationPath: "none.json")
    let cases: [(words: [String], message: String)] = [
      (["--save", "mine.json"], "--save: mine.json: another file has this name"),
      (["--save", ""], "--save needs the name of a file"),
      (
        ["--save", "link.json"],
        "--save: link.json: cannot be written: it is a link to a missing file"
      ),
      (["--against", ""], "--against needs the name of a file"),
      (["--against", "none.json"], "none.json: cannot be read: No such file or directory"),
      (["--against", "mine.json"], "mine.json:1: this is not a saved exploration"),
      (
        ["--against", "all.json", "--without", "restarts"],
        "all.json: it is of another world and cannot be compared: saved was the start \"new\", and this"
          + " is the start \"new\", without restarts"
      ),
      (["--accept"], "--accept needs --against FILE"),
      (["--fail-on-change"], "--fail-on-change needs --against FILE"),
      (["--against", "all.json", "--accept", "--save", "b.json"], "leave out --save"),
    ]
    for (words, message) in cases {
      let run = try folder.run(.timeline, ["explore"] + words)
      #expect(run.status == 2 && run.output.isEmpty && run.errors.contains(message), "\(run)")
    }
    #expect(folder.text("mine.json") == "mine")
    let other = try folder.run(.counter, "explore", "--against", "all.json")
    #expect(other.status == 2 && other.errors.contains("all.json:1: it is for \"timeline\", and"))
    let text = folder.text("all.json")
    let foreign = try folder.run(.counter, "explore", "--save", "all.json")
    let reason = "--save: all.json: another file has this name"
    #expect(foreign.status == 2 && foreign.errors.contains(reason), "\(foreign)")
    #expect(folder.text("all.json") == text)
  }
}
