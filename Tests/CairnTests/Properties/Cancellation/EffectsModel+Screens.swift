/// What is on the screen.
extension EffectsModel {
  func isThere(_ place: Place) -> Bool {
    switch place {
    case .root: true
    case .screen(let number): screens.contains { $0.number == number }
    case .sheet(let number): screens.contains { $0.number == number && $0.hasSheet }
    }
  }

  mutating func dismiss(_ place: Place) {
    switch place {
    case .root: break
    case .screen(let number):
      if let index = screens.firstIndex(where: { $0.number == number }) {
        screens.removeSubrange(index...)
      }
    case .sheet(let number):
      if let index = screens.firstIndex(where: { $0.number == number }) {
        screens[index].hasSheet = false
      }
    }
  }

  mutating func make(_ change: Change) {
    switch change {
    case .push: push()
    case .pop: _ = screens.popLast()
    case .replaceTop:
      _ = screens.popLast()
      push()
    case .replaceAll(let count):
      screens = []
      for _ in 0..<count { push() }
    case .popFrom(let screen):
      if !screens.isEmpty { screens.removeSubrange((screen % screens.count)...) }
    case .popTo(let screen):
      if !screens.isEmpty { screens.removeSubrange((screen % screens.count + 1)...) }
    case .remove(let screen):
      if !screens.isEmpty { screens.remove(at: screen % screens.count) }
    case .present(let screen):
      if !screens.isEmpty { screens[screen % screens.count].hasSheet = true }
    case .clear(let screen):
      if !screens.isEmpty { screens[screen % screens.count].hasSheet = false }
    }
  }

  private mutating func push() {
    screens.append(Screen(number: made))
    made += 1
  }
}

extension EffectsModel.Place {
  /// Whether what ends with `other` ends here too: nothing does with the root, which stays.
  func isWithin(_ other: Self) -> Bool {
    switch (other, self) {
    case (.root, _): false
    case (.screen(let ended), .screen(let number)), (.screen(let ended), .sheet(let number)),
      (.sheet(let ended), .sheet(let number)):
      ended == number
    case (.screen, .root), (.sheet, .root), (.sheet, .screen): false
    }
  }
}
