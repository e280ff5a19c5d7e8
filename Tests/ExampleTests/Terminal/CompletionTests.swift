import Foundation
import Testing

/// Tab at a terminal.
@Suite struct CompletionTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func window() throws -> Window {
    let window = try Window(.counter, in: folder)
    try window.wait(forLast: ">")
    return window
  }

  @Test(arguments: [
    ("inc\t", "> increment"), ("  r\t", ">   reset"), (":hi\t", "> :history"),
    (":und\t", "> :undo"),
    (":help :ef\t", "> :help :effects"), (":save no\t", "> :save notes/"),
    (":load notes/a \t", "> :load notes/a b.trail"), (":load .h\t", "> :load .hidden"),
    (":ad\tx", "> :advance x"),
  ])
  func `a word with one candidate is completed`(keys: String, line: String) throws {
    try folder.makeFolder("notes")
    for name in ["notes/a b.trail", "notes/b.trail", ".hidden", "n\u{1B}"] {
      try folder.write("", to: name)
    }
    let window = try window()
    try window.type(keys)
    try window.wait(forLast: line)
  }

  @Test func `several candidates are listed, and the line stays`() throws {
    let window = try window()
    try window.type(":s\t")
    try window.wait(for: "candidates") { $0.text.hasSuffix("\n> :s\n:state  :stack  :save\n> :s") }
    try window.type("t\t\t")
    try window.wait(for: "two") { $0.text.hasSuffix("\n> :sta\n:state  :stack\n> :sta") }
  }

  @Test func `a word without candidates stays, and no bell rings`() throws {
    let window = try window()
    try window.type("x\ty")
    try window.wait(forLast: "> xy")
  }
}
