import CairnApp
import CairnTrail

extension OptionValues {
  /// What `--secrets FILE` gives, or else invented values.
  func secrets() throws(UsageError) -> TrailSecrets {
    guard let file = self["--secrets"] else { return TrailSecrets() }
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try Descriptor.contents(of: file)
    } catch {
      throw UsageError("--secrets: \(file): cannot be read: \(error)")
    }
    do throws(SecretsFileError) {
      return try TrailSecrets(parsing: bytes, file: file)
    } catch {
      throw UsageError("--secrets: \(error)")
    }
  }
}
