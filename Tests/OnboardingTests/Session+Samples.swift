@testable import onboarding

extension Session {
  static let ada = Session(
    firstName: "Ada", lastName: "Lovelace", email: "ada@example.com", telephone: "+44 20 7946 0001",
    locks: true, pinHash: "$y$j9T$salt$hash")

  static let grace = Session(
    firstName: "Grace", lastName: "Hopper", email: "grace@example.com", telephone: "555-0100",
    locks: false, pinHash: "$y$j9T$other$hash")
}
