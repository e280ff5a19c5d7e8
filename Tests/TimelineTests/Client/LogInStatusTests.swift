import CairnStorage
import Testing

@testable import timeline

struct LogInStatusTests {
  @Test(arguments: [nil, SavedLogIn.ada])
  func `an observer receives the present value first`(saved: SavedLogIn?) async {
    var observer = LogInStatus(SavedFile(saved).storage).makeAsyncIterator()
    #expect(await observer.next() == (saved != nil))
  }

  @Test(.timeLimit(.minutes(10)))
  func `a change resumes all observers that wait`() async throws {
    let status = LogInStatus(SavedFile().storage)
    try await withThrowingTaskGroup(of: [Bool].self) { group in
      let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
      for _ in 0..<20 {
        group.addTask {
          var seen: [Bool] = []
          for await value in status {
            seen.append(value)
            if seen.count == 1 { arrival.yield() }
            if value { break }
          }
          return seen
        }
      }
      var count = 0
      for await _ in arrivals {
        count += 1
        if count == 20 { break }
      }
      try await status.set(true)
      for try await seen in group { #expect(seen == [false, true]) }
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `values between two requests are not seen, and equal values never follow each other`()
    async throws
  {
    let status = LogInStatus(SavedFile().storage)
    let (changes, change) = AsyncStream.makeStream(of: Void.self)
    let observation = Task {
      var observer = status.makeAsyncIterator()
      var seen = [await observer.next()]
      for value in [true, false, true] { try await status.set(value) }
      seen.append(await observer.next())
      for value in [false, true] { try await status.set(value) }
      change.yield()
      // Nothing new: the request waits until its task is cancelled.
      seen.append(await observer.next())
      return seen
    }
    for await _ in changes { break }
    observation.cancel()
    #expect(try await observation.value == [false, true, nil])
  }

  @Test(.timeLimit(.minutes(10)))
  func `a cancelled observation ends and is forgotten, and others continue`() async throws {
    let status = LogInStatus(SavedFile().storage)
    var other = status.makeAsyncIterator()
    #expect(await other.next() == false)
    let (arrivals, arrival) = AsyncStream.makeStream(of: Void.self)
    let observation = Task {
      for await _ in status { arrival.yield() }
      return status.observerCount
    }
    for await _ in arrivals { break }
    #expect(status.observerCount == 2)
    observation.cancel()
    #expect(await observation.value == 1)
    try await status.set(true)
    #expect(await other.next() == true)
  }

  @Test func `a released iterator is forgotten`() async {
    let status = LogInStatus(SavedFile().storage)
    do {
      var observer = status.makeAsyncIterator()
      #expect(await observer.next() == false)
      #expect(status.observerCount == 1)
    }
    #expect(status.observerCount == 0)
  }

  @Test func `a change is stored before it is seen, and removed with the log-out`() async throws {
    let file = SavedFile()
    let status = LogInStatus(file.storage)
    var observer = status.makeAsyncIterator()
    #expect(await observer.next() == false)
    try await status.set(true)
    #expect(file.text != nil)
    #expect(await observer.next() == true)
    var next = LogInStatus(file.storage).makeAsyncIterator()
    #expect(await next.next() == true)
    try await status.set(false)
    #expect(file.text == nil)
    #expect(await observer.next() == false)
  }

  @Test func `a change that cannot be stored is thrown and not seen`() async throws {
    let status = LogInStatus(SavedFile(fault: .full).storage)
    var observer = status.makeAsyncIterator()
    #expect(await observer.next() == false)
    await #expect(throws: StorageError.self) { try await status.set(true) }
    var late = status.makeAsyncIterator()
    #expect(await late.next() == false)
  }

  @Test func `an expiry is seen also if it cannot be stored`() async {
    let file = SavedFile(.ada, fault: .fails(.unlink, .inputOutput))
    let status = LogInStatus(file.storage)
    var observer = status.makeAsyncIterator()
    #expect(await observer.next() == true)
    await status.expire()
    #expect(await observer.next() == false)
    var next = LogInStatus(file.storage).makeAsyncIterator()
    #expect(await next.next() == true)
  }

  @Test func `a file that is damaged or cannot be read is no log-in`() async throws {
    let unreadable = LogInStatus(SavedFile(.ada, fault: .fails(.read, .inputOutput)).storage)
    let file = SavedFile(.ada)
    file.disk.withLock { $0[SavedFile.path] = #"{"storage":1"# }
    for status in [unreadable, LogInStatus(file.storage)] {
      var observer = status.makeAsyncIterator()
      #expect(await observer.next() == false)
    }
    #expect(file.disk.withLock { $0["timeline.json.damaged"] } == #"{"storage":1"#)
  }
}
