import Foundation
import TestSupport
import Testing

@testable import accounts

/// The live client against a real server on the loopback interface.
@Suite(.timeLimit(.minutes(20))) struct LiveFeedTests {
  private static let feed = #"{"title": "T", "items": [{"title": "Boats"}]}"#
  private static let images = [FeedImage(title: "Boats", size: nil, link: nil)]

  private func load(
    _ answer: LoopbackServer.Answer, timeout: Duration = .seconds(3600),
    limit: Int = ImageFeed.sizeLimit
  ) async throws -> (result: Result<[FeedImage], FeedError>, server: LoopbackServer) {
    let server = try LoopbackServer(answer)
    return (try await load(server.address, timeout: timeout, limit: limit), server)
  }

  private func load(
    _ address: String, timeout: Duration = .seconds(3600), limit: Int = ImageFeed.sizeLimit
  ) async throws -> Result<[FeedImage], FeedError> {
    let url = try #require(URL(string: address))
    do throws(FeedError) {
      return .success(try await ImageFeed.web(url, timeout: timeout, limit: limit).load())
    } catch {
      return .failure(error)
    }
  }

  /// The bytes that the server has sent when the connection is closed.
  private func sentBytes(_ server: LoopbackServer) async -> Int? {
    for await case .closed(let sent) in server.events { return sent }
    return nil
  }

  @Test func `a feed is read`() async throws {
    #expect(try await load(.text(Self.feed)).result == .success(Self.images))
    let server = try LoopbackServer(.text(ImageFeed.builtInFeed))
    let loud = server.address.replacing("http:", with: "HTTP:")
    #expect(try await load(loud).map(\.count) == .success(5))
  }

  @Test func `a late feed without a length is read to the end of the connection`() async throws {
    let answer = LoopbackServer.header() + Self.feed
    #expect(try await load(.late(milliseconds: 300, answer)).result == .success(Self.images))
  }

  @Test(.gate, arguments: [LoopbackServer.Answer.late(milliseconds: 600_000, "never"), .silence])
  func `a feed after the time limit is given up, and the connection is closed`(
    answer: LoopbackServer.Answer
  ) async throws {
    let (result, server) = try await load(answer, timeout: .milliseconds(1_500))
    #expect(result == .failure(.late(.milliseconds(1_500))))
    #expect(await sentBytes(server) == 0)
  }

  @Test func `a feed that trickles in is given up after the whole time`() async throws {
    let header = LoopbackServer.header(length: 10_000)
    let (result, _) = try await load(
      .slowly(milliseconds: 50, header: header, String(repeating: " ", count: 10_000)),
      timeout: .milliseconds(600))
    #expect(result == .failure(.late(.milliseconds(600))))
  }

  @Test(arguments: [("500 Internal Server Error", 500), ("204 No Content", 204)])
  func `a status other than 200 is a failure, whatever the body`(
    status: String, code: Int
  ) async throws {
    let header = LoopbackServer.header(status, length: code == 204 ? 0 : Self.feed.utf8.count)
    let (result, _) = try await load(.bytes(header + (code == 204 ? "" : Self.feed)))
    #expect(result == .failure(.status(code)))
  }

  @Test func `half a body is said to be incomplete`() async throws {
    let half = Self.feed.prefix(Self.feed.count / 2)
    let header = LoopbackServer.header(length: Self.feed.utf8.count)
    #expect(try await load(.bytes(header + half)).result == .failure(.incomplete))
    let compressed = header.replacing("Connection", with: "Content-Encoding: gzip\r\nConnection")
    #expect(try await load(.bytes(compressed + "\u{1F}")).result == .failure(.incomplete))
    // Without a length the end of the connection is the end of the body.
    let unknown = LoopbackServer.header()
    #expect(try await load(.bytes(unknown + half)).result == .failure(.malformed))
  }

  @Test func `an answer that is not HTTP is a failure`() async throws {
    for answer in [LoopbackServer.Answer.bytes("rubbish\u{0}\u{1}\r\n\r\n"), .close] {
      guard case .failure(let error) = try await load(answer).result else {
        Issue.record("\(answer) was read")
        continue
      }
      #expect(!"\(error)".contains("Error Domain"), "\(error)")
    }
  }

  /// The time limit ends the transfer, whose own end is not the reason. The header does not end before.
  @Test func `of loads that are given up each says why`() async throws {
    let header = "HTTP/1.1 200 OK\r\nX: \(String(repeating: "y", count: 100_000))"
    let server = try LoopbackServer(.slowly(milliseconds: 5, header: "", header))
    try await withThrowingTaskGroup(of: Result<[FeedImage], FeedError>.self) { group in
      for _ in 0..<40 {
        group.addTask { try await load(server.address, timeout: .milliseconds(40)) }
      }
      for try await result in group { #expect(result == .failure(.late(.milliseconds(40)))) }
    }
  }

  @Test(arguments: ["http://[::1]:1/", "http://127.0.0.1:99999/"])
  func `an address that cannot be used is said in words`(address: String) async throws {
    guard case .failure(let error) = try await load(address) else { return }
    #expect(!"\(error)".contains("error"), "\(error)")
  }

  @Test func `a server that does not exist is said to refuse the connection`() async throws {
    let port = try LoopbackServer(.close).port
    let result = try await load("http://127.0.0.1:\(port)/feed")
    #expect(result == .failure(.notReached(reason: "it refuses the connection.")))
    #expect(
      try await load("http://no-such-host.invalid/")
        == .failure(.notReached(reason: "there is no such host.")))
  }

  /// The server sends a part, and then nothing until the client leaves.
  private static let unread = [(100 << 20, 1 << 16), (nil, 8 << 20)].map { length, sent in
    LoopbackServer.Answer.repeating(
      [UInt8](repeating: 0x30, count: 1 << 16),
      after: Array(LoopbackServer.header(length: length).utf8), sent)
  }

  @Test(.gate, arguments: unread.indices)
  func `a feed of 100 MB and more is refused and not read, with or without its length`(
    index: Int
  ) async throws {
    let (result, server) = try await load(Self.unread[index])
    #expect(result == .failure(.tooLarge(limit: ImageFeed.sizeLimit)))
    #expect(await sentBytes(server) != nil)
  }

  @Test func `a feed at the limit is read, and one byte more is refused`() async throws {
    let limit = 1 << 16
    let body = Self.feed + String(repeating: " ", count: limit - Self.feed.utf8.count)
    func load(_ body: String, hasLength: Bool) async throws -> Result<[FeedImage], FeedError> {
      try await self.load(
        hasLength ? .text(body) : .bytes(LoopbackServer.header() + body), limit: limit
      ).result
    }
    for hasLength in [true, false] {
      #expect(try await load(body, hasLength: hasLength) == .success(Self.images))
      let more = try await load(body + " ", hasLength: hasLength)
      #expect(more == .failure(.tooLarge(limit: limit)))
    }
  }

  @Test func `a cancelled load ends the connection`() async throws {
    let server = try LoopbackServer(.silence)
    let url = try #require(URL(string: server.address))
    var events = server.events.makeAsyncIterator()
    let task = Task { () throws(FeedError) in try await ImageFeed.web(url).load() }
    guard case .request? = await events.next() else {
      Issue.record("the server got no request")
      return
    }
    task.cancel()
    #expect(await task.result.failure as? FeedError == .cancelled)
    guard case .closed(sent: 0)? = await events.next() else {
      Issue.record("the connection is still open")
      return
    }
  }

  @Test func `a load that is cancelled before it begins reaches no server`() async throws {
    let server = try LoopbackServer(.text(Self.feed))
    let url = try #require(URL(string: server.address))
    let task = Task { () throws(FeedError) in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await ImageFeed.web(url).load()
    }
    #expect(await task.result.failure as? FeedError == .cancelled)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}
