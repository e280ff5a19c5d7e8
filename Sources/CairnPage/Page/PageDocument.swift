import CPage

/// A page in one file: its data, its style and its script.
package enum PageDocument {
  package static let format = "cairn page 1"

  /// By this a program knows that it may replace a file.
  private static let mark = "  <meta name=\"generator\" content=\"\(format)\">\n"

  package static func text(showing data: JSON) -> String {
    func string(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
    let style = "<style>\n\(string(PageFiles.css))</style>"
    let script = """
      <script type="application/json" id="data">\(data.text)</script>
      <script>
      \(string(PageFiles.script))</script>
      """
    return string(PageFiles.html)
      .replacing(
        "  <link rel=\"stylesheet\" href=\"page.css\">\n", with: "\(mark)  \(style)\n",
        maxReplacements: 1
      )
      .replacing("  <script src=\"page.js\" defer></script>\n", with: "", maxReplacements: 1)
      .replacing("</body>", with: "\(script)\n</body>", maxReplacements: 1)
  }

  /// Whether these bytes are such a page of this app, which the data names first, before the script.
  package static func isPage(_ bytes: [UInt8], of app: String) -> Bool {
    String(decoding: bytes.prefix(1_000), as: UTF8.self).contains(mark)
      && bytes.prefix(1 << 18).contains(Array("\"app\":\(JSON.string(app).text),".utf8))
  }
}

/// The files of the web page, as they are served.
package enum PageFiles {
  package static let html = unsafe bytes(cpage_html())
  package static let css = unsafe bytes(cpage_css())
  package static let script = unsafe bytes(cpage_js())

  @unsafe private static func bytes(_ file: cpage_file) -> [UInt8] {
    // A part of the program, which is never freed.
    unsafe Array(UnsafeBufferPointer(start: file.bytes, count: Int(file.count)))
  }
}
