import CairnTrail
import Testing

/// A failure reports its own phase line by line, and each earlier phase as one line.
struct PhaseTests {
  @Test func `the failed phase is reported in full, each earlier phase as one line`() throws {
    #expect(
      try played(
        """
        % app diary
        # Writing.
        # It is not saved yet.

        > entry x
        ? entry is "x"
        # Reading,   twice.
        > read
        # Failing.
        > back
        > pin 1
        ? depth 2
        > tick
        """) == """
          diary.trail:12: failed: ? depth 2
            expected: 2
            actual:   1
            before:
              diary.trail:2: Writing., 2 lines
              diary.trail:7: Reading, twice., 1 line
            after:
              > back
              > pin •
          \(onDiary(entry: "x", pin: "•"))
          """)
  }

  @Test func `lines before the first comment are a phase too`() throws {
    #expect(
      try played("> entry x\n# Then\n? depth 2") == """
        diary.trail:3: failed: ? depth 2
          expected: 2
          actual:   1
          before:
            diary.trail:1: the beginning, 1 line
        \(onDiary(entry: "x"))
        """)
  }
}
