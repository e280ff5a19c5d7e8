import CPage

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
