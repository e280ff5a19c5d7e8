import Cairn

/// An enum as wide as they come. It serves as state and as action, with what is in the cases.
enum SixtyFour<Payload> {
  case c0(Payload)
  case c1(Payload)
  case c2(Payload)
  case c3(Payload)
  case c4(Payload)
  case c5(Payload)
  case c6(Payload)
  case c7(Payload)
  case c8(Payload)
  case c9(Payload)
  case c10(Payload)
  case c11(Payload)
  case c12(Payload)
  case c13(Payload)
  case c14(Payload)
  case c15(Payload)
  case c16(Payload)
  case c17(Payload)
  case c18(Payload)
  case c19(Payload)
  case c20(Payload)
  case c21(Payload)
  case c22(Payload)
  case c23(Payload)
  case c24(Payload)
  case c25(Payload)
  case c26(Payload)
  case c27(Payload)
  case c28(Payload)
  case c29(Payload)
  case c30(Payload)
  case c31(Payload)
  case c32(Payload)
  case c33(Payload)
  case c34(Payload)
  case c35(Payload)
  case c36(Payload)
  case c37(Payload)
  case c38(Payload)
  case c39(Payload)
  case c40(Payload)
  case c41(Payload)
  case c42(Payload)
  case c43(Payload)
  case c44(Payload)
  case c45(Payload)
  case c46(Payload)
  case c47(Payload)
  case c48(Payload)
  case c49(Payload)
  case c50(Payload)
  case c51(Payload)
  case c52(Payload)
  case c53(Payload)
  case c54(Payload)
  case c55(Payload)
  case c56(Payload)
  case c57(Payload)
  case c58(Payload)
  case c59(Payload)
  case c60(Payload)
  case c61(Payload)
  case c62(Payload)
  case c63(Payload)
}

extension SixtyFour: Sendable where Payload: Sendable {}
extension SixtyFour: Equatable where Payload: Equatable {}

