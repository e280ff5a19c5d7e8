/// One operation on a stored file: the file, its names, and the calls that the operation has made.
struct FileOperation<Value: Codable & Sendable, System: FileSystem> {
  private let file: StoredFile<Value>
  private let step: String
  private let names: FileNames
  let access: FileAccess<System>

  init(
    on file: StoredFile<Value>, _ step: String, _ system: System, _ interference: Interference
  ) throws(StorageError) {
    let access = FileAccess(system, interference)
    names = try during(step, file.path) { () throws(StorageProblem) in
      FileNames(file: try access.target(of: file.path))
    }
    (self.file, self.step, self.access) = (file, step, access)
  }

  private func attempt<Result>(
    _ step: String? = nil, _ body: () throws(StorageProblem) -> Result
  ) throws(StorageError) -> Result {
    try during(step ?? self.step, file.path, body)
  }

  private func withLock<Result>(
    _ body: () throws(StorageError) -> Result
  ) throws(StorageError) -> Result {
    let lock = try access.lock(names.lock)
    defer { access.unlock(lock) }
    return try body()
  }

  private var bytes: [UInt8]? {
    get throws(StorageError) {
      try attempt { () throws(StorageProblem) in
        try access.contents(of: names.file, upTo: file.format.sizeLimit)
      }
    }
  }

  private func exists(_ path: String) -> Bool? { try? access.exists(path) }

  private func copy(_ path: String) -> [UInt8]? {
    try? access.contents(of: path, upTo: file.format.sizeLimit)
  }
}

// MARK: - Loading

extension FileOperation {
  func load() throws(StorageError) -> StoredValue<Value> {
    let bytes = try bytes
    let contents = bytes.map(file.format.decode)
    let hasLeftovers = leftovers.map { !$0.isEmpty } ?? false
    if case .damaged? = contents {
      // Another program may repair the file until this one has the lock.
      return try withLock { () throws(StorageError) in
        try sweep()
        return try loadOrSetAside()
      }
    }
    if hasLeftovers {
      // If another program has the lock, that program removes them.
      try? withLock { () throws(StorageError) in try sweep() }
    }
    return try loaded(contents, FileVersion(of: bytes))
  }

  private func loadOrSetAside() throws(StorageError) -> StoredValue<Value> {
    let bytes = try bytes
    let contents = bytes.map(file.format.decode)
    guard case .damaged? = contents else { return try loaded(contents, FileVersion(of: bytes)) }
    let copy = copy(names.previous)
    let kept = try setAside("damaged")
    return offered
      // A disk without hard links: the copy is offered once.
      ?? StoredValue(
        value: nil, version: .none, finding: .damaged(keptAs: kept),
        lastGood: copy.map(file.format.decode)?.value)
  }

  /// The offer of the last good value, if a damaged file was renamed and nothing was saved since. There
  /// is no file.
  private var offered: StoredValue<Value>? {
    guard let copy = copy(names.offered), let value = file.format.decode(copy).value else {
      return nil
    }
    var number = 0
    while exists(names.aside("damaged", number: number + 1)) == true { number += 1 }
    // Somebody who has removed the damaged file by hand is not interested.
    guard number > 0 else { return nil }
    return StoredValue(
      value: nil, version: FileVersion(offering: copy),
      finding: .damaged(keptAs: names.aside("damaged", number: number)), lastGood: value)
  }

  private func loaded(
    _ contents: FileContents<Value>?, _ version: FileVersion
  ) throws(StorageError) -> StoredValue<Value> {
    switch contents {
    case nil:
      return offered ?? StoredValue(value: nil, version: version)
    case .value(let value):
      return StoredValue(value: value, version: version)
    case .newer(let found, let supported):
      return StoredValue(
        value: nil, version: version, finding: .newer(found: found, supported: supported))
    case .damaged:
      throw StorageError(.damaged, "reading", file.path)
    case .foreign(let app):
      throw StorageError(.foreign(app: app), "reading", file.path)
    }
  }

