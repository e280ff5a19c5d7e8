extension StoredFile {
  func names<System>(
    _ access: inout FileAccess<System>, _ step: String
  ) throws(StorageError) -> FileNames {
    do throws(StorageProblem) {
      return FileNames(file: try access.target(of: path))
    } catch {
      throw StorageError(error, step, path)
    }
  }

  func contents<System>(
    _ names: FileNames, _ access: inout FileAccess<System>, _ step: String
  ) throws(StorageError) -> [UInt8]? {
    do throws(StorageProblem) {
      return try access.contents(of: names.file, upTo: format.sizeLimit)
    } catch {
      throw StorageError(error, step, path)
    }
  }

  /// Renames the file to the first unused name. The caller has the lock.
  func setAside<System>(
    _ names: FileNames, _ reason: String, _ access: inout FileAccess<System>
  ) throws(StorageError) -> String {
    do throws(StorageProblem) {
      var number = 1
      while try access.exists(names.aside(reason, number: number)) { number += 1 }
      let kept = names.aside(reason, number: number)
      do throws(SystemError) {
        try access.rename(names.file, to: kept)
        try access.synchronizeFolder(of: kept)
      } catch {
        throw .system(error)
      }
      return kept
    } catch {
      throw StorageError(error, "renaming the \(reason)", path)
    }
  }

  /// The temporary files in the folder; `nil` if the folder cannot be listed.
  func leftovers<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) -> [String]? {
    let folder = folder(of: names.file)
    return try? access.names(in: folder).filter(names.isTemporary).map { "\(folder)/\($0)" }
  }

  /// Removes temporary files. The caller has the lock, under which every temporary file is created and
  /// renamed: each one that exists belongs to a program that has ended.
  func sweep<System>(
    _ names: FileNames, _ access: inout FileAccess<System>
  ) throws(StorageError) {
    for path in leftovers(names, &access) ?? [] {
      do throws(SystemError) {
        try access.remove(path)
      } catch {
        throw StorageError(.system(error), "removing the leftover", path)
      }
    }
  }
}
