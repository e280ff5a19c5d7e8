import Cairn
import CairnApp
import CairnSimulation

/// The source of the images.
///
///     let images = try await ImageFeed.builtIn.load()
struct ImageFeed: Sendable {
  var load: @Sendable () async throws(FeedError) -> [FeedImage]
}

/// The reason why a feed could not be shown. Its description is for a person.
enum FeedError: Error, Equatable, CustomStringConvertible {
  /// The reason is in the words of the system.
  case notReached(reason: String)
  case late(Duration)
  case status(Int)
  /// The feed is longer than the limit, in bytes. The rest was not read.
  case tooLarge(limit: Int)
  case tooMany(limit: Int)
  /// The connection ended before the whole feed had arrived.
  case incomplete
  case malformed
  case cancelled

  var description: String {
    switch self {
    case .notReached(let reason): "The server cannot be reached: \(reason)"
    case .late(let time): "The feed has not arrived within \(time.inSeconds)."
    case .status(let code): "The server answered with status \(code)."
    case .tooLarge(let limit): "The feed is larger than \(limit >> 20) MiB and was not read."
    case .tooMany(let limit): "The feed has more than \(limit) images, the maximum."
    case .incomplete: "The connection ended before the whole feed had arrived."
    case .malformed: "The answer is not a photo feed."
    case .cancelled: "The load was cancelled."
    }
  }
}

extension Duration {
  fileprivate var inSeconds: String {
    let seconds = self / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }
}

extension ImageFeed {
  /// The feed that comes with the app.
  static let builtIn = ImageFeed { () throws(FeedError) in
    try FeedImage.images(inFeed: builtInFeed.utf8)
  }

  /// The feed of a simulated world, whose network works, fails or never answers, as a search or a seed
  /// chooses. Without a seed it works.
  static func simulated(_ choices: Choices) -> ImageFeed {
    ImageFeed { () throws(FeedError) in
      let works = Answer<String>.success(builtInFeed)
      do {
        let feed = try await choices.answer(
          "images",
          [
            "works": works,
            "is empty": .success(#"{"title": "Nothing", "items": []}"#),
            "is broken": .success(#"{"title": "Half", "items": [{"#),
            "fails": .failure(FeedError.status(500)),
            "is too large": .failure(FeedError.tooLarge(limit: sizeLimit)),
            "is slow": .slow(.zero ... .seconds(3), works),
            "never answers": .never,
          ], isRead: true)
        return try FeedImage.images(inFeed: feed.utf8)
      } catch {
        throw error as? FeedError ?? .cancelled
      }
    }
  }

  /// The same feed after some time on a clock.
  func taking(_ time: Duration, on clock: any Clock<Duration>) -> ImageFeed {
    ImageFeed { [load] () throws(FeedError) in
      do {
        try await clock.sleep(for: time)
      } catch {
        throw .cancelled
      }
      return try await load()
    }
  }

  /// The maximum size of a feed in bytes. Twenty images of Flickr's feed take about 30 KiB.
  static let sizeLimit = 4 << 20

  /// The maximum number of images: a small feed can have a million empty ones.
  static let countLimit = 1000
}
