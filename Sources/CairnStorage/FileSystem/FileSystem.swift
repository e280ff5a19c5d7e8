/// The system calls that ``FileStorage`` makes. Each method is one attempt of one call.
///
/// ``Disk`` makes the calls of the operating system, and ``SimulatedDisk`` makes them in memory.
/// ``FileAccess`` is their only caller: it repeats interrupted calls, and injects faults in tests.
package protocol FileSystem: Sendable {
  /// The number that makes names of temporary files different between running programs.
  var processID: Int32 { get }

  mutating func open(_ path: String, _ purpose: OpenPurpose) throws(SystemError) -> Int32
  mutating func close(_ file: Int32)
  /// At most `count` bytes; none at the end of the file.
  mutating func read(_ file: Int32, upTo count: Int) throws(SystemError) -> [UInt8]
  /// The number of written bytes, which can be smaller than the number of bytes.
  mutating func write(_ file: Int32, _ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int
  /// Waits until the contents of the file, or the names in the folder, are on the device.
  mutating func synchronize(_ file: Int32) throws(SystemError)
  /// Takes the exclusive lock of an open file. It lasts until the file is closed or the program ends.
  ///
  /// - Throws: `EWOULDBLOCK` if another program or another open file has the lock.
  mutating func lock(_ file: Int32) throws(SystemError)
  mutating func rename(_ path: String, to other: String) throws(SystemError)
  mutating func unlink(_ path: String) throws(SystemError)
  /// Gives a file another name. An existing file of that name stays, and the call fails.
  mutating func link(_ path: String, as other: String) throws(SystemError)
  mutating func makeFolder(_ path: String) throws(SystemError)
  func status(_ path: String, followingLinks: Bool) throws(SystemError) -> FileStatus
  /// Whether the path still leads to the open file, and not to another one or to none.
  func isFile(_ file: Int32, at path: String) throws(SystemError) -> Bool
  /// The path without symbolic links. The file must exist. Behind a link, only its folder must exist.
  func resolve(_ path: String) throws(SystemError) -> String
  func names(in folder: String) throws(SystemError) -> [String]
}

/// The use of an opened file, which decides on the flags and the permissions.
package enum OpenPurpose: Sendable {
  case reading
  /// A new file for writing, with access for the owner alone. An existing file is an error.
  case creating
  /// A file that is only locked. It is created with access for the owner alone.
  case locking
  /// A folder whose names are to be synchronized.
  case folder
}

package struct FileStatus: Hashable, Sendable {
  package var kind: FileKind
  package var size: Int
}

/// The kind of a file system entry.
public enum FileKind: String, Hashable, Codable, Sendable {
  /// A regular file.
  case file = "a regular file"
  /// A folder.
  case folder = "a folder"
  /// A symbolic link.
  case link = "a symbolic link"
  /// A named pipe.
  case pipe = "a named pipe"
  /// A socket.
  case socket = "a socket"
  /// A device.
  case device = "a device"
}

/// The kind of a system call, for faults.
public enum SystemCall: String, CaseIterable, Hashable, Sendable {
  /// The calls, by their purpose: `status` is `stat`, `resolve` is `realpath`, `synchronize` is `fsync`.
  case open, read, write, synchronize, lock, rename, unlink, link, makeFolder, status, resolve, list
}

/// The reason why a system call failed.
public struct SystemError: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The system's error number, `errno`.
  public let code: Int32

  /// Creates an error with a number of the system, such as `EACCES`.
  public init(code: Int32) {
    self.code = code
  }
}
