import CairnApp
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ImageFeed {
  /// The feed at an address of the web.
  ///
  /// At most `limit` bytes are kept, counted after decompression: a longer answer ends the connection as soon
  /// as its header or the received part shows its size. Bytes that arrive meanwhile are dropped. The load ends
  /// after `timeout` at the latest, and when its effect is cancelled. Redirections are followed; the last
  /// answer must have the status 200.
  ///
  /// With the Foundation of Linux up to Swift 6.3, an answer that ends within its header stops the program
  /// (swift-corelibs-foundation, issue 5285).
  static func web(
    _ address: URL, timeout: Duration = .seconds(15), limit: Int = sizeLimit
  ) -> ImageFeed {
    // `URLSession` knows schemes in lower case alone.
    var parts = URLComponents(url: address, resolvingAgainstBaseURL: false)
    parts?.scheme = address.scheme?.lowercased()
    let address = parts?.url ?? address
    return ImageFeed { () throws(FeedError) in
      let body = try await Download.body(of: address, timeout: timeout, limit: limit)
      return try FeedImage.images(inFeed: body)
    }
  }

  /// The file of an image; `nil` if it does not arrive.
  @Sendable static func file(at address: WebAddress) async -> [UInt8]? {
    guard let url = URL(string: address.description) else { return nil }
    let file = try? await Download.body(
      of: url, accepting: "image/*", timeout: .seconds(15), limit: sizeLimit)
    return file.map(Array.init)
  }
}

/// The download of one answer, up to a size.
private final class Download: NSObject, URLSessionDataDelegate, Sendable {
  private struct State {
    var continuation: CheckedContinuation<Result<Data, FeedError>, Never>?
    var task: URLSessionDataTask?
    var body = Data()
    var hasHeader = false
    /// `nil` if the header does not have the size.
    var expectedSize: Int64?
    /// The reason why the task was cancelled.
    var refusal: FeedError?
  }

  private let timeout: Duration
  private let limit: Int
  private let state = Mutex(State())

  private init(timeout: Duration, limit: Int) {
    self.timeout = timeout
    self.limit = limit
  }

  static func body(
    of address: URL, accepting types: String = "application/json", timeout: Duration, limit: Int
  ) async throws(FeedError) -> Data {
    let download = Download(timeout: timeout, limit: limit)
    let configuration = URLSessionConfiguration.ephemeral
    // Later than the time-out of this download, which cancels the task: on Linux, a task that ends by itself while
    // it is cancelled stops the program.
    configuration.timeoutIntervalForRequest = (timeout + .seconds(10)) / .seconds(1)
    configuration.timeoutIntervalForResource = (timeout + .seconds(10)) / .seconds(1)
    configuration.httpAdditionalHeaders = ["Accept": types]
    let session = URLSession(
      configuration: configuration, delegate: download, delegateQueue: .forDownloads)
    // The session holds its delegate until it is invalidated, which waits for the callbacks of a received
    // part: those of a compressed part can take seconds.
    defer { DispatchQueue.global().async { session.invalidateAndCancel() } }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { download.start(session.dataTask(with: address), $0) }
    } onCancel: {
      download.refuse(.cancelled)
    }
    return try result.get()
  }

  private func start(
    _ task: URLSessionDataTask, _ continuation: CheckedContinuation<Result<Data, FeedError>, Never>
  ) {
    let refusal = state.withLock { state in
      if state.refusal == nil { (state.continuation, state.task) = (continuation, task) }
      return state.refusal
    }
    if let refusal {
      continuation.resume(returning: .failure(refusal))
    } else {
      task.resume()
      // The time-outs of the session count from the last received byte on some systems.
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout / .seconds(1)) { [weak self] in
        guard let self else { return }
        refuse(.late(self.timeout))
      }
    }
  }

  /// Ends the download, unless it has ended.
  private func refuse(_ reason: FeedError) {
    let task = state.withLock { state in
      if state.refusal == nil { state.refusal = reason }
      return state.task
    }
    // The reason comes before the cancellation, which ends the task with an error of its own.
    finish(.failure(reason))
    // Not on this thread: the transfer may be waiting for the end of this callback.
    DispatchQueue.global().async { task?.cancel() }
  }

  private func finish(_ result: Result<Data, FeedError>) {
    let continuation = state.withLock { state in
      defer { state.continuation = nil }
      return state.continuation
    }
    continuation?.resume(returning: result)
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let code = (response as? HTTPURLResponse)?.statusCode, code != 200 {
      refuse(.status(code))
    } else if response.expectedContentLength > Int64(limit) {
      refuse(.tooLarge(limit: limit))
    } else {
      state.withLock { state in
        state.hasHeader = true
        // A compressed answer is longer than its header says.
        let isCompressed =
          (response as? HTTPURLResponse)?.value(forHTTPHeaderField: "Content-Encoding") != nil
        state.expectedSize = isCompressed ? nil : response.expectedContentLength
      }
      return completionHandler(.allow)
    }
    completionHandler(.cancel)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = state.withLock { state in
      guard state.refusal == nil else { return false }
      guard state.body.count + data.count <= limit else { return true }
      state.body.append(data)
      return false
    }
    if isTooLarge { refuse(.tooLarge(limit: limit)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (body, expectedSize, hasHeader) = state.withLock {
      ($0.body, $0.expectedSize, $0.hasHeader)
    }
    if let error {
      finish(.failure(problem(of: error, received: hasHeader)))
    } else if let expectedSize, expectedSize > Int64(body.count) {
      finish(.failure(.incomplete))
    } else if !(task.response is HTTPURLResponse) {
      finish(.failure(.malformed))
    } else {
      finish(.success(body))
    }
  }

  /// - Parameter received: whether the header of the answer has arrived.
  private func problem(of error: any Error, received: Bool) -> FeedError {
    switch (error as? URLError)?.code {
    case .timedOut?: .late(timeout)
    case .cancelled?: .cancelled
    case .cannotFindHost?, .dnsLookupFailed?: .notReached(reason: "there is no such host.")
    case .cannotConnectToHost?: .notReached(reason: "it refuses the connection.")
    case .notConnectedToInternet?: .notReached(reason: "there is no network.")
    // For one, an IPv6 address where the network library has no IPv6.
    case .badURL?, .unsupportedURL?:
      .notReached(reason: "this system cannot use its address.")
    case .badServerResponse?, .cannotParseResponse?: .malformed
    case _ where received: .incomplete
    case .networkConnectionLost?: .notReached(reason: "it has closed the connection.")
    case _: .notReached(reason: error.localizedDescription)
    }
  }
}

extension OperationQueue {
  /// The queue for the callbacks of a download.
  fileprivate static var forDownloads: OperationQueue? {
    #if canImport(FoundationNetworking)
      CallerQueue()
    #else
      nil
    #endif
  }
}

#if canImport(FoundationNetworking)
  /// Runs each callback at once, on the thread that receives the bytes.
  ///
  /// `URLSession` cannot pause a transfer on Linux. In another queue the received parts of a fast or a compressed
  /// answer would pile up in memory before the first callback refuses it.
  ///
  /// `@unchecked Sendable`: its superclass is, and Swift requires a subclass to repeat it. It adds no state.
  private final class CallerQueue: OperationQueue, @unchecked Sendable {
    override func addOperation(_ block: @escaping @Sendable () -> Void) { block() }
  }
#endif
