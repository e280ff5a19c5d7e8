import CairnTerminal
import Foundation
import Testing

struct DefaultPathTests {
  #if os(macOS)
    private let ofUser = "Library/Application Support/cairn/onboarding.json"
  #else
    private let ofUser = ".local/state/cairn/onboarding.json"
  #endif

  @Test func `an absolute XDG_STATE_HOME is used`() {
    let environment = ["XDG_STATE_HOME": "/var/state", "HOME": "/home/ada"]
    #expect(
      StoragePlace.defaultPath("onboarding", environment: environment)
        == "/var/state/cairn/onboarding.json")
  }

  @Test(arguments: [nil, "", "state", "./state", "~/state"])
  func `an unset, empty or relative XDG_STATE_HOME is not used`(value: String?) {
    var environment = ["HOME": "/home/ada"]
    environment["XDG_STATE_HOME"] = value
    #expect(
      StoragePlace.defaultPath("onboarding", environment: environment) == "/home/ada/\(ofUser)")
  }

  @Test(arguments: [nil, "", "home"])
  func `without a usable HOME the system gives the folder`(value: String?) {
    var environment: [String: String] = [:]
    environment["HOME"] = value
    #expect(
      StoragePlace.defaultPath("onboarding", environment: environment)
        == "\(NSHomeDirectory())/\(ofUser)")
  }
}
