import CairnApp

extension FeedImage {
  /// The picture: a drawing of this app if the image belongs to the built-in feed, a file of the web otherwise.
  var picture: Picture? {
    guard let file, let address = WebAddress(file) else { return nil }
    return Self.drawings[file].map { .svg($0) } ?? .web(address)
  }

  /// The pictures of the built-in feed, whose addresses lead nowhere.
  private static let drawings = [
    "https://www.example.com/images/1_m.jpg": drawing(
      240, 160,
      """
      <rect width="240" height="160" fill="#f7c59f"/><circle cx="178" cy="62" r="22" fill="#fff3c4"/>
      <rect y="92" width="240" height="68" fill="#2a6f97"/>
      <path d="M40 92V40l46 52zM36 98h64l-12 16H50z" fill="#fdfcdc"/>
      <path d="M132 92V62l26 30zM128 98h40l-8 11h-24z" fill="#ee6c4d"/>
      <path d="M0 130q20-8 40 0t40 0 40 0 40 0 40 0 40 0v30H0z" fill="#014f86"/>
      """),
    "https://www.example.com/images/2_m.jpg": drawing(
      160, 240,
      """
      <rect width="160" height="240" fill="#6c7a89"/>
      <path d="M0 130l28-30 28 30v110H0zM56 150l24-26 24 26v90H56zM104 118l28-34 28 34v122h-56z" fill="#3d4a57"/>
      <path d="M10 150h14v18H10zM66 170h12v16H66zM118 138h14v18h-14zM84 200h12v16H84z" fill="#ffd166"/>
      <path d="M20 20l-8 26M60 10l-8 26M104 24l-8 26M144 8l-8 26M36 66l-8 26M88 60l-8 26M132 56l-8 26" \
      stroke="#dfe7ee" stroke-width="3"/>
      """),
    "https://www.example.com/images/3_m.jpg": drawing(
      240, 240,
      """
      <rect width="240" height="240" fill="#fff1e6"/><rect y="150" width="240" height="90" fill="#9c6644"/>
      <path d="M20 60h200l16 44H4z" fill="#e63946"/>
      <path d="M60 60h40l-4 44H44zM140 60h40l16 44h-52z" fill="#fff"/>
      <circle cx="60" cy="150" r="18" fill="#f4a261"/><circle cx="100" cy="150" r="18" fill="#e76f51"/>
      <circle cx="140" cy="150" r="18" fill="#2a9d8f"/><circle cx="180" cy="150" r="18" fill="#e9c46a"/>
      """),
    "https://www.example.com/images/4_m.jpg": drawing(
      240, 135,
      """
      <rect width="240" height="135" fill="#bde0fe"/>
      <path d="M0 92q60-70 120-10t120-20v73H0z" fill="#74a57f"/>
      <path d="M0 118q70-52 130-14t110-12v43H0z" fill="#3a7d44"/>
      <path d="M20 124q40-24 80 0M60 128q40-24 80 0M130 122q40-20 80 0" fill="none" stroke="#cfe1b9" \
      stroke-width="3"/>
      """),
    "https://www.example.com/images/5_m.jpg": drawing(
      240, 160,
      """
      <rect width="240" height="160" fill="#e5e5e5"/>
      <path d="M40 130l50-60 36 42 26-28 48 46z" fill="#a3a3a3"/><circle cx="176" cy="48" r="16" fill="#c9c9c9"/>
      """),
  ]

  private static func drawing(_ width: Int, _ height: Int, _ content: String) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\">\(content)</svg>"
  }
}
