import Cairn
import CairnApp
import CairnPage
import CairnSimulation

/// The pictures of the web that the screens of a living app show. They are loaded beside the session, a few at
/// a time.
struct WebPictures {
  static let loadLimit = 6
  /// The bytes of all pictures together. Beyond it, the oldest are dropped, and loaded again on request.
  static let sizeLimit = 32 << 20

  private var waiting: [WebAddress] = []
  private var loads: [WebAddress: Task<Void, Never>] = [:]
  /// The responses with pictures, or with their absence, in the order in which they arrived.
  private var loaded: [(address: WebAddress, response: HTTPResponse)] = []
  /// `nil` for a cancelled load, which is repeated on request.
  private let arrived = Guarded<[WebAddress: HTTPResponse?]>([:])
  private let load: @Sendable (WebAddress) async -> [UInt8]?
  private let wakeUp: @Sendable () -> Void

  /// - Parameter wakeUp: called when a picture has arrived, for ``takeArrived()``.
  init(
    _ load: @escaping @Sendable (WebAddress) async -> [UInt8]?,
    _ wakeUp: @escaping @Sendable () -> Void
  ) {
    (self.load, self.wakeUp) = (load, wakeUp)
  }

  /// The pictures that need not be loaded.
  var known: [WebAddress] { loaded.map(\.address) }

  /// The response with a picture that has arrived. Another one is loaded first.
  mutating func response(for address: WebAddress) -> HTTPResponse {
    if let known = loaded.first(where: { $0.address == address }) { return known.response }
    if loads[address] == nil, !waiting.contains(address) {
      waiting.append(address)
      beginLoads()
    }
    return HTTPResponse(.accepted)
  }

  /// The pictures that have arrived since the last call.
  mutating func takeArrived() -> [WebAddress] {
    let new = arrived.withLock { arrived in
      defer { arrived = [:] }
      return arrived
    }
    for (address, response) in new {
      loads[address] = nil
      if let response { loaded.append((address, response)) }
    }
    while loaded.reduce(0, { $0 + ($1.response.body?.count ?? 0) }) > Self.sizeLimit {
      loaded.removeFirst()
    }
    beginLoads()
    return Array(new.keys)
  }

  /// Forgets the pictures that no screen shows any more.
  mutating func keep(where isShown: (WebAddress) -> Bool) {
    loaded.removeAll { !isShown($0.address) }
    waiting.removeAll { !isShown($0) }
    for (address, task) in loads where !isShown(address) { task.cancel() }
  }

  private mutating func beginLoads() {
    while loads.count < Self.loadLimit, !waiting.isEmpty {
      let address = waiting.removeFirst()
      loads[address] = Task.detached { [load, wakeUp, arrived] in
        let response = HTTPResponse(picture: await load(address))
        arrived.withLock { $0[address] = .some(Task.isCancelled ? nil : response) }
        wakeUp()
      }
    }
  }
}