  func checkOwner() throws(StorageError) -> Bool {
    var isDamaged = false
    for (path, shown) in [(names.file, file.path)]
      + [names.previous, names.offered].map({ ($0, $0) })
    {
      do throws(StorageProblem) {
        let bytes = try access.contents(of: path, upTo: file.format.sizeLimit)
        switch bytes.map(file.format.decode) {
        case .foreign(let app)?: throw .foreign(app: app)
        case .damaged?: isDamaged = isDamaged || path == names.file
        case .value?, .newer?, nil: break
        }
      } catch {
        switch error {
        case .foreign, .tooLarge: throw StorageError(error, "reading", shown)
        default: continue
        }
      }
    }
    return isDamaged
  }

  func strandedCopy() -> String? {
    guard let copy = copy(names.previous), file.format.decode(copy).value != nil,
      exists(names.offered) == false,
      let contents = try? bytes.map(file.format.decode) ?? .value(nil)
    else { return nil }
    switch contents {
    case .value(nil), .foreign: return names.previous
    case .value, .newer, .damaged: return nil
    }
  }
}

// MARK: - Changing

extension FileOperation {
  /// Whether a value was ever saved, or a file is there.
  var isThere: Bool {
    get throws(StorageError) { try hasLock ? true : bytes != nil }
  }

  private var hasLock: Bool {
    get throws(StorageError) {
      try attempt { () throws(StorageProblem) in try access.exists(names.lock) }
    }
  }

  func change(
    basedOn base: FileVersion?, _ change: (inout Value?) -> Void
  ) throws(StorageError) -> StoredValue<Value> {
    if try !hasLock {
      // No program has made the lock file yet: nothing is created beside the file of another program. What is found
      // under the lock decides all other cases. A lock file that is there stays, because another program may have
      // opened it to lock it.
      if case .foreign(let app)? = try bytes.map(file.format.decode) {
        throw StorageError(.foreign(app: app), step, file.path)
      }
      try attempt("creating the folder of") { () throws(StorageProblem) in
        try access.createFolder(folder(of: names.file))
      }
    }
    return try withLock { () throws(StorageError) in
      try sweep()
      return try changeLocked(basedOn: base, change)
    }
  }

  private func changeLocked(
    basedOn base: FileVersion?, _ change: (inout Value?) -> Void
  ) throws(StorageError) -> StoredValue<Value> {
    let oldBytes = try bytes
    let old = oldBytes.map(file.format.decode) ?? .value(nil)
    var value = old.value
    change(&value)
    var newBytes: [UInt8]?
    do throws(StorageProblem) {
      // The target of a link is emptied and not removed, because the link stays.
      let isLinked = !names.file.utf8.elementsEqual(file.path.utf8)
      newBytes = value == nil && !isLinked ? nil : try file.format.encode(value)
      // Equal contents are no conflict: an attempt before may have failed after its last change. Equal
      // values can have their parts in another order.
      if let base, base != FileVersion(of: oldBytes), old.has(value) { newBytes = oldBytes }
      if newBytes != oldBytes {
        // Another program that has accepted or declined an offer has changed the file, although there
        // may be none again.
        let offer = oldBytes == nil && base != nil ? offered : nil
        try check(
          old, now: offer?.version ?? FileVersion(of: oldBytes), against: base,
          isRemoval: value == nil)
      }
    } catch {
      throw StorageError(error, step, file.path)
    }
    var finding: Finding?
    if newBytes != oldBytes {
      finding = try replace(
        with: newBytes, over: old, isRemoval: value == nil, knowsOffer: base != nil)
    } else if value == nil, base != nil {
      // A removal also removes the copies. An update, which has no base, keeps them if there was no value and is none:
      // without a file, the copy may be the last one.
      try removeCopies()
    }
    // A file that was set aside and not replaced is on the device already.
    if newBytes != nil || finding == nil {
      do throws(StorageError) {
        try attempt { () throws(StorageProblem) in
          try access.synchronizeFolder(of: names.file)
        }
      } catch {
        file.unconfirmed?.remember(
          basedOn: base ?? FileVersion(of: oldBytes), FileVersion(of: newBytes))
        throw error
      }
    }
    if newBytes != nil, oldBytes == nil || finding != nil { endOffer() }
    file.unconfirmed?.forget()
    return StoredValue(value: value, version: FileVersion(of: newBytes), finding: finding)
  }

