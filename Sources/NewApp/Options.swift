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
        guard url == nil else { throw .usage("--url is given twice; give it once") }
        guard let address = rest.popFirst() else { throw .usage("--url needs an address") }
        guard address.isPackageAddress else {
          throw .usage(
            "--url: \(address.debugDescription) is not the address of a package; write"
              + " https://HOST/PATH, git@HOST:PATH or a path that begins with / or ../")
        }
        url = address
      case _ where word.hasPrefix("-"): throw .usage("unknown option \(word)")
      default: operands.append(word)
      }
    }
    guard operands.count <= 2 else { throw .usage("give one name and one folder") }
    guard operands.count == 2, !operands[1].isEmpty else {
      throw .usage("give a name and a folder")
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
    return
      manifest
      .replacing(template, with: #".package(url: "\#(url)", branch: "main")"#)
      .replacing(#"package: "Cairn""#, with: #"package: "\#(identity(of: checkout))""#)
  }

  /// The name by which the package manager knows Cairn: the last part of its address.
  func identity(of checkout: String) -> String {
    let address = url ?? checkout
    let last = address.split(separator: "/").last.map(String.init) ?? address
    return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
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
        "\(name.debugDescription) is not a name: write lower-case letters, digits and hyphens, such as"
          + " my-notes")
    }
    guard !name.hasPrefix("cairn"), !Self.modules.contains(name) else {
      throw .usage("\"\(name)\" is the name of a module that the app imports; give another name")
    }
    guard !Self.programs.contains(name) else {
      throw .usage("\"\(name)\" is the name of a program of Cairn; give another name")
    }
    guard !["index", "modulecache", "modules"].contains(name) else {
      throw .usage("\"\(name)\" is the name of a folder of each build; give another name")
    }
    guard !Self.keywords.contains(name) else {
      throw .usage("\"\(name)\" is a keyword of Swift; give another name")
    }
    guard name != "app" else {
      throw .usage("\"app\" gives the type App, which is a protocol of Cairn; give another name")
    }
    program = name
  }

  /// The modules that the app, or a module that it imports, imports; in lower case, because some file systems do not
  /// distinguish case.
  private static let modules = [
    "ccrypt", "combine", "cpage", "cterminal", "darwin", "dispatch", "foundation", "glibc", "musl",
    "observation", "os", "swift",
    "swiftui", "synchronization", "testing", "xctest",
  ]

  /// The programs of Cairn: the package manager refuses a second target of such a name.
  private static let programs = [
    "accounts", "benchmarks", "counter", "dance", "faller", "fuzz", "mutants", "new-app",
    "onboarding", "saver", "searches", "semantics", "storage-crash", "timeline", "workout",
  ]

  /// The keywords that cannot be the name of a module.
  private static let keywords = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "self", "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while",
  ]

  /// A text or a path of the template with this name.
  func renamed(_ text: String) -> String {
    // All names in one pass, because the new name may contain the word.
    text.replacing(/import starter|StarterApp|Starter|starter/) { match in
      switch match.output {
      case "import starter": "import \(module)"
      case "StarterApp": type.hasSuffix("App") ? type : "\(type)App"
      case "Starter": type
      default: program
      }
    }
  }
}

extension String {
  /// The text as one word of a shell.
  var inShell: String {
    guard wholeMatch(of: /[A-Za-z0-9_.,:+@%\/-]+/) == nil else { return self }
    // By scalars: an apostrophe before a combining mark ends the quotes, too.
    let parts = unicodeScalars.map { $0 == "'" ? #"'\''"# : String($0) }
    return "'\(parts.joined())'"
  }

  /// Whether the package manager can take the text for an address or a path, and a manifest can contain it.
  fileprivate var isPackageAddress: Bool {
    let start = /(https?|ssh|git):\/\/[^\/]+\/.|file:\/\/\/.|[^\/:]+@[^\/:]+:.|(\.{0,2}|~)\/./
    return prefixMatch(of: start) != nil
      && unicodeScalars.allSatisfy {
        $0 != "\"" && $0 != "\\" && $0.properties.generalCategory != .control
      }
  }

  /// The text within a string literal of Swift.
  fileprivate var escaped: String {
    replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
  }
}
