import Synchronization

extension StoredFile {
  func names<System>(
    _ access: inout FileAccess<System>, _ step: String
  ) throws(StorageError) -> FileNames {
    try during(step, path) { () throws(StorageProblem) in
      FileNames(file: try access.target(of: path))
    }
  }

  func contents<System>(
    _ names: FileNames, _ access: inout FileAccess<System>, _ step: String
  ) throws(StorageError) -> [UInt8]? {
    try during(step, path) { () throws(StorageProblem) in
      try access.contents(of: names.file, upTo: format.sizeLimit)
    }
  }

  /// Replaces the file, or removes it if there are no new contents. The caller has the lock, and
  /// synchronizes the folder afterwards.
  ///
  /// The new contents are on the device before the first name changes: a full disk changes nothing.
  ///
  /// - Parameter old: the contents of the file. If they are not understood, the file is renamed.
  func replace<System>(
    _ names: FileNames, with bytes: [UInt8]?, over old: FileContents<Value>, isRemoval: Bool,
    step: String, _ access: inout FileAccess<System>
  ) throws(StorageError) -> Finding? {
    let temporary = try during(step, path) { () throws(StorageProblem) -> String? in
      if let bytes { try access.writeTemporary(names, bytes) } else { nil }
    }
    var setAside: (path: String, finding: Finding)?
    do throws(StorageError) {
      // The copy of a removed value is removed first: a crash leaves a file without a copy, and never a
      // copy without a file.
      if isRemoval {
        try during(step, path) { () throws(StorageProblem) in
          try access.remove(names.previous)
          try access.remove(names.offered)
        }
      }
      setAside = try setAsideIfUnknown(old, names, &access)
      let isSetAside = setAside != nil
      try during(step, path) { () throws(StorageProblem) in
        if !isRemoval {
          if case .value(nil) = old { try keepStrandedCopy(names, &access) }
          try access.replaceCopy(names, isKept: old.value != nil)
        }
        if let temporary {
          try access.rename(temporary, to: names.file)
        } else if !isSetAside {
          try access.remove(names.file)
        }
      }
    } catch {
      if let setAside { try? access.rename(setAside.path, to: names.file) }
      if let temporary { try? access.remove(temporary) }
      throw error
    }
    return setAside?.finding
  }

  /// Renames the copy of a file that somebody has removed, to `.previous-2` and so on: it may be the last one.
  private func keepStrandedCopy<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) throws(StorageProblem) {
    guard (try? access.exists(names.offered)) == false, (try? access.exists(names.previous)) == true
    else { return }
    var number = 2
    while (try? access.exists(names.aside("previous", number: number))) == true { number += 1 }
    try access.rename(names.previous, to: names.aside("previous", number: number))
  }

  private func setAsideIfUnknown<System>(
    _ old: FileContents<Value>, _ names: FileNames, _ access: inout FileAccess<System>
  ) throws(StorageError) -> (path: String, finding: Finding)? {
    switch old {
    case .value: return nil
    case .foreign(let app): throw StorageError(.foreign(app: app), "replacing", path)
    case .damaged:
      let kept = try setAside(names, "damaged", &access)
      return (kept, .damaged(keptAs: kept))
    case .newer(let found, let supported):
      let kept = try setAside(names, "newer", &access)
      return (kept, .newerSetAside(found: found, supported: supported, keptAs: kept))
    }
  }

  /// Renames the file to the first unused name, or leaves it in place. The caller has the lock.
  ///
  /// The copy of a damaged file is offered from then on. It gets its name first: a crash in between
  /// leaves the damaged file, which the next load finds again.
  func setAside<System>(
    _ names: FileNames, _ reason: String, _ access: inout FileAccess<System>
  ) throws(StorageError) -> String {
    try during("renaming the \(reason)", path) { () throws(StorageProblem) in
      var number = 1
      while try access.exists(names.aside(reason, number: number)) { number += 1 }
      let kept = names.aside(reason, number: number)
      do throws(StorageProblem) {
        if reason == "damaged" { try access.offerCopy(names) }
        try access.rename(names.file, to: kept)
        try access.synchronizeFolder(of: kept)
      } catch {
        try? access.rename(kept, to: names.file)
        throw error
      }
      return kept
    }
  }

  /// The temporary files in the folder, and an offer that has ended; `nil` if the folder cannot be
  /// listed.
  func leftovers<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) -> [String]? {
    let folder = folder(of: names.file)
    guard let all = try? access.names(in: folder) else { return nil }
    let temporary = all.filter(names.isTemporary).map { "\(folder)/\($0)" }
    let hasOldOffer = [names.file, names.offered].allSatisfy { path in
      all.contains { $0.utf8.elementsEqual(lastName(of: path).utf8) }
    }
    return temporary + (hasOldOffer ? [names.offered] : [])
  }

  /// Removes leftovers. The caller has the lock, under which every temporary file is created and
  /// renamed: an existing temporary file belongs to a program that has ended. In a sticky folder, that of
  /// another owner stays.
  func sweep<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) throws(StorageError) {
    for path in leftovers(names, &access) ?? [] {
      do throws(StorageProblem) {
        try access.remove(path)
      } catch {
        if error.meansForbidden { continue }
        throw StorageError(error, "removing the leftover", path)
      }
    }
  }
}

/// The change that a storage has made last, if synchronizing the folder failed after it.
///
/// The operation has thrown, and its caller still has the version before the change. A change that is
/// based on that version is based on this one, too: no other program has changed the file in between.
final class UnconfirmedChange: Sendable {
  private let versions = Mutex<(base: FileVersion, now: FileVersion)?>(nil)

  func isChange(of base: FileVersion, to now: FileVersion) -> Bool {
    versions.withLock { $0.map { $0.base == base && $0.now == now } ?? false }
  }

  func remember(basedOn base: FileVersion, _ now: FileVersion) {
    versions.withLock { $0 = (base, now) }
  }

  func forget() {
    versions.withLock { $0 = nil }
  }
}
