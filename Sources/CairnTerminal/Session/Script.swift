import CairnTrail

/// Takes typed lines from a pipe or a file.
///
/// It waits until no effect but background ones is in flight, prints the first screen, and then for
/// each line: takes it, waits likewise, and prints the screen once.
struct Script<A: App> {
  private let session: Session<A>
  private let keepsGoing: Bool

  init(_ session: Session<A>, keepsGoing: Bool) {
    self.session = session
    self.keepsGoing = keepsGoing
  }

  func run() -> ExitStatus {
    var reader = LineReader(.standardInput)
    var status = ExitStatus.done
    var number = 0
    idle()
    Output.standard.print(session.screen.lines())
    while true {
      guard let line = reader.takeLine() else {
        if reader.isAtEnd { return status }
        reader.readMore()
        continue
      }
      number += 1
      switch answer(to: line) {
      case .screen(let remark):
        idle()
        Output.standard.print(["", remark].compactMap(\.self) + session.screen.lines())
      case .text(let lines):
        Output.standard.print([""] + lines)
      case .quit:
        return status
      case .refused(let reason):
        Output.error.print("line \(number): \(reason)")
        status = .failed
        if !keepsGoing { return status }
      }
    }
  }

  private func answer(to line: LineReader.Line) -> Session<A>.Answer {
    switch line {
    case .text(let text): session.answer(to: text)
    case .unusable(let reason): .refused(reason)
    }
  }

  private func idle() {
    session.clock.catchUp()
    while !session.driver.effects.isEmpty {
      _ = session.clock.wait()
    }
  }
}
