import CairnApp
import Foundation

/// An image of a feed.
struct FeedImage: Codable, Hashable, Sendable {
  let title: String
  /// The width and the height in pixels, such as `240 × 160`; `nil` if the feed does not tell them.
  let size: String?
  /// The page of the image; `nil` if it is no address of the web.
  let link: String?
  /// The address of the file in a small size; `nil` if the feed does not tell it.
  var file: String?
}

extension FeedImage {
  /// The images of a feed in the form of Flickr's public photo feed (`format=json`).
  ///
  ///     {"title": "Harbours", "items": [{"title": "Morning", "link": "https://…",
  ///       "media": {"m": "https://…"},
  ///       "description": "<p><img src=\"…\" width=\"240\" height=\"160\" /></p>"}]}
  ///
  /// The feed is JSON, or a call of a function with it (`jsonFlickrFeed(…)`), which is Flickr's default.
  /// Other members are ignored. A missing title is empty. The size is that of the first `img` element of
  /// the description.
  ///
  /// - Throws: ``FeedError/malformed`` for any other text, and ``FeedError/tooMany(limit:)``.
  static func images(inFeed feed: some Sequence<UInt8>) throws(FeedError) -> [FeedImage] {
    let text = String(decoding: Array(feed), as: UTF8.self).trimmed
    let json = text.withoutCall
    // Flickr escapes apostrophes, which JSON does not allow.
    for candidate in [json, json.replacing(#"\'"#, with: "'")] {
      if let feed = try? JSONDecoder().decode(Feed.self, from: Data(candidate.utf8)) {
        let limit = ImageFeed.countLimit
        guard feed.items.count <= limit else { throw .tooMany(limit: limit) }
        return feed.items.map(FeedImage.init)
      }
    }
    throw .malformed
  }

  private init(_ item: Feed.Item) {
    self.init(
      title: item.title?.trimmed ?? "", size: item.description?.imageSize,
      link: item.link.flatMap { WebAddress($0.trimmed) }?.description,
      file: item.media?.m.flatMap { WebAddress($0.trimmed) }?.description)
  }
}

private struct Feed: Decodable {
  struct Item: Decodable {
    let title: String?
    let link: String?
    let media: Media?
    /// HTML.
    let description: String?
  }

  struct Media: Decodable {
    let m: String?
  }

  let items: [Item]
}

extension String {
  /// The argument, if the text is a call of a function with one argument.
  fileprivate var withoutCall: String {
    guard
      let call = wholeMatch(
        of: /[A-Za-z_$][A-Za-z0-9_$.]*\s*\((?<argument>.*)\)\s*;?/.dotMatchesNewlines())
    else { return self }
    return String(call.argument)
  }

  /// The size in the attributes of the first `img` element of the HTML.
  fileprivate var imageSize: String? {
    guard let start = firstRange(of: "<img ")?.lowerBound else { return nil }
    let attributes = self[start...].prefix { $0 != ">" }
    guard let width = attributes.firstMatch(of: /\swidth="(\d{1,6})"/)?.1,
      let height = attributes.firstMatch(of: /\sheight="(\d{1,6})"/)?.1
    else { return nil }
    return "\(width) × \(height)"
  }
}
