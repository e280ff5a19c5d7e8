#if os(Linux)
  import CCrypt
  import Foundation
  import TestSupport
  import Testing

  @testable import CairnStorage

  /// A machine without libcrypt, or without its development files.
  @Suite struct MissingLibraryTests {
    private let root = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../..").standardizedFileURL

    @Test func `without libcrypt, hashing names the packages to install`() {
      let error = #expect(throws: PasswordError.self) {
        _ = try CCryptFunctions.open(["libcrypt-that-nobody-has.so.9"])
      }
      #expect(
        error?.description.contains(
          "libcrypt is missing: install libcrypt1 (Debian, Ubuntu) or libxcrypt (Fedora)") == true)
    }

    @Test func `a library without the functions is as good as none`() {
      #expect(throws: PasswordError.self) { _ = try CCryptFunctions.open(["libc.so.6"]) }
    }

    @Test(.gate) func `neither the header of libcrypt nor its development files are needed`() throws
    {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      try "#error hidden".write(
        to: folder.appending(path: "crypt.h"), atomically: true, encoding: .utf8)
      let source = root.appending(path: "Sources/CCrypt")
      let clang = Process()
      clang.executableURL = URL(filePath: "/usr/bin/env")
      clang.arguments = [
        "clang", "-fsyntax-only", "-Wall", "-Werror", "-I", folder.path,
        "-I", source.appending(path: "include").path, source.appending(path: "CCrypt.c").path,
      ]
      try clang.run()
      clang.waitUntilExit()
      #expect(clang.terminationStatus == 0)
      let manifest = try String(
        contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
      #expect(!manifest.contains(#"linkedLibrary("crypt""#))
    }
  }
#endif
