// Written by `swift package case-paths`. Do not edit.
// swift-format-ignore-file

import Cairn
import Foundation

extension CasePath<Outer.Action, Outer.Form.Action> {
  public static var form: Self {
    Self(Root.form) { if case .form(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action, (Outer.Name, [Outer.Name: (Int, Outer.Name)])> {
  public static var name: Self {
    Self({ .name($0.0, $0.1) }) { if case .name(let x0, let x1) = $0 { (x0, x1) } else { nil } }
  }
}

extension CasePath<Outer.Action, Int> {
  public static var circle: Self {
    Self(Root.circle(radius:)) { if case .circle(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action, (first: Int, second: Outer.Form.Action?)> {
  public static var pair: Self {
    Self({ .pair(first: $0.first, second: $0.second) }) { if case .pair(let x0, let x1) = $0 { (first: x0, second: x1) } else { nil } }
  }
}

extension CasePath<Outer.Action, @Sendable (_ value: Int) -> Void> {
  public static var callback: Self {
    Self(Root.callback) { if case .callback(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action, Int> {
  public static var `default`: Self {
    Self(Root.`default`) { if case .`default`(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action, Range<Int>> {
  public static var range: Self {
    Self(Root.range) { if case .range(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action, Outer.Action> {
  public static var me: Self {
    Self(Root.me) { if case .me(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action, Dictionary<Outer.Name, Result<Int, any Error>>> {
  public static var dictionary: Self {
    Self(Root.dictionary) { if case .dictionary(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Action.Inner, Outer.Name> {
  public static var deep: Self {
    Self(Root.deep) { if case .deep(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Form.Mode, Outer.Form.Action> {
  package static var on: Self {
    Self(Root.on) { if case .on(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Outer.Form.Mode, Outer.Name> {
  package static var off: Self {
    Self(Root.off) { if case .off(let x) = $0 { x } else { nil } }
  }
}

extension CasePath<Last, (Int, Form.Action)> {
  static var ok: Self {
    Self({ .ok($0.0, $0.1) }) { if case .ok(let x0, let x1) = $0 { (x0, x1) } else { nil } }
  }
}
