#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Who calls: the current task, on whatever thread it runs, or else the thread.
enum Caller: Equatable, Sendable {
  case task(Int)
  case thread(Int)

  static var current: Caller {
    withUnsafeCurrentTask { task in
      task.map { .task($0.hashValue) } ?? .thread(currentThread)
    }
  }

  static var currentThread: Int { Int(bitPattern: pthread_self()) }
}
