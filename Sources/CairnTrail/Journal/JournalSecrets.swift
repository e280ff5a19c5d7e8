import Cairn
import Synchronization

/// Gives the secrets of a journal their placeholders.
final class JournalSecrets: Sendable {
  private let names = Mutex(SecretNames())

  /// For writing alone.
  var coding: SecretCoding {
    SecretCoding { [self] secret in
      secret.isEmpty ? "" : names.withLock { $0.placeholder(for: secret).text }
    } secret: { text in
      throw SecretsFileError("\(text) is not read here")
    }
  }
}