  /// Removes an offer after another value, or the offered one, is on the device.
  ///
  /// If this fails, the next operation removes it: beside a file it means nothing.
  private func endOffer() {
    guard exists(names.offered) == true else { return }
    do throws(StorageProblem) {
      try access.remove(names.offered)
      try access.synchronizeFolder(of: names.file)
    } catch {}
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
    let isBase = base == now || file.unconfirmed?.isChange(of: base, to: now) == true
    switch old {
    case .damaged: return
    case .foreign(let app): throw .foreign(app: app)
    case .newer(let found, let supported):
      if !isRemoval, !isBase { throw .newer(found: found, supported: supported) }
    case .value: if !isBase { throw .changed }
    }
  }

  private func removeCopies() throws(StorageError) {
    try attempt { () throws(StorageProblem) in
      try access.remove(names.previous)
      try access.remove(names.offered)
    }
  }

  /// Replaces the file, or removes it if there are no new contents. The caller has the lock, and
  /// synchronizes the folder afterwards.
  ///
  /// The new contents are on the device before the first name changes: a full disk changes nothing.
  ///
  /// - Parameter knowsOffer: whether the caller accepts or declines an offer.
  private func replace(
    with bytes: [UInt8]?, over old: FileContents<Value>, isRemoval: Bool, knowsOffer: Bool
  ) throws(StorageError) -> Finding? {
    let temporary = try attempt { () throws(StorageProblem) -> String? in
      if let bytes { try access.writeTemporary(names, bytes) } else { nil }
    }
    var setAside: (path: String, finding: Finding)?
    do throws(StorageError) {
      // The copy of a removed value is removed first: a crash leaves a file without a copy, and never a
      // copy without a file.
      if isRemoval { try removeCopies() }
      setAside = try setAsideIfUnknown(old)
      let isSetAside = setAside != nil
      if !isRemoval, old.value == nil { try keepStrandedCopy(evenIfOffered: !knowsOffer) }
      try attempt { () throws(StorageProblem) in
        if !isRemoval { try access.replaceCopy(names, isKept: old.value != nil) }
        if let temporary {
          try access.rename(temporary, to: names.file)
        } else if !isSetAside {
          try access.remove(names.file)
        }
      }
    } catch {
      if let setAside {
        do throws(StorageProblem) {
          try access.rename(setAside.path, to: names.file)
          // The copy may have its second name alone, which means nothing beside a file.
          if case .damaged = setAside.finding {
            try access.rename(names.offered, to: names.previous)
          }
        } catch {}
      }
      if let temporary { try? access.remove(temporary) }
      throw error
    }
    return setAside?.finding
  }

  /// Renames the copy to `.previous-2` and so on, where no file is understood: it may be the last one. A copy that is
  /// not understood is no offer.
  private func keepStrandedCopy(evenIfOffered: Bool) throws(StorageError) {
    let isOffered = copy(names.offered).map(file.format.decode)?.value != nil
    guard evenIfOffered || !isOffered, exists(names.previous) == true else { return }
    var number = 2
    while exists(names.aside("previous", number: number)) == true { number += 1 }
    try attempt { () throws(StorageProblem) in
      try access.rename(names.previous, to: names.aside("previous", number: number))
    }
  }

  private func setAsideIfUnknown(
    _ old: FileContents<Value>
  ) throws(StorageError) -> (path: String, finding: Finding)? {
    switch old {
    case .value: return nil
    case .foreign(let app): throw StorageError(.foreign(app: app), "replacing", file.path)
    case .damaged:
      let kept = try setAside("damaged")
      return (kept, .damaged(keptAs: kept))
    case .newer(let found, let supported):
      let kept = try setAside("newer")
      return (kept, .newerSetAside(found: found, supported: supported, keptAs: kept))
    }
  }

  /// Renames the file to the first unused name, or leaves it in place. The caller has the lock.
  ///
  /// The copy of a damaged file is offered from then on. It gets its name first: a crash in between
  /// leaves the damaged file, which the next load finds again.
  private func setAside(_ reason: String) throws(StorageError) -> String {
    try attempt("renaming the \(reason)") { () throws(StorageProblem) in
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
  private var leftovers: [String]? {
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
  private func sweep() throws(StorageError) {
    for path in leftovers ?? [] {
      do throws(StorageProblem) {
        try access.remove(path)
      } catch {
        if error.meansForbidden { continue }
        throw StorageError(error, "removing the leftover", path)
      }
    }
  }
}
