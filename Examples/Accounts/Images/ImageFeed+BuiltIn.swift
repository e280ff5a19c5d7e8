extension ImageFeed {
  /// A feed in the form of Flickr's public photo feed. Its pages are made up.
  static let builtInFeed = #"""
    {
      "title": "Images that come with the app",
      "link": "https://www.example.com/images/",
      "items": [
        {
          "title": "Harbour in the morning",
          "link": "https://www.example.com/images/1",
          "media": {"m": "https://www.example.com/images/1_m.jpg"},
          "description": "<p><a href=\"https://www.example.com/images/1\"><img src=\"https://www.example.com/images/1_m.jpg\" width=\"240\" height=\"160\" alt=\"Harbour\" /></a></p>",
          "author": "nobody@example.com (\"Aminah\")",
          "tags": "harbour morning"
        },
        {
          "title": "Rain over the old town",
          "link": "https://www.example.com/images/2",
          "media": {"m": "https://www.example.com/images/2_m.jpg"},
          "description": "<p><img src=\"https://www.example.com/images/2_m.jpg\" width=\"160\" height=\"240\" alt=\"Rain\" /></p>",
          "author": "nobody@example.com (\"Wei\")",
          "tags": "rain town"
        },
        {
          "title": "A market with a very long name that takes more than one line in its column",
          "link": "https://www.example.com/images/3",
          "media": {"m": "https://www.example.com/images/3_m.jpg"},
          "description": "<p><img src=\"https://www.example.com/images/3_m.jpg\" width=\"240\" height=\"240\" alt=\"Market\" /></p>",
          "author": "nobody@example.com (\"Siti\")",
          "tags": "market"
        },
        {
          "title": "Tea hills",
          "link": "https://www.example.com/images/4",
          "media": {"m": "https://www.example.com/images/4_m.jpg"},
          "description": "<p><img src=\"https://www.example.com/images/4_m.jpg\" width=\"240\" height=\"135\" alt=\"Hills\" /></p>",
          "author": "nobody@example.com (\"Ravi\")",
          "tags": "tea hills"
        },
        {
          "title": "",
          "link": "https://www.example.com/images/5",
          "media": {"m": "https://www.example.com/images/5_m.jpg"},
          "description": "<p>An image without a title and a size.</p>",
          "author": "nobody@example.com",
          "tags": ""
        }
      ]
    }
    """#
}
