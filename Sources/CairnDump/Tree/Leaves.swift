import Cairn

extension DumpNode.Content {
  /// A value that is read without a mirror, because none is needed or its mirror is unreadable.
  init?(withoutMirror value: Any) {
    switch value {
    case let text as String: self = .text(text)
    case let number as Int: self = .leaf(String(number))
    case let truth as Bool: self = .leaf(String(truth))
    case let secret as Secret: self = .secret(secret)
    case let text as any StringProtocol: self = .text(String(text))
    case let character as Character: self = .leaf(quoted(String(character)))
    case let type as any Any.Type: self = .leaf(typeName(type) + ".self")
    // With Foundation, casting an array to a class would bridge the whole array first.
    case _ where type(of: value) is AnyKeyPath.Type:
      guard let keyPath = value as? AnyKeyPath else { return nil }
      self = .leaf(escaped(_Kernel.text(of: keyPath)))
    case let vector as any SIMD: self = .leaf(escaped(vector.description))
    default: return nil
    }
  }

  /// A value with a description of its own; `nil` for any other value.
  init?(describing value: Any) {
    switch value {
    case let value as any CustomStringConvertible: self = .leaf(escaped(value.description))
    case let value as any CustomDebugStringConvertible:
      self = .leaf(escaped(value.debugDescription))
    default: return nil
    }
  }

  /// A value whose mirror has no children or only storage; `nil` for any other value.
  init?(withoutProperties value: Any, _ mirror: Mirror) {
    if mirror.displayStyle == nil, mirror.children.first?.label == "pointerValue" {
      // An address differs from run to run.
      self = .leaf("(\(typeName(type(of: value))))")
      return
    }
    guard mirror.hasNoChildren || isToolchainValue(value, mirror) else { return nil }
    if let description = Self(describing: value) {
      if type(of: value) is AnyClass, case .leaf(let text) = description {
        // The description of an `NSObject` has its address.
        let object = ObjectIdentifier(value as AnyObject)
        let address = String(UInt(bitPattern: object), radix: 16)
        self = .leaf(text.contains(address) ? "(\(typeName(type(of: value))))" : text)
        return
      }
      self = description
      return
    }
    guard mirror.displayStyle == nil, !(value is any CustomReflectable) else { return nil }
    self = .leaf(escaped(String(describing: value)))
  }
}

extension Mirror {
  fileprivate var hasNoChildren: Bool {
    children.isEmpty && superclassMirror?.hasNoChildren ?? true
  }
}

/// Whether a value is a `Duration`, `URL`, `Decimal` or similar, whose storage is unreadable.
///
/// A generic value contains values of an app, and always shows its children.
private func isToolchainValue(_ value: Any, _ mirror: Mirror) -> Bool {
  guard mirror.displayStyle == .struct, value is any CustomStringConvertible,
    !(value is any CustomReflectable)
  else { return false }
  let name = String(reflecting: type(of: value))
  let modules = ["Swift.", "Foundation.", "FoundationEssentials."]
  return modules.contains { name.hasPrefix($0) } && !name.contains("<")
}
