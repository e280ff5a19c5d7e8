import Cairn
import Foundation
import Testing

/// 64 reducers in one body, and 64 cases: they compile, and run on the stack of a small thread.
@Suite struct WidthTests {
  @Test func `every screen of a path of 64 cases is reached on a stack of 512 KB`() async {
    let path = await onSmallStack {
      let store = Store(StackState(SixtyFour.paths.map { $0.embed(0) })) {
        EmptyReducer<StackState<SixtyFour>, StackAction<SixtyFour>>()
          .forEach(\.self, CasePath({ $0 }) { $0 }) { WidePath() }
      }
      for (index, path) in SixtyFour.paths.enumerated() {
        store.send(.element(id: StackID(integerLiteral: index), action: path.embed(index)))
      }
      return store.state
    }
    #expect(zip(SixtyFour.paths, path).map { $0.extract($1) } == Array(0..<64))
  }
}

/// As large as the stacks of secondary threads are on Apple's systems.
private func onSmallStack<Result: Sendable>(
  _ work: @escaping @Sendable () -> Result
) async -> Result {
  await withCheckedContinuation { continuation in
    let thread = Thread { continuation.resume(returning: work()) }
    thread.stackSize = 512 * 1024
    thread.start()
  }
}

private struct Adding: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

/// The reducer of a path with 64 kinds of screens.
private struct WidePath: Reducer {
  var body: some Reducer<SixtyFour, SixtyFour> {
    Scope(.c0, .c0) { Adding() }
    Scope(.c1, .c1) { Adding() }
    Scope(.c2, .c2) { Adding() }
    Scope(.c3, .c3) { Adding() }
    Scope(.c4, .c4) { Adding() }
    Scope(.c5, .c5) { Adding() }
    Scope(.c6, .c6) { Adding() }
    Scope(.c7, .c7) { Adding() }
    Scope(.c8, .c8) { Adding() }
    Scope(.c9, .c9) { Adding() }
    Scope(.c10, .c10) { Adding() }
    Scope(.c11, .c11) { Adding() }
    Scope(.c12, .c12) { Adding() }
    Scope(.c13, .c13) { Adding() }
    Scope(.c14, .c14) { Adding() }
    Scope(.c15, .c15) { Adding() }
    Scope(.c16, .c16) { Adding() }
    Scope(.c17, .c17) { Adding() }
    Scope(.c18, .c18) { Adding() }
    Scope(.c19, .c19) { Adding() }
    Scope(.c20, .c20) { Adding() }
    Scope(.c21, .c21) { Adding() }
    Scope(.c22, .c22) { Adding() }
    Scope(.c23, .c23) { Adding() }
    Scope(.c24, .c24) { Adding() }
    Scope(.c25, .c25) { Adding() }
    Scope(.c26, .c26) { Adding() }
    Scope(.c27, .c27) { Adding() }
    Scope(.c28, .c28) { Adding() }
    Scope(.c29, .c29) { Adding() }
    Scope(.c30, .c30) { Adding() }
    Scope(.c31, .c31) { Adding() }
    Scope(.c32, .c32) { Adding() }
    Scope(.c33, .c33) { Adding() }
    Scope(.c34, .c34) { Adding() }
    Scope(.c35, .c35) { Adding() }
    Scope(.c36, .c36) { Adding() }
    Scope(.c37, .c37) { Adding() }
    Scope(.c38, .c38) { Adding() }
    Scope(.c39, .c39) { Adding() }
    Scope(.c40, .c40) { Adding() }
    Scope(.c41, .c41) { Adding() }
    Scope(.c42, .c42) { Adding() }
    Scope(.c43, .c43) { Adding() }
    Scope(.c44, .c44) { Adding() }
    Scope(.c45, .c45) { Adding() }
    Scope(.c46, .c46) { Adding() }
    Scope(.c47, .c47) { Adding() }
    Scope(.c48, .c48) { Adding() }
    Scope(.c49, .c49) { Adding() }
    Scope(.c50, .c50) { Adding() }
    Scope(.c51, .c51) { Adding() }
    Scope(.c52, .c52) { Adding() }
    Scope(.c53, .c53) { Adding() }
    Scope(.c54, .c54) { Adding() }
    Scope(.c55, .c55) { Adding() }
    Scope(.c56, .c56) { Adding() }
    Scope(.c57, .c57) { Adding() }
    Scope(.c58, .c58) { Adding() }
    Scope(.c59, .c59) { Adding() }
    Scope(.c60, .c60) { Adding() }
    Scope(.c61, .c61) { Adding() }
    Scope(.c62, .c62) { Adding() }
    Scope(.c63, .c63) { Adding() }
  }
}

/// An enum as wide as they come. It serves as state and as action.
enum SixtyFour: Sendable, CasePathable {
  case c0(Int)
  case c1(Int)
  case c2(Int)
  case c3(Int)
  case c4(Int)
  case c5(Int)
  case c6(Int)
  case c7(Int)
  case c8(Int)
  case c9(Int)
  case c10(Int)
  case c11(Int)
  case c12(Int)
  case c13(Int)
  case c14(Int)
  case c15(Int)
  case c16(Int)
  case c17(Int)
  case c18(Int)
  case c19(Int)
  case c20(Int)
  case c21(Int)
  case c22(Int)
  case c23(Int)
  case c24(Int)
  case c25(Int)
  case c26(Int)
  case c27(Int)
  case c28(Int)
  case c29(Int)
  case c30(Int)
  case c31(Int)
  case c32(Int)
  case c33(Int)
  case c34(Int)
  case c35(Int)
  case c36(Int)
  case c37(Int)
  case c38(Int)
  case c39(Int)
  case c40(Int)
  case c41(Int)
  case c42(Int)
  case c43(Int)
  case c44(Int)
  case c45(Int)
  case c46(Int)
  case c47(Int)
  case c48(Int)
  case c49(Int)
  case c50(Int)
  case c51(Int)
  case c52(Int)
  case c53(Int)
  case c54(Int)
  case c55(Int)
  case c56(Int)
  case c57(Int)
  case c58(Int)
  case c59(Int)
  case c60(Int)
  case c61(Int)
  case c62(Int)
  case c63(Int)

  static let paths: [CasePath<SixtyFour, Int>] = [
    .c0, .c1, .c2, .c3, .c4, .c5, .c6, .c7, .c8, .c9, .c10, .c11, .c12, .c13, .c14, .c15, .c16,
    .c17, .c18, .c19, .c20, .c21, .c22, .c23, .c24, .c25, .c26, .c27, .c28, .c29, .c30, .c31,
    .c32, .c33, .c34, .c35, .c36, .c37, .c38, .c39, .c40, .c41, .c42, .c43, .c44, .c45, .c46,
    .c47, .c48, .c49, .c50, .c51, .c52, .c53, .c54, .c55, .c56, .c57, .c58, .c59, .c60, .c61,
    .c62, .c63,
  ]
}
