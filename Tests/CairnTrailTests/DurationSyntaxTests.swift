import CairnTrail
import Testing

struct DurationSyntaxTests {
  @Test(
    arguments: [
      ("200ms", .milliseconds(200)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
      ("0s", .zero), ("00.50m", .seconds(30)),
      ("0.1s", Duration(secondsComponent: 0, attosecondsComponent: 100_000_000_000_000_000)),
      ("0.000000001ms", Duration(secondsComponent: 0, attosecondsComponent: 1_000_000)),
      ("0.000000001m", .nanoseconds(60)),
      (
        "999999999.999999999s",
        Duration(
          secondsComponent: 999_999_999, attosecondsComponent: 999_999_999_000_000_000)
      ),
      (
        "999999999.999999999m",
        Duration(
          secondsComponent: 59_999_999_999, attosecondsComponent: 999_999_940_000_000_000)
      ),
    ] as [(String, Duration)])
  func `a time is exact`(text: String, duration: Duration) throws {
    #expect(try DurationSyntax.parse(text) == duration)
  }

  @Test(
    arguments: [
      "999999999.999999999s", "16666666.666666668m", "999999999m", "999999999.999999999m",
    ])
  func `a long time is written as it is parsed`(text: String) throws {
    #expect(DurationSyntax.text(of: try DurationSyntax.parse(text)) == text)
  }

  @Test(
    arguments: [
      ("", #""" is not a time: write 200ms, 1.5s or 2m"#),
      ("s", #""s" is not a time: write 200ms, 1.5s or 2m"#),
      (".5s", #"".5s" is not a time: write 200ms, 1.5s or 2m"#),
      ("5.s", #""5.s" is not a time: write 200ms, 1.5s or 2m"#),
      ("+5s", #""+5s" is not a time: write 200ms, 1.5s or 2m"#),
      ("٣s", #""٣s" is not a time: write 200ms, 1.5s or 2m"#),
      ("-5s", #"time cannot go back: "-5s""#),
      ("5", #""5" has no unit: write 5s, 5ms or 5m"#),
      ("5h", #"unknown unit "h" in "5h": units are ms, s and m"#),
      ("5 s", #"unknown unit " s" in "5 s": units are ms, s and m"#),
      ("5S", #"unknown unit "S" in "5S": units are ms, s and m"#),
      ("1e3s", #"unknown unit "e3s" in "1e3s": units are ms, s and m"#),
      (
        "1234567890s",
        #""1234567890s" has too many digits: write at most 9 before the point and 9 after it"#
      ),
      (
        "0.1234567890s",
        #""0.1234567890s" has too many digits: write at most 9 before the point and 9 after it"#
      ),
    ])
  func `an invalid time is refused with a suggestion`(text: String, message: String) {
    let error = #expect(throws: DurationSyntaxError.self) { try DurationSyntax.parse(text) }
    #expect(error?.message == message)
    #expect(error?.description == message)
  }
}
