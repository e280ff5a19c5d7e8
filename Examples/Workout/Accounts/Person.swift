import ExampleSupport

typealias Account = Accounts<Person>.Account

/// The data of a user that the app shows, without the address and the password.
struct Person: Codable, Hashable, Sendable {
  var gender: Gender
}

/// The choices at a sign-up.
enum Gender: String, Codable, CaseIterable, Sendable {
  case female, male, other, undisclosed
}
