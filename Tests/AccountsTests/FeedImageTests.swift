import Testing

@testable import accounts

/// The form of Flickr's public photo feed.
struct FeedImageTests {
  private func images(_ items: String) throws -> [FeedImage] {
    try FeedImage.images(inFeed: #"{"title": "T", "items": [\#(items)]}"#.utf8)
  }

  private func image(_ item: String) throws -> FeedImage? { try images("{\(item)}").first }

  @Test func `title, size and link are read, and other members ignored`() throws {
    let feed = #"""
      {"title": "Recent Uploads", "link": "https://www.flickr.com/photos/", "description": "",
       "modified": "2024-05-01T10:00:00Z", "generator": "https://www.flickr.com", "items": [
        {"title": " Boats ", "link": "https://www.flickr.com/photos/a/1/",
         "media": {"m": "https://live.staticflickr.com/1_m.jpg"},
         "date_taken": "2024-05-01T01:02:03-08:00",
         "description": " <p><a href=\"https://www.flickr.com/people/a/\">A<\/a> posted:<\/p> <p><a href=\"https://www.flickr.com/photos/a/1/\" title=\"Boats\"><img src=\"https://live.staticflickr.com/1_m.jpg\" width=\"240\" height=\"160\" alt=\"Boats\" /><\/a><\/p> ",
         "author": "nobody@flickr.com (\"A\")", "author_id": "1", "tags": "boat sea"}]}
      """#
    #expect(
      try FeedImage.images(inFeed: feed.utf8) == [
        FeedImage(
          title: "Boats", size: "240 × 160", link: "https://www.flickr.com/photos/a/1/",
          file: "https://live.staticflickr.com/1_m.jpg")
      ])
  }

  @Test func `a call of a function around the feed and escaped apostrophes are read`() throws {
    let item = #"{"title": "Ada\'s boat"}"#
    let expected = [FeedImage(title: "Ada's boat", size: nil, link: nil)]
    #expect(try images(item) == expected)
    for form in ["jsonFlickrFeed(%)", "jsonFlickrFeed(%);\n", "a.b(\n%\n)"] {
      let text = form.replacing("%", with: #"{"items": [\#(item)]}"#)
      #expect(try FeedImage.images(inFeed: text.utf8) == expected)
    }
  }

  @Test func `a size is a width and a height of the first image`() throws {
    func size(_ html: String) throws -> String? {
      try image(#""description": "\#(html.replacing("\"", with: "\\\""))""#)?.size
    }
    #expect(try size(#"<img width="1" height="2">"#) == "1 × 2")
    #expect(
      try size(#"<p>x</p><img height="2" src="a" width="1"/><img width="3" height="4">"#) == "1 × 2"
    )
    for html in [
      "", "no image", #"<img width="1">"#, #"<img src="a"><b width="1" height="2">"#,
      #"<img width="x" height="2">"#, #"<img width="1000000000" height="2">"#,
      #"<imgs width="1" height="2">"#, #"<img data-width="1" height="2""#,
    ] { #expect(try size(html) == nil, "\(html)") }
  }

  @Test(arguments: [
    "javascript:alert(1)", "file:///etc/passwd", "//example.com", "", #"https://a/\u001b\\"#,
  ])
  func `a link that is no address of the web is dropped`(link: String) throws {
    let read = try image(#""title": "a", "link": "\#(link)""#)
    #expect(read == FeedImage(title: "a", size: nil, link: nil))
  }

  @Test func `a feed with more images than the maximum is refused`() throws {
    let items = Array(repeating: "{}", count: ImageFeed.countLimit).joined(separator: ",")
    #expect(try images(items).count == ImageFeed.countLimit)
    #expect(throws: FeedError.tooMany(limit: ImageFeed.countLimit)) { try images(items + ",{}") }
  }

  @Test func `the feed that comes with the app is read, and an empty one`() async throws {
    #expect(try await ImageFeed.builtIn.load().compactMap(\.link).count == 5)
    #expect(try images("") == [])
  }

  @Test(arguments: [
    "", " ", "null", "[]", "{}", "7", "\"items\"", #"{"items": 7}"#, #"{"items": [7]}"#,
    #"{"items": [{"title": 7}]}"#, #"{"items": [{"title": "a"}"#, "<html></html>", "f()", "f({})",
    #"f({"items": []}"#, "\u{FEFF}\u{0}",
  ])
  func `any other text is malformed`(text: String) {
    #expect(throws: FeedError.malformed) { try FeedImage.images(inFeed: text.utf8) }
    #expect(throws: FeedError.malformed) { try FeedImage.images(inFeed: Array(text.utf8) + [0xFF]) }
  }

  @Test func `an image without a title, a size or a link is shown, and no title breaks the lines`()
  {
    let images = [
      FeedImage(title: " ", size: nil, link: nil),
      FeedImage(title: "one\ntwo\u{1B}[2J", size: "1 × 1", link: nil),
    ]
    let shown: [String] = images.map { image in
      Images.State(phase: .loaded([image])).screen.lines()[2...4].joined(separator: "|")
    }
    #expect(
      shown == ["  Untitled|  unknown size|  no link", #"  one\ntwo\u{1B}[2J|  1 × 1|  no link"#])
  }
}
