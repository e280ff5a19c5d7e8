import Cairn
import CairnApp

/// Loads a feed of images and shows it in two columns.
struct Images: Reducer {
  struct State: Hashable {
    var phase = Phase.loading

    enum Phase: Hashable {
      case loading
      case loaded([FeedImage])
      case failed(reason: String)
    }

    /// Whether loading again can lead to images.
    var canRetry: Bool {
      switch phase {
      case .loading: false
      case .loaded(let images): images.isEmpty
      case .failed: true
      }
    }
  }

  enum Action: Codable, Equatable {
    case appeared
    case retry
    case back
    case loaded([FeedImage])
    case failed(reason: String)
  }

  let feed: ImageFeed

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .appeared:
      return state.phase == .loading ? load() : .none
    case .retry:
      guard state.canRetry else { return .none }
      state.phase = .loading
      return load()
    case .back:
      // The effects of a screen end with it.
      return .dismiss
    case .loaded(let images):
      state.phase = .loaded(images)
      return .none
    case .failed(let reason):
      state.phase = .failed(reason: reason)
      return .none
    }
  }

  private func load() -> Effect<Action> {
    .run(name: "load images") { [feed] send in
      await send(.loaded(try await feed.load()))
    } catch: { error, send in
      await send(.failed(reason: "\(error)"))
    }
    .cancellable(id: "load", cancelInFlight: true)
  }
}

extension Images.State {
  var screen: Screen<Images.Action> {
    Screen("images", "Images") {
      switch phase {
      case .loading:
        Progress("Loading the images…")
      case .loaded(let images):
        if images.isEmpty { Text("The feed has no images.") }
        Grid(columns: 2, images.map(\.cell))
      case .failed(let reason):
        Note(.error, reason, lines: 4)
      }
      if canRetry { Button("retry", .retry) }
      Button("back", .back)
    }
  }
}

extension FeedImage {
  fileprivate var cell: Grid.Cell {
    Grid.Cell([
      .text(Text(title.isBlank ? "Untitled" : title, lines: 2, picture: picture)),
      .text(Text(size ?? "unknown size")),
      link.map { .link(Link($0)) } ?? .text(Text("no link")),
    ])
  }
}
