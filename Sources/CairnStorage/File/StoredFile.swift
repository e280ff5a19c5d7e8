/// A file with a value: loading and changing it, on any file system.
///
/// This is the whole logic of a ``FileStorage``, as synchronous functions. An operation makes its
/// changes while it has the lock of the file; loading takes the lock only to clean up.
package struct StoredFile<Value: Codable & Sendable>: Sendable {
  let path: String
  let format: FileFormat<Value>

  /// The memory of the last change whose last step failed; `nil` if there is none.
  private let unconfirmed: UnconfirmedChange?

  package init(_ path: String, format: FileFormat<Value> = FileFormat()) {
    self.init(path, format: format, unconfirmed: nil)
  }

  init(_ path: String, format: FileFormat<Value>, unconfirmed: UnconfirmedChange?) {
    self.path = path
    self.format = format
    self.unconfirmed = unconfirmed
  }

  package func load(
    on system: inout some FileSystem, _ interference: Interference = .none
  ) throws(StorageError) -> StoredValue<Value> {
    var access = FileAccess(system, interference)
    defer { system = access.system }
    let names = try names(&access, "reading")
    let bytes = try contents(names, &access, "reading")
    let contents = bytes.map(format.decode)
    let hasLeftovers = leftovers(names, &access).map { !$0.isEmpty } ?? false
    if case .damaged? = contents {
      // Another program may repair the file until this one has the lock.
      return try access.withLock(names.lock) { access throws(StorageError) in
        try sweep(names, &access)
        return try loadOrSetAside(names, &access)
      }
    }
    if hasLeftovers {
      // If another program has the lock, that program removes them.
      try? access.withLock(names.lock) { access throws(StorageError) in
        try sweep(names, &access)
      }
    }
    return try loaded(contents, FileVersion(of: bytes), names, &access)
  }

  private func loadOrSetAside<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) throws(StorageError) -> StoredValue<Value> {
    let bytes = try contents(names, &access, "reading")
    let contents = bytes.map(format.decode)
    guard case .damaged? = contents else {
      return try loaded(contents, FileVersion(of: bytes), names, &access)
    }
    let copy = try? access.contents(of: names.previous, upTo: format.sizeLimit)
    let kept = try setAside(names, "damaged", &access)
    return offered(names, &access)
      // A disk without hard links: the copy is offered once.
      ?? StoredValue(
        value: nil, version: .none, finding: .damaged(keptAs: kept),
        lastGood: copy.map(format.decode)?.value)
  }

  /// The offer of the last good value, if a damaged file was renamed and nothing was saved since. There
  /// is no file.
  private func offered<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) -> StoredValue<Value>? {
    guard let copy = try? access.contents(of: names.offered, upTo: format.sizeLimit),
      let value = format.decode(copy).value
    else { return nil }
    var number = 0
    while (try? access.exists(names.aside("damaged", number: number + 1))) == true { number += 1 }
    // Somebody who has removed the damaged file by hand is not interested.
    guard number > 0 else { return nil }
    return StoredValue(
      value: nil, version: FileVersion(offering: copy),
      finding: .damaged(keptAs: names.aside("damaged", number: number)), lastGood: value)
  }

  private func loaded<System>(
    _ contents: FileContents<Value>?, _ version: FileVersion, _ names: FileNames,
    _ access: inout FileAccess<System>
  ) throws(StorageError) -> StoredValue<Value> {
    switch contents {
    case nil:
      return offered(names, &access) ?? StoredValue(value: nil, version: version)
    case .value(let value):
      return StoredValue(value: value, version: version)
    case .newer(let found, let supported):
      return StoredValue(
        value: nil, version: version, finding: .newer(found: found, supported: supported))
    case .damaged:
      throw StorageError(.damaged, "reading", path)
    case .foreign(let app):
      throw StorageError(.foreign(app: app), "reading", path)
    }
  }

  /// Throws if the file, or a file with one of the names of its copies, is of another program. Nothing
  /// changes, and other problems are left to ``load(on:_:)``.
  ///
  /// - Returns: whether the file is damaged.
  package func checkOwner(on system: some FileSystem) throws(StorageError) -> Bool {
    var access = FileAccess(system, .none)
    guard let names = try? names(&access, "reading") else { return false }
    var isDamaged = false
    for (file, path) in [(names.file, path)] + [names.previous, names.offered].map({ ($0, $0) }) {
      do throws(StorageProblem) {
        let bytes = try access.contents(of: file, upTo: format.sizeLimit)
        switch bytes.map(format.decode) {
        case .foreign(let app)?: throw .foreign(app: app)
        case .damaged?: isDamaged = isDamaged || file == names.file
        case .value?, .newer?, nil: break
        }
      } catch {
        switch error {
        case .foreign, .tooLarge: throw StorageError(error, "reading", path)
        default: continue
        }
      }
    }
    return isDamaged
  }

  /// The copy of a file that somebody has removed, or replaced by a file of another kind; `nil` if it has no value.
  ///
  /// It is no last good value, because the storage did not remove the file.
  package func strandedCopy(on system: some FileSystem) -> String? {
    var access = FileAccess(system, .none)
    guard let names = try? names(&access, "reading"),
      let copy = try? access.contents(of: names.previous, upTo: format.sizeLimit),
      format.decode(copy).value != nil, (try? access.exists(names.offered)) == false,
      let bytes = try? contents(names, &access, "reading").map(format.decode) ?? .value(nil)
    else { return nil }
    switch bytes {
    case .value(nil), .foreign: return names.previous
    case .value, .newer, .damaged: return nil
    }
  }

  /// Applies a change to the value that the file has now.
  ///
  /// - Parameters:
  ///   - base: the version that the file must have; `nil` for any.
  ///   - change: receives `nil` if there is no value, and sets `nil` to remove the file.
  package func change(
    on system: inout some FileSystem, basedOn base: FileVersion?, step: String,
    _ interference: Interference = .none, _ change: (inout Value?) -> Void
  ) throws(StorageError) -> StoredValue<Value> {
    var access = FileAccess(system, interference)
    defer { system = access.system }
    let names = try names(&access, step)
    let hasLock = try during(step, path) { () throws(StorageProblem) in
      try access.exists(names.lock)
    }
    if !hasLock {
      try refuseForeign(names, step, &access)
      try during("creating the folder of", path) { () throws(StorageProblem) in
        try access.createFolder(folder(of: names.file))
      }
    }
    return try access.withLock(names.lock) { access throws(StorageError) in
      try sweep(names, &access)
      return try changeLocked(names, basedOn: base, step: step, &access, change)
    }
  }

  /// Throws if the file is of another program. No program has made the lock file yet: nothing is
  /// created beside such a file. What is found under the lock decides all other cases.
  ///
  /// A lock file that is there stays, because another program may have opened it to lock it.
  private func refuseForeign<System>(
    _ names: FileNames, _ step: String, _ access: inout FileAccess<System>
  ) throws(StorageError) {
    if case .foreign(let app)? = try contents(names, &access, step).map(format.decode) {
      throw StorageError(.foreign(app: app), step, path)
    }
  }

  /// Removes the value, if the file has this version. Where nothing was ever saved, nothing is
  /// created.
  package func remove(
    on system: inout some FileSystem, basedOn base: FileVersion,
    _ interference: Interference = .none
  ) throws(StorageError) -> StoredValue<Value> {
    var access = FileAccess(system, interference)
    let names = try names(&access, "removing")
    let hasLock = try during("removing", path) { () throws(StorageProblem) in
      try access.exists(names.lock)
    }
    if !hasLock, try contents(names, &access, "removing") == nil {
      return StoredValue(value: nil, version: .none)
    }
    system = access.system
    return try change(on: &system, basedOn: base, step: "removing", interference) { $0 = nil }
  }

  private func changeLocked<System>(
    _ names: FileNames, basedOn base: FileVersion?, step: String,
    _ access: inout FileAccess<System>, _ change: (inout Value?) -> Void
  ) throws(StorageError) -> StoredValue<Value> {
    let oldBytes = try contents(names, &access, step)
    let old = oldBytes.map(format.decode) ?? .value(nil)
    var value = old.value
    change(&value)
    let newBytes = try during(step, path) { () throws(StorageProblem) in
      let newBytes = try contents(for: value, isLinked: !names.file.utf8.elementsEqual(path.utf8))
      // Equal contents are no conflict: an attempt before may have failed after its last change.
      if newBytes != oldBytes {
        // Another program that has accepted or declined an offer has changed the file, although there
        // may be none again.
        let offer = oldBytes == nil && base != nil ? offered(names, &access) : nil
        try check(
          old, now: offer?.version ?? FileVersion(of: oldBytes), against: base,
          isRemoval: value == nil)
      }
      return newBytes
    }
    var finding: Finding?
    if newBytes != oldBytes {
      finding = try replace(
        names, with: newBytes, over: old, isRemoval: value == nil, step: step, &access)
    } else if value == nil, base != nil {
      // A removal also removes the copies. An update, which has no base, keeps them if there was no value and is none:
      // without a file, the copy may be the last one.
      try during(step, path) { () throws(StorageProblem) in
        try access.remove(names.previous)
        try access.remove(names.offered)
      }
    }
    // A file that was set aside and not replaced is on the device already.
    if newBytes != nil || finding == nil {
      do throws(StorageError) {
        try during(step, path) { () throws(StorageProblem) in
          try access.synchronizeFolder(of: names.file)
        }
      } catch {
        unconfirmed?.remember(
          basedOn: base ?? FileVersion(of: oldBytes), FileVersion(of: newBytes))
        throw error
      }
    }
    if newBytes != nil, oldBytes == nil || finding != nil { endOffer(names, &access) }
    unconfirmed?.forget()
    return StoredValue(value: value, version: FileVersion(of: newBytes), finding: finding)
  }

  /// Removes an offer after another value, or the offered one, is on the device.
  ///
  /// If this fails, the next operation removes it: beside a file it means nothing.
  private func endOffer<System>(_ names: FileNames, _ access: inout FileAccess<System>) {
    guard (try? access.exists(names.offered)) == true else { return }
    do throws(StorageProblem) {
      try access.remove(names.offered)
      try access.synchronizeFolder(of: names.file)
    } catch {}
  }

  /// The contents of the file for a value; `nil` if the file is to be removed.
  ///
  /// The target of a link is emptied and not removed, because the link stays.
  private func contents(
    for value: Value?, isLinked: Bool
  ) throws(StorageProblem) -> [UInt8]? {
    value == nil && !isLinked ? nil : try format.encode(value)
  }

  /// Throws unless a change with this base may replace what the file has now.
  private func check(
    _ old: FileContents<Value>, now: FileVersion, against base: FileVersion?, isRemoval: Bool
  ) throws(StorageProblem) {
    guard let base else {
      switch old {
      case .value: return
      case .newer(let found, let supported): throw .newer(found: found, supported: supported)
      case .damaged: throw .damaged
      case .foreign(let app): throw .foreign(app: app)
      }
    }
    let isBase = base == now || unconfirmed?.isChange(of: base, to: now) == true
    switch old {
    case .damaged: return
    case .foreign(let app): throw .foreign(app: app)
    case .newer(let found, let supported):
      if !isRemoval, !isBase { throw .newer(found: found, supported: supported) }
    case .value: if !isBase { throw .changed }
    }
  }
}
