import Cairn
import CairnApp
import CairnTerminal
import ExampleSupport
import Foundation

/// Accounts of users, and images from the network, as a program.
@main struct AccountsApp: App {
  static let name = "accounts"
  static let summary = "Signs users up and in, and shows them images."
  static let starts = ["new", "signed-up", "signed-in"]
  static let options: [AppOption] =
    .storage("accounts") + [
      AppOption(
        "--images", value: "URL",
        help: "the address of the images, a feed in the form of Flickr's public photo feed")
    ]

  let reducer: Root
  let state = Root.State.starting
  let firstAction: Root.Action? = .started
  let loadPicture: (@Sendable (WebAddress) async -> [UInt8]?)? = ImageFeed.file

  init(_ launch: Launch) throws(UsageError) {
    let storage = try launch.storage(
      Self.name, format: Accounts<Profile>.format, initially: Self.contents(launch.world))
    let feed = try Self.feed(launch)
    reducer = Root(
      accounts: Accounts(storage, hasher: launch.hasher),
      feed: try launch.latency().map { feed.taking($0, on: launch.clock) } ?? feed)
  }

  func screens(of state: Root.State) -> [Screen<Root.Action>] { reducer.screens(of: state) }

  /// The users of a simulated world.
  private static func contents(_ world: Launch.World) -> Accounts<Profile>.Contents? {
    guard case .simulated(let start) = world, start != "new" else { return nil }
    let ada = Accounts<Profile>.User(
      email: ada.email, password: "s3cret-pw!", profile: ada.profile)
    return .seeded([ada], signedIn: start == "signed-in" ? Self.ada.email : nil)
  }

  /// The user of the starts `signed-up` and `signed-in`, whose password is `s3cret-pw!`.
  static let ada = Account(
    email: "ada@example.com",
    profile: Profile(
      kind: "member",
      [
        "first-name": "Ada", "last-name": "Lovelace", "mobile": "+60 12-345 6789",
        "gender": "female",
      ]))

  private static func feed(_ launch: Launch) throws(UsageError) -> ImageFeed {
    let address = launch.options["--images"]
    switch launch.world {
    case .simulated:
      guard address == nil else {
        throw UsageError("a simulated world has no network; leave out --images")
      }
      return .simulated(launch.choices)
    case .real:
      guard let address else { return .builtIn }
      guard let url = WebAddress(address).flatMap({ URL(string: $0.description) }) else {
        throw UsageError("--images needs an address that begins with http:// or https://")
      }
      return .web(url)
    }
  }
}
