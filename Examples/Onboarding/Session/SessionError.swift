/// Why a session could not be saved or removed: `No space left on device (saving /home/…)`.
///
/// The reason comes first, so that a line that is cut short still tells it.
struct SessionError: Error, Equatable, CustomStringConvertible {
  let reason: String
  /// What was being done, as in "saving".
  let doing: String
  let path: String

  var description: String { "\(reason) (\(doing) \(path))" }
}
