import Foundation

/// A file system in memory, as a value: equal disks have equal contents, and a copy is a snapshot.
///
///     var disk = SimulatedDisk()
///     disk["session.json"] = "{ damaged"
///
/// It distinguishes files that are written from files that are synchronized to the device, so that
/// ``losePower(keepingNames:)`` can drop the rest. It has regular files and folders only, no
/// symbolic links, and no lock: in a simulation an operation on the disk is one step.
public struct SimulatedDisk: Hashable, Sendable {
  private struct Node: Hashable {
    var kind: FileKind
    var bytes: [UInt8] = []
    /// The contents that are on the device.
    var synchronized: [UInt8] = []

    /// A search hashes a disk at each step. The header of a file holds a checksum of all of it.
    func hash(into hasher: inout Hasher) {
      hasher.combine(kind)
      hasher.combine(bytes.count)
      for byte in bytes.prefix(64) { hasher.combine(byte) }
      hasher.combine(synchronized.count)
    }
  }

  private struct OpenFile: Hashable {
    var path: String
    var offset = 0
  }

  private var nodes: [String: Node] = [:]
  /// The names that are on the device.
  private var synchronizedNodes: [String: Node] = [:]
  private var files: [Int32: OpenFile] = [:]

  private let hasLinks: Bool

  /// An empty disk.
  ///
  /// - Parameter hasLinks: whether the disk has hard links. Without them a storage keeps no copies,
  ///   and a search visits fewer states.
  public init(hasLinks: Bool = true) {
    self.hasLinks = hasLinks
  }

  /// The sorted paths of all files and folders.
  public var paths: [String] { nodes.keys.sorted() }

  /// The contents of a file; `nil` if there is no file. What is set is on the device at once.
  public subscript(path: String) -> String? {
    get { nodes[path].map { String(decoding: $0.bytes, as: UTF8.self) } }
    set {
      let bytes = newValue.map { Array($0.utf8) }
      nodes[path] = bytes.map { Node(kind: .file, bytes: $0, synchronized: $0) }
      synchronizedNodes[path] = nodes[path]
    }
  }

  /// Loses everything that is not on the device, and all open files.
  ///
  /// - Parameter keepingNames: whether new names survive although they were not synchronized. A device
  ///   may do either; contents that were not synchronized are lost in both cases.
  public mutating func losePower(keepingNames: Bool) {
    if !keepingNames { nodes = synchronizedNodes }
    nodes = nodes.mapValues {
      Node(kind: $0.kind, bytes: $0.synchronized, synchronized: $0.synchronized)
    }
    synchronizedNodes = nodes
    endProgram()
  }

  /// Closes all open files, as the end of a program does.
  mutating func endProgram() { files = [:] }
}

extension SimulatedDisk: FileSystem {
  package var processID: Int32 { 1 }

  package mutating func open(
    _ path: String, _ purpose: OpenPurpose
  ) throws(SystemError) -> Int32 {
    switch purpose {
    case .reading: _ = try node(path)
    case .folder: guard try node(path).kind == .folder else { throw SystemError(code: ENOTDIR) }
    case .creating:
      guard nodes[path] == nil else { throw .exists }
      try create(path, Node(kind: .file))
    case .locking: if nodes[path] == nil { try create(path, Node(kind: .file)) }
    }
    // The lowest free number, so that equal histories lead to equal disks.
    var number: Int32 = 3
    while files[number] != nil { number += 1 }
    files[number] = OpenFile(path: path)
    return number
  }

  package mutating func close(_ file: Int32) { files[file] = nil }

  package mutating func read(
    _ file: Int32, upTo count: Int
  ) throws(SystemError) -> [UInt8] {
    let (path, offset) = try position(file)
    let chunk = try Array(node(path).bytes.dropFirst(offset).prefix(count))
    files[file]?.offset += chunk.count
    return chunk
  }

  package mutating func write(
    _ file: Int32, _ bytes: ArraySlice<UInt8>
  ) throws(SystemError) -> Int {
    nodes[try position(file).path]?.bytes += bytes
    return bytes.count
  }

  package mutating func synchronize(_ file: Int32) throws(SystemError) {
    let path = try position(file).path
    if try node(path).kind == .folder {
      let paths = Set(nodes.keys).union(synchronizedNodes.keys)
      for other in paths where folder(of: other) == path { synchronizedNodes[other] = nodes[other] }
    } else {
      let bytes = try node(path).bytes
      nodes[path]?.synchronized = bytes
    }
  }

  package func lock(_ file: Int32) throws(SystemError) { _ = try position(file) }

  package mutating func rename(_ path: String, to other: String) throws(SystemError) {
    try create(other, node(path))
    nodes[path] = nil
  }

  package mutating func unlink(_ path: String) throws(SystemError) {
    guard try node(path).kind != .folder else { throw SystemError(code: EISDIR) }
    nodes[path] = nil
  }

  package mutating func link(_ path: String, as other: String) throws(SystemError) {
    guard hasLinks else { throw SystemError(code: ENOTSUP) }
    guard nodes[other] == nil else { throw .exists }
    // A copy is enough, because no file is written after it was linked.
    try create(other, node(path))
  }

  package mutating func makeFolder(_ path: String) throws(SystemError) {
    guard nodes[path] == nil, path != ".", path != "/" else { throw .exists }
    try create(path, Node(kind: .folder))
  }

  package func status(
    _ path: String, followingLinks: Bool
  ) throws(SystemError) -> FileStatus {
    let node = try node(path)
    return FileStatus(kind: node.kind, size: node.bytes.count)
  }

  package func isFile(_ file: Int32, at path: String) throws(SystemError) -> Bool {
    try position(file).path == path && nodes[path] != nil
  }

  package func resolve(_ path: String) throws(SystemError) -> String {
    _ = try node(path)
    return path
  }

  package func names(in folder: String) throws(SystemError) -> [String] {
    guard try node(folder).kind == .folder else { throw SystemError(code: ENOTDIR) }
    return nodes.keys.filter { CairnStorage.folder(of: $0) == folder }.map { lastName(of: $0) }
  }

  private func node(_ path: String) throws(SystemError) -> Node {
    if path == "." || path == "/" { return Node(kind: .folder) }
    guard let node = nodes[path] else { throw .missing }
    return node
  }

  private mutating func create(_ path: String, _ node: Node) throws(SystemError) {
    guard try self.node(folder(of: path)).kind == .folder else {
      throw SystemError(code: ENOTDIR)
    }
    nodes[path] = node
  }

  private func position(_ file: Int32) throws(SystemError) -> (path: String, offset: Int) {
    guard let file = files[file] else { throw SystemError(code: EBADF) }
    return (file.path, file.offset)
  }
}
