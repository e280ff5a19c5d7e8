import Foundation

/// The reason why an operation of a ``FileStorage`` failed, with the file and a remedy.
///
/// ```text
/// No space left on device (saving /home/ada/settings.json). Free some space and try again.
/// ```
///
/// The reason comes first, so that it is visible in a truncated line.
public struct StorageError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The reason.
  public let problem: StorageProblem
  /// The failed step, such as "saving".
  public let step: String
  /// The path of the file of the step.
  public let path: String

  /// Creates an error, for a simulated storage.
  public init(_ problem: StorageProblem, _ step: String, _ path: String) {
    self.problem = problem
    self.step = step
    self.path = path
  }

  public var description: String { "\(summary). \(problem.remedy)" }

  /// The reason, the step and the path, without a remedy: `No space left on device (saving a.json)`.
  public var summary: String { "\(problem.reason) (\(step) \(path))" }
}

/// A reason why a file cannot be used.
public enum StorageProblem: Error, Hashable, Codable, Sendable {
  /// A system call failed.
  case system(SystemError)
  /// Another program has the lock, for longer than the storage waits.
  case busy
  /// The file is not the one that the change is based on.
  case changed
  /// A newer program has written the file.
  case newer(found: Int, supported: Int)
  /// The file is not understood. Loading it renames it.
  case damaged
  /// The file is of another kind, or of another app if it names one. It is never touched.
  case foreign(app: String?)
  /// The file, or the value, has more bytes than the format allows.
  case tooLarge(bytes: Int, limit: Int)
  /// The path leads to something else than a regular file.
  case notAFile(FileKind)
  /// The path is a symbolic link to a file that does not exist and was never stored.
  case danglingLink
  /// The value cannot be represented in JSON.
  case notEncodable(String)
  /// The value has a `Secret`, which the format does not allow to store.
  case holdsSecret
  /// The task was cancelled before the operation began. Nothing has changed.
  case cancelled

  /// The reason in words, with the system's words for a failed system call.
  public var reason: String {
    switch self {
    case .system(let error): "\(error)"
    case .busy: "Another program is using the file"
    case .changed: "Another program has changed the file"
    case .newer(let found, let supported):
      "Written by a newer program, in format \(found); this program supports format \(supported)"
    case .damaged: "The file cannot be understood"
    case .foreign(nil): "It is not a file of this program"
    case .foreign(let app?): "It is a file of \(app)"
    case .tooLarge(let bytes, let limit): "\(bytes) bytes are too many; the maximum is \(limit)"
    case .notAFile(let kind): "It is \(kind.rawValue), not a regular file"
    case .danglingLink: "It is a symbolic link to a file that does not exist"
    case .notEncodable(let reason): "The value cannot be written as JSON: \(reason)"
    case .holdsSecret: "The value holds a secret, which its format does not allow to store"
    case .cancelled: "Cancelled"
    }
  }

  /// A sentence that says how to solve the problem.
  public var remedy: String {
    switch self {
    case .system(let error): error.remedy
    case .busy: "Close the other program, or wait and try again."
    case .changed: "Start again, or load it again, to see the change."
    case .newer: "Use the newer program, or move the file away."
    case .damaged: "Load it, which keeps the file under another name."
    case .foreign: "Give another path, or move the file away."
    case .tooLarge: "Move the file away, or store less."
    case .notAFile: "Move it away, or give another path."
    case .danglingLink: "Remove the link, or create the file."
    case .notEncodable: "Leave out values that JSON cannot represent."
    case .holdsSecret: "Store a hash of it, or allow secrets in the format."
    case .cancelled: "Nothing has changed."
    }
  }
}

extension SystemError {
  fileprivate var remedy: String {
    switch code {
    case ENOSPC, EDQUOT: "Free some space and try again."
    case EACCES, EPERM: "Change the permissions, or give another path."
    case EROFS: "Make the file system writable, or give another path."
    case EIO: "Try again, and check the device if it fails again."
    case EMFILE, ENFILE: "Close some files or programs and try again."
    case ENAMETOOLONG: "Give a shorter name."
    case ENOTDIR, ENOENT, ELOOP: "Check the folders of the path."
    case ENOLCK, ENOTSUP: "Give a path on a file system that supports locks."
    default: "Try again, or give another path."
    }
  }
}
