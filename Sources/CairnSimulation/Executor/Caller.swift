#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The current task, or the current thread outside of tasks.
enum Caller: Equatable, Sendable {
  case task(Int)
  case thread(Int)

  static var current: Caller {
    unsafe withUnsafeCurrentTask { task in
      unsafe task.map { unsafe .task($0.hashValue) } ?? .thread(currentThread)
    }
  }

  static var currentThread: Int { Int(bitPattern: pthread_self()) }
}