extension CasePath where Root == SixtyFour<Value> {
  static var c0: Self { Self(Root.c0) { if case .c0(let x) = $0 { x } else { nil } } }
  static var c1: Self { Self(Root.c1) { if case .c1(let x) = $0 { x } else { nil } } }
  static var c2: Self { Self(Root.c2) { if case .c2(let x) = $0 { x } else { nil } } }
  static var c3: Self { Self(Root.c3) { if case .c3(let x) = $0 { x } else { nil } } }
  static var c4: Self { Self(Root.c4) { if case .c4(let x) = $0 { x } else { nil } } }
  static var c5: Self { Self(Root.c5) { if case .c5(let x) = $0 { x } else { nil } } }
  static var c6: Self { Self(Root.c6) { if case .c6(let x) = $0 { x } else { nil } } }
  static var c7: Self { Self(Root.c7) { if case .c7(let x) = $0 { x } else { nil } } }
  static var c8: Self { Self(Root.c8) { if case .c8(let x) = $0 { x } else { nil } } }
  static var c9: Self { Self(Root.c9) { if case .c9(let x) = $0 { x } else { nil } } }
  static var c10: Self { Self(Root.c10) { if case .c10(let x) = $0 { x } else { nil } } }
  static var c11: Self { Self(Root.c11) { if case .c11(let x) = $0 { x } else { nil } } }
  static var c12: Self { Self(Root.c12) { if case .c12(let x) = $0 { x } else { nil } } }
  static var c13: Self { Self(Root.c13) { if case .c13(let x) = $0 { x } else { nil } } }
  static var c14: Self { Self(Root.c14) { if case .c14(let x) = $0 { x } else { nil } } }
  static var c15: Self { Self(Root.c15) { if case .c15(let x) = $0 { x } else { nil } } }
  static var c16: Self { Self(Root.c16) { if case .c16(let x) = $0 { x } else { nil } } }
  static var c17: Self { Self(Root.c17) { if case .c17(let x) = $0 { x } else { nil } } }
  static var c18: Self { Self(Root.c18) { if case .c18(let x) = $0 { x } else { nil } } }
  static var c19: Self { Self(Root.c19) { if case .c19(let x) = $0 { x } else { nil } } }
  static var c20: Self { Self(Root.c20) { if case .c20(let x) = $0 { x } else { nil } } }
  static var c21: Self { Self(Root.c21) { if case .c21(let x) = $0 { x } else { nil } } }
  static var c22: Self { Self(Root.c22) { if case .c22(let x) = $0 { x } else { nil } } }
  static var c23: Self { Self(Root.c23) { if case .c23(let x) = $0 { x } else { nil } } }
  static var c24: Self { Self(Root.c24) { if case .c24(let x) = $0 { x } else { nil } } }
  static var c25: Self { Self(Root.c25) { if case .c25(let x) = $0 { x } else { nil } } }
  static var c26: Self { Self(Root.c26) { if case .c26(let x) = $0 { x } else { nil } } }
  static var c27: Self { Self(Root.c27) { if case .c27(let x) = $0 { x } else { nil } } }
  static var c28: Self { Self(Root.c28) { if case .c28(let x) = $0 { x } else { nil } } }
  static var c29: Self { Self(Root.c29) { if case .c29(let x) = $0 { x } else { nil } } }
  static var c30: Self { Self(Root.c30) { if case .c30(let x) = $0 { x } else { nil } } }
  static var c31: Self { Self(Root.c31) { if case .c31(let x) = $0 { x } else { nil } } }
  static var c32: Self { Self(Root.c32) { if case .c32(let x) = $0 { x } else { nil } } }
  static var c33: Self { Self(Root.c33) { if case .c33(let x) = $0 { x } else { nil } } }
  static var c34: Self { Self(Root.c34) { if case .c34(let x) = $0 { x } else { nil } } }
  static var c35: Self { Self(Root.c35) { if case .c35(let x) = $0 { x } else { nil } } }
  static var c36: Self { Self(Root.c36) { if case .c36(let x) = $0 { x } else { nil } } }
  static var c37: Self { Self(Root.c37) { if case .c37(let x) = $0 { x } else { nil } } }
  static var c38: Self { Self(Root.c38) { if case .c38(let x) = $0 { x } else { nil } } }
  static var c39: Self { Self(Root.c39) { if case .c39(let x) = $0 { x } else { nil } } }
  static var c40: Self { Self(Root.c40) { if case .c40(let x) = $0 { x } else { nil } } }
  static var c41: Self { Self(Root.c41) { if case .c41(let x) = $0 { x } else { nil } } }
  static var c42: Self { Self(Root.c42) { if case .c42(let x) = $0 { x } else { nil } } }
  static var c43: Self { Self(Root.c43) { if case .c43(let x) = $0 { x } else { nil } } }
  static var c44: Self { Self(Root.c44) { if case .c44(let x) = $0 { x } else { nil } } }
  static var c45: Self { Self(Root.c45) { if case .c45(let x) = $0 { x } else { nil } } }
  static var c46: Self { Self(Root.c46) { if case .c46(let x) = $0 { x } else { nil } } }
  static var c47: Self { Self(Root.c47) { if case .c47(let x) = $0 { x } else { nil } } }
  static var c48: Self { Self(Root.c48) { if case .c48(let x) = $0 { x } else { nil } } }
  static var c49: Self { Self(Root.c49) { if case .c49(let x) = $0 { x } else { nil } } }
  static var c50: Self { Self(Root.c50) { if case .c50(let x) = $0 { x } else { nil } } }
  static var c51: Self { Self(Root.c51) { if case .c51(let x) = $0 { x } else { nil } } }
  static var c52: Self { Self(Root.c52) { if case .c52(let x) = $0 { x } else { nil } } }
  static var c53: Self { Self(Root.c53) { if case .c53(let x) = $0 { x } else { nil } } }
  static var c54: Self { Self(Root.c54) { if case .c54(let x) = $0 { x } else { nil } } }
  static var c55: Self { Self(Root.c55) { if case .c55(let x) = $0 { x } else { nil } } }
  static var c56: Self { Self(Root.c56) { if case .c56(let x) = $0 { x } else { nil } } }
  static var c57: Self { Self(Root.c57) { if case .c57(let x) = $0 { x } else { nil } } }
  static var c58: Self { Self(Root.c58) { if case .c58(let x) = $0 { x } else { nil } } }
  static var c59: Self { Self(Root.c59) { if case .c59(let x) = $0 { x } else { nil } } }
  static var c60: Self { Self(Root.c60) { if case .c60(let x) = $0 { x } else { nil } } }
  static var c61: Self { Self(Root.c61) { if case .c61(let x) = $0 { x } else { nil } } }
  static var c62: Self { Self(Root.c62) { if case .c62(let x) = $0 { x } else { nil } } }
  static var c63: Self { Self(Root.c63) { if case .c63(let x) = $0 { x } else { nil } } }

  static var all: [Self] {
    [
      .c0, .c1, .c2, .c3, .c4, .c5, .c6, .c7, .c8, .c9, .c10, .c11, .c12, .c13, .c14, .c15, .c16,
      .c17, .c18, .c19, .c20, .c21, .c22, .c23, .c24, .c25, .c26, .c27, .c28, .c29, .c30, .c31,
      .c32, .c33, .c34, .c35, .c36, .c37, .c38, .c39, .c40, .c41, .c42, .c43, .c44, .c45, .c46,
      .c47, .c48, .c49, .c50, .c51, .c52, .c53, .c54, .c55, .c56, .c57, .c58, .c59, .c60, .c61,
      .c62, .c63,
    ]
  }
}
