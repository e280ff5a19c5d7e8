import Cairn

/// The reducer of a path with 64 kinds of screens.
struct WidePath: Reducer {
  var body: some Reducer<SixtyFour<Counter.State>, SixtyFour<Counter.Action>> {
    Scope(.c0, .c0) { Counter() }
    Scope(.c1, .c1) { Counter() }
    Scope(.c2, .c2) { Counter() }
    Scope(.c3, .c3) { Counter() }
    Scope(.c4, .c4) { Counter() }
    Scope(.c5, .c5) { Counter() }
    Scope(.c6, .c6) { Counter() }
    Scope(.c7, .c7) { Counter() }
    Scope(.c8, .c8) { Counter() }
    Scope(.c9, .c9) { Counter() }
    Scope(.c10, .c10) { Counter() }
    Scope(.c11, .c11) { Counter() }
    Scope(.c12, .c12) { Counter() }
    Scope(.c13, .c13) { Counter() }
    Scope(.c14, .c14) { Counter() }
    Scope(.c15, .c15) { Counter() }
    Scope(.c16, .c16) { Counter() }
    Scope(.c17, .c17) { Counter() }
    Scope(.c18, .c18) { Counter() }
    Scope(.c19, .c19) { Counter() }
    Scope(.c20, .c20) { Counter() }
    Scope(.c21, .c21) { Counter() }
    Scope(.c22, .c22) { Counter() }
    Scope(.c23, .c23) { Counter() }
    Scope(.c24, .c24) { Counter() }
    Scope(.c25, .c25) { Counter() }
    Scope(.c26, .c26) { Counter() }
    Scope(.c27, .c27) { Counter() }
    Scope(.c28, .c28) { Counter() }
    Scope(.c29, .c29) { Counter() }
    Scope(.c30, .c30) { Counter() }
    Scope(.c31, .c31) { Counter() }
    Scope(.c32, .c32) { Counter() }
    Scope(.c33, .c33) { Counter() }
    Scope(.c34, .c34) { Counter() }
    Scope(.c35, .c35) { Counter() }
    Scope(.c36, .c36) { Counter() }
    Scope(.c37, .c37) { Counter() }
    Scope(.c38, .c38) { Counter() }
    Scope(.c39, .c39) { Counter() }
    Scope(.c40, .c40) { Counter() }
    Scope(.c41, .c41) { Counter() }
    Scope(.c42, .c42) { Counter() }
    Scope(.c43, .c43) { Counter() }
    Scope(.c44, .c44) { Counter() }
    Scope(.c45, .c45) { Counter() }
    Scope(.c46, .c46) { Counter() }
    Scope(.c47, .c47) { Counter() }
    Scope(.c48, .c48) { Counter() }
    Scope(.c49, .c49) { Counter() }
    Scope(.c50, .c50) { Counter() }
    Scope(.c51, .c51) { Counter() }
    Scope(.c52, .c52) { Counter() }
    Scope(.c53, .c53) { Counter() }
    Scope(.c54, .c54) { Counter() }
    Scope(.c55, .c55) { Counter() }
    Scope(.c56, .c56) { Counter() }
    Scope(.c57, .c57) { Counter() }
    Scope(.c58, .c58) { Counter() }
    Scope(.c59, .c59) { Counter() }
    Scope(.c60, .c60) { Counter() }
    Scope(.c61, .c61) { Counter() }
    Scope(.c62, .c62) { Counter() }
    Scope(.c63, .c63) { Counter() }
  }
}

/// 64 reducers in one body, each after the one before.
struct LongBody: Reducer {
  var body: some Reducer<[Int], Void> {
    Note(0)
    Note(1)
    Note(2)
    Note(3)
    Note(4)
    Note(5)
    Note(6)
    Note(7)
    Note(8)
    Note(9)
    Note(10)
    Note(11)
    Note(12)
    Note(13)
    Note(14)
    Note(15)
    Note(16)
    Note(17)
    Note(18)
    Note(19)
    Note(20)
    Note(21)
    Note(22)
    Note(23)
    Note(24)
    Note(25)
    Note(26)
    Note(27)
    Note(28)
    Note(29)
    Note(30)
    Note(31)
    Note(32)
    Note(33)
    Note(34)
    Note(35)
    Note(36)
    Note(37)
    Note(38)
    Note(39)
    Note(40)
    Note(41)
    Note(42)
    Note(43)
    Note(44)
    Note(45)
    Note(46)
    Note(47)
    Note(48)
    Note(49)
    Note(50)
    Note(51)
    Note(52)
    Note(53)
    Note(54)
    Note(55)
    Note(56)
    Note(57)
    Note(58)
    Note(59)
    Note(60)
    Note(61)
    Note(62)
    Note(63)
  }
}

struct Note: Reducer {
  let number: Int

  init(_ number: Int) { self.number = number }

  func reduce(into state: inout [Int], action: Void) -> Effect<Void> {
    state.append(number)
    return .none
  }
}
