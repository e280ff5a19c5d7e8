import CairnSimulation
import CairnTesting
import Testing

@testable import accounts

struct ImagesTests {
  private let simulation = Simulation()

  /// Opens the images, whose feed gives these answers.
  private func opened(_ answers: String..., options: [String] = []) throws -> AppStore {
    for answer in answers { simulation.choices.fix("images", answer) }
    let store = try AppStore(.home, start: "signed-in", options: options, simulation: simulation)
    store.type("images") { $0.setImages(.loading) }
    store.receive(.equal(.home(.destination(.images(.appeared)))))
    return store
  }

  private func receive(_ images: [FeedImage], in store: AppStore) {
    store.receive(.equal(.home(.destination(.images(.loaded(images)))))) {
      $0.setImages(.loaded(images))
    }
  }

  private func receive(_ error: FeedError, in store: AppStore) {
    store.receive(.equal(.home(.destination(.images(.failed(reason: "\(error)")))))) {
      $0.setImages(.failed(reason: "\(error)"))
    }
  }

  private var builtIn: [FeedImage] {
    get throws { try FeedImage.images(inFeed: ImageFeed.builtInFeed.utf8) }
  }

  @Test func `the images are shown in two columns, with title, size and link`() throws {
    let store = try opened("works")
    receive(try builtIn, in: store)
    let lines = store.screen.lines()
    #expect(lines[2] == "  Harbour in the morning                  Rain over the old town")
    #expect(lines[3] == "  240 × 160                               160 × 240")
    #expect(
      lines[4] == "  https://www.example.com/images/1        https://www.example.com/images/2")
    #expect(!store.screen.names.contains("retry"))
    store.type("back") { $0.modifyHome { $0.destination = nil } }
    store.finish()
  }

  @Test(arguments: [
    ("fails", FeedError.status(500)), ("is broken", .malformed),
    ("is too large", .tooLarge(limit: ImageFeed.sizeLimit)),
  ])
  func `a failure is shown with its reason, and can be retried`(
    answer: String, error: FeedError
  ) throws {
    let store = try opened(answer, "works")
    receive(error, in: store)
    #expect(store.screen.notes == ["\(error)"])
    store.type("retry") { $0.setImages(.loading) }
    receive(try builtIn, in: store)
    store.finish()
  }

  @Test func `an empty feed says so, and can be retried`() throws {
    let store = try opened("is empty", "works")
    receive([], in: store)
    #expect(store.screen.lines().contains("  The feed has no images."))
    store.type("retry") { $0.setImages(.loading) }
    receive(try builtIn, in: store)
    store.finish()
  }

  @Test func `a slow feed is shown when it arrives`() throws {
    let store = try opened("is slow")
    #expect(store.screen.lines().contains("  … Loading the images…"))
    #expect(!store.screen.names.contains("retry"))
    store.advance(by: .seconds(3))
    receive(try builtIn, in: store)
    store.finish()
  }

  @Test(arguments: ["is slow", "never answers"])
  func `back ends the load`(answer: String) throws {
    let store = try opened(answer)
    store.type("back") { $0.modifyHome { $0.destination = nil } }
    store.advance(by: .seconds(60))
    store.finish()
  }

  @Test func `latency is the time of a load too`() throws {
    let store = try opened("works", options: ["--latency=2s"])
    store.advance(by: .seconds(2))
    receive(try builtIn, in: store)
    store.finish()
  }

  @Test func `an image without a title, a size or a link is shown`() {
    let image = FeedImage(title: " ", size: nil, link: nil)
    let state = Images.State(phase: .loaded([image]))
    #expect(
      state.screen.lines().prefix(5) == ["Images", "", "  Untitled", "  unknown size", "  no link"])
  }

  @Test func `a title cannot break the lines of the grid`() {
    let image = FeedImage(title: "one\ntwo\u{1B}[2J", size: "1 × 1", link: nil)
    let state = Images.State(phase: .loaded([image]))
    #expect(state.screen.lines()[2] == #"  one\ntwo\u{1B}[2J"#)
  }
}
