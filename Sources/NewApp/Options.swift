import Foundation

/// The command line of `new-app`.
struct Options {
  let name: AppName
  let folder: String
  /// The address of the package Cairn; `nil` for the checkout.
  private let url: String?

  init(_ arguments: [String]) throws(NewApp.Failure) {
    var operands: [String] = []
    var url: String?
    var rest = arguments[...]
    while let word = rest.popFirst() {
      switch word {
      case "--url":
        guard let address = rest.popFirst() else { throw .usage("--url needs an address") }
        url = address
      case _ where word.hasPrefix("-"): throw .usage("unknown option \(word)")
      default: operands.append(word)
      }
    }
    guard operands.count == 2 else {
      throw .usage(operands.count < 2 ? "give a name and a folder" : "give one name and one folder")
    }
    name = try AppName(operands[0])
    folder = operands[1]
    self.url = url
  }

  /// The manifest of the template with its dependency on Cairn: this checkout, or the address.
  func dependingOnCairn(_ manifest: String, at checkout: String) -> String {
    let template = #".package(name: "Cairn", path: "../../..")"#
    guard let url else {
      return manifest.replacing(
        template,
        with: """
          // From a code host: .package(url: "https://…/cairn.git", branch: "main"). The name in
              // `package: "Cairn"` below is then the last part of the address, without `.git`.
              .package(name: "Cairn", path: "\(checkout.escaped)")
          """)
    }
    let last = url.split(separator: "/").last.map(String.init) ?? url
    let identity = last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    return
      manifest
      .replacing(template, with: #".package(url: "\#(url.escaped)", branch: "main")"#)
      .replacing(#"package: "Cairn""#, with: #"package: "\#(identity.escaped)""#)
  }
}

/// The name of an app in its three spellings.
struct AppName {
  /// `my-notes`: the program and the package.
  let program: String
  /// `my_notes`: the module.
  private var module: String { program.replacing("-", with: "_") }
  /// `MyNotes`: the beginning of the names of types. The app is `MyNotesApp`; for `my-app` it is `MyApp`.
  private var type: String { program.split(separator: "-").map(\.capitalized).joined() }

  init(_ name: String) throws(NewApp.Failure) {
    guard name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil else {
      throw .usage(
        "\"\(name)\" is not a name: write lower-case letters, digits and hyphens, such as my-notes")
    }
    guard !name.hasPrefix("cairn"), !["swift", "foundation", "testing", "xctest"].contains(name)
    else {
      throw .usage("\"\(name)\" is the name of a module that the app imports; give another name")
    }
    program = name
  }

  /// A text or a path of the template with this name.
  func renamed(_ text: String) -> String {
    text.replacing("import starter", with: "import \(module)")
      .replacing("StarterApp", with: type.hasSuffix("App") ? type : "\(type)App")
      .replacing("Starter", with: type)
      .replacing("starter", with: program)
  }
}

extension String {
  /// The text within a string literal of Swift.
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
