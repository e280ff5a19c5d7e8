import CairnTrail
import Testing

struct RepeatedTrailTests {
  @Test(arguments: [
    "> tick\n> entry x\n> save\n> wait\n@ 3s\n> save\n@ idle",
    "> tick\n> entry x\n> save\n@ 2.5s\n? text Ticks: 2\n> pin 1234\n@ restart",
  ])
  func `the same trail gives the same result`(text: String) throws {
    let trail = try Trail.parse(text, file: "diary.trail")
    let first = try TrailPlayer<DiaryApp>.play(trail)
    #expect(try TrailPlayer<DiaryApp>.play(trail) == first)
  }
}
