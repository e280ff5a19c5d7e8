import CairnSimulation
import CairnTrail
import Testing

/// Random trails with known lines.
struct TrailRoundTripTests {
  @Test(arguments: 0..<300 as Range<UInt64>)
  func `printing a parsed trail gives the same bytes back`(seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    let bytes = Array(WrittenTrail(using: &generator).text.utf8)
    let trail = try Trail.parse(bytes: bytes, file: "random.trail")
    #expect(Array(trail.text.utf8) == bytes)
    #expect(Array(trail.description.utf8) == bytes)
    #expect(try Trail.parse(trail.text, file: "random.trail") == trail)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `every line that was written is parsed, at its number and with its text`(
    seed: UInt64
  ) throws {
    var generator = SplitMix64(seed: seed)
    let written = WrittenTrail(using: &generator)
    let trail = try Trail.parse(written.text, file: "random.trail")
    #expect(trail.lines.map(\.step) == written.steps)
    #expect(trail.lines.map(\.number) == written.numbers)
    #expect(trail.lines.map(\.text) == written.lineTexts)
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a damaged trail is parsed or refused at a location in it`(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    var bytes = Array(WrittenTrail(using: &generator).text.utf8)
    for _ in 0..<5 {
      bytes.insert(
        .random(in: 0...255, using: &generator), at: .random(in: 0...bytes.count, using: &generator)
      )
    }
    do throws(TrailSyntaxErrors) {
      let trail = try Trail.parse(bytes: bytes, file: "random.trail")
      #expect(Array(trail.text.utf8) == bytes)
    } catch {
      let lineCount = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      #expect(error.errors.allSatisfy { (1...lineCount).contains($0.line) })
      #expect(error.errors.allSatisfy { (1...$0.source.count + 1).contains($0.column) })
      #expect(error.errors.map(\.line) == Set(error.errors.map(\.line)).sorted())
    }
  }
}

private struct WrittenTrail {
  private(set) var text = ""
  private(set) var steps: [TrailStep] = []
  private(set) var numbers: [Int] = []
  private(set) var lineTexts: [String] = []
  private var lineCount = 0

  init(using generator: inout SplitMix64) {
    if Bool.random(using: &generator) { text = "\u{FEFF}" }
    if Bool.random(using: &generator) { write(["% width 60"], using: &generator) }
    for _ in 0..<Int.random(in: 0...12, using: &generator) {
      let word = String((0...4).compactMap { _ in "aé😀 \t\"\\|>".randomElement(using: &generator) })
      let count = Int.random(in: 1...999, using: &generator)
      switch Int.random(in: 0...6, using: &generator) {
      case 0: write(["# \(word)"], as: .comment(word), using: &generator)
      case 1: write(["> x\(word)"], as: .input("x\(word)"), using: &generator)
      case 2: write(["! x\(word)"], as: .refusedInput("x\(word)"), using: &generator)
      case 3: write(["? depth \(count)"], as: .check(.depth(count)), using: &generator)
      case 4: write(["@ \(count)ms"], as: .time(.milliseconds(count)), using: &generator)
      case 5: write(["@ idle"], as: .idle, using: &generator)
      default:
        let pattern = ScreenPattern([.exactly("x\(word)x"), .anyLines, .exactly("")])
        write(["| x\(word)x", "| ...", "|"], as: .screen(pattern), using: &generator)
        write([""], using: &generator)
      }
      if Bool.random(using: &generator) { write([""], using: &generator) }
    }
    if Bool.random(using: &generator), text.last?.isNewline == true { text.removeLast() }
  }

  private mutating func write(
    _ lines: [String], as step: TrailStep? = nil, using generator: inout SplitMix64
  ) {
    if let step {
      steps.append(step)
      numbers.append(lineCount + 1)
      lineTexts.append(lines.joined(separator: "\n"))
    }
    lineCount += lines.count
    for line in lines {
      text += line + (Bool.random(using: &generator) ? "\n" : "\r\n")
    }
  }
}
