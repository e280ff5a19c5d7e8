import CairnApp
import CairnPage
import Foundation
import Testing

/// The data of a page, as a browser reads it.
struct PageData {
  let object: [String: Any]
  private let lists: [String: [[String: Any]]]
  private let values: [Any]

  init(_ data: JSON) throws {
    let value = try JSONSerialization.jsonObject(with: Data(data.text.utf8))
    object = try #require(value as? [String: Any])
    lists = object.compactMapValues { $0 as? [[String: Any]] }
    values = object["values"] as? [Any] ?? []
  }

  func list(_ name: String) -> [[String: Any]] { lists[name] ?? [] }

  func texts(_ name: String) -> [String] { object[name] as? [String] ?? [] }

  /// The lines below a heading of the proof; `nil` if there is no such heading.
  func lines(_ title: String) -> [String]? {
    list("lists").first { $0["title"] as? String == title }?["lines"] as? [String]
  }

  /// The screens of a state or a moment, with their elements.
  func screens(of part: [String: Any]) -> [NSDictionary] {
    (part["screens"] as? [Int] ?? []).map { number in
      var screen = list("screens")[number]
      screen["elements"] = (screen["elements"] as? [Int] ?? []).map { list("elements")[$0] }
      return screen as NSDictionary
    }
  }

  /// A value on one line.
  func text(ofValue number: Int) -> String {
    guard let parts = values[number] as? [Any], let head = parts[0] as? String else {
      return values[number] as? String ?? ""
    }
    let texts = stride(from: 1, to: parts.count, by: 2).map { index in
      let label = parts[index] as? String ?? ""
      return (label.isEmpty ? "" : "\(label): ") + text(ofValue: parts[index + 1] as? Int ?? 0)
    }
    let list = texts.joined(separator: ", ")
    if head.hasPrefix("Set ") { return "Set([\(list)])" }
    return head.hasPrefix("[") ? "[\(list)]" : "\(head == "()" ? "" : head)(\(list))"
  }
}

/// The screens as they encode themselves.
func encoded<Action>(_ screens: [Screen<Action>]) throws -> [NSDictionary] {
  let value = try JSONSerialization.jsonObject(with: JSONEncoder().encode(screens))
  return try #require(value as? [NSDictionary])
}
