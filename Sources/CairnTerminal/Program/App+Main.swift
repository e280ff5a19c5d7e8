import Cairn
import CairnApp
import CairnTrail

extension App {
  /// The program: reads the command line, does what it says, and exits with its status.
  ///
  /// `@main` on the app's type is all that an app needs for it. It cannot keep a journal: for that,
  /// declare its actions as `Codable`.
  @inlinable
  public static func main() { Program<Self>(coding: nil, searcher: AppSearcher()).main() }
}

extension App where Root.Action: Codable {
  /// The program: reads the command line, does what it says, and exits with its status.
  ///
  /// `@main` on the app's type is all that an app needs for it.
  @inlinable
  public static func main() {
    Program<Self>(coding: ActionCoding(), searcher: AppSearcher()).main()
  }
}
