import Foundation

extension SessionStore {
  /// Where the session is kept unless told otherwise.
  ///
  ///     SessionStore.defaultPath(environment: ["HOME": "/home/ada"])
  ///     // /home/ada/.local/state/cairn/onboarding.json
  ///
  /// `$XDG_STATE_HOME` where that is an absolute path, else `~/.local/state`, on macOS
  /// `~/Library/Application Support`; in it `cairn/onboarding.json`. `~` is `$HOME` where that is
  /// an absolute path, else the home folder that the system knows. Nothing is created here.
  ///
  /// Source: XDG Base Directory Specification 0.8, "All paths set in these environment variables
  /// must be absolute. If an implementation encounters a relative path […] it should consider the
  /// path invalid and ignore it."
  static func defaultPath(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    func folder(_ variable: String) -> String? {
      environment[variable].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    }
    #if os(macOS)
      let ofUser = "Library/Application Support"
    #else
      let ofUser = ".local/state"
    #endif
    let state = folder("XDG_STATE_HOME") ?? "\(folder("HOME") ?? NSHomeDirectory())/\(ofUser)"
    return "\(state)/cairn/onboarding.json"
  }
}
