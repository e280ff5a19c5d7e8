import Cairn
import CairnApp
import CairnSimulation

// The order of the work of a step.
extension AppRun {
  /// Lets `orders` decide the order of the work of the following step.
  ///
  /// - Parameter willStep: called before each part that was selected among several; `false` if the same search
  ///   crashed in that part before.
  func follow(
    _ orders: OrderSearch, _ parts: EffectParts, asleep: [Asleep], _ issues: RuntimeIssueLog,
    willStep: (() -> Bool)?
  ) {
    let numbers = Set(asleep.map(\.number))
    let (decided, started) = (simulation.choices.decisionCount, startedEffects)
    simulation.scheduler = WorkScheduler { [unowned self] choice, effects in
      let isKnown = simulation.storeCount == 1
      let isChoice = choice.options.count > 1
      beginPart(effects)
      // Without a choice, no tasks are compared.
      let selection = orders.select(
        choice, at: simulation.choices.decisionCount - decided,
        isKnown && isChoice ? effects.map { $0.flatMap(soleTask) } : nil,
        isAlone: { option in
          guard case .effect(let number) = choice.options[option] else { return false }
          return records[number]?.hasSeveralTasks != true
        }
      ) {
        var configuration = configuration(choice, asleep: numbers)
        configuration?.hasStartedEffects = startedEffects > started
        configuration?.hasReadClock = simulation.clock.isRead
        configuration?.issues = issues.count
        configuration?.violated = Set(violated)
        return configuration
      }
      let index: Int? = if case .stop = selection { nil } else { orders.index }
      running = index.flatMap { $0 < effects.count ? effects[$0] : nil }
      isAlone = running.map { records[$0]?.hasSeveralTasks != true } ?? false
      isAwaited = running.map { driver.store.isAwaited($0.number) } ?? false
      guard case .option(let index) = selection, isChoice, let willStep, !willStep() else {
        return selection
      }
      crash = Decision(choice: choice, index: index)
      return .stop
    } didRun: { [unowned self] interacted in
      if let running, isAlone { compareBehavior(of: running, parts) }
      let after = OrderSearch.Surroundings(
        queued: driver.store.queueEntries.count + log.reduced, ordered: log.ordered)
      orders.end(after, interacted: interacted, running.map(rest) ?? .goesOn)
    }
  }

  /// The state of an effect after a part of it has run.
  private func rest(of effect: EffectIdentity) -> OrderSearch.Rest {
    // One of several tasks may wait.
    guard let record = records[effect], !record.hasSeveralTasks else { return .waits }
    if record.hasEnded { return isAwaited ? .goesOn : .alone }
    if simulation.readyEffects.contains(effect)
      || driver.store.queuedSenders.contains(effect.number)
    {
      return .goesOn
    }
    guard simulation.allSleepers.contains(where: { $0.effect == effect }) else { return .waits }
    return log.cancelled[effect.number] == nil ? .alone : .goesOn
  }

  /// Notes the ready tasks while a path is repeated, as the search did: a cancelled effect is identified by whether it
  /// was ready.
  func noteReadyTasks() {
    simulation.scheduler = WorkScheduler { [unowned self] _, effects in
      beginPart(effects)
      return .source
    } didRun: { _ in
    }
  }

  /// Reports an effect whose last part has another result than a part of an effect with the same input and
  /// history.
  private func compareBehavior(of effect: EffectIdentity, _ parts: EffectParts) {
    let number = effect.number
    guard let origin = log.origins[number], origin.input != nil, log.cancelled[number] == nil
    else { return }
    // With the answers that the part received, and the values that it read.
    let key = key(of: effect, origin)
    // Effects that read the clock can act differently at each time.
    guard case .input = key.source, key.history.times.isEmpty, parts.isNew(origin.instance, key)
    else { return }
    let sleeps = simulation.allSleepers.filter { $0.effect?.number == number }
      .map { sleeper in sleeper.drawn?.range ?? sleeper.remaining.map { $0...$0 } }
    let behavior = PartBehavior(
      sent: driver.store.queuedActions(ofEffect: number).map { action in
        action.map { log.interner.number(of: $0) }
      },
      sleeps: sleeps, hasEnded: !driver.store.isInFlight(number))
    if !parts.isKnown(behavior, of: key) {
      RuntimeIssue.report(.otherBehavior(of: origin.input?.name ?? ""))
    }
  }

  /// The task of an effect; `nil` if it has several.
  private func soleTask(_ effect: EffectIdentity) -> OrderSearch.Task? {
    let number = effect.number
    guard records[effect]?.hasSeveralTasks != true, let origin = log.origins[number],
      log.cancelled[number] != nil || driver.store.isInFlight(number)
    else { return nil }
    let key = key(of: effect, origin)
    let isAwaited = driver.store.isAwaited(number)
    let isFollowed =
      key.history.resumptions == 0
      && driver.allEffects.contains {
        $0.actionNumber == origin.number
          && ($0.number > number || driver.store.isAwaited($0.number))
      }
    return OrderSearch.Task(
      key: key, generations: log.generations(of: number, origin, key, isAwaited: isAwaited),
      isLast: !isAwaited && !isFollowed)
  }

  /// The configuration; `nil` if some ready work or sleeper belongs to no known effect.
  private func configuration(_ choice: ChoicePoint, asleep: Set<Int>) -> Configuration? {
    let (ready, sleepers) = (simulation.readyEffects, simulation.allSleepers)
    guard simulation.storeCount == 1, !ready.contains(nil),
      sleepers.allSatisfy({ $0.effect != nil })
    else { return nil }
    let state = driver.state
    var configuration = Configuration(
      state: log.interner.number(of: state), memory: simulation.memory.snapshot, time: time,
      options: choice.options.count, canWait: choice.options.contains(.later))
    var keys: [Int: Configuration.Effect] = [:]
    var groups: [Int: Int] = [:]
    var generations =
      log.interner.generations(in: state) + log.interner.generations(in: configuration.memory)
    for effect in going + ready.compactMap(\.self) {
      guard keys[effect.number] == nil else { continue }
      guard let origin = log.origins[effect.number] else { return nil }
      let own = sleepers.filter { $0.effect == effect }
      let key = key(of: effect, origin)
      generations += log.generations(of: effect.number, origin, key, isAwaited: true)
      keys[effect.number] = Configuration.Effect(
        key: key,
        group: key.history.resumptions == 0 || driver.store.isAwaited(effect.number)
          ? groups.number(of: origin.number) : nil,
        sleepers: own.map { sleeper in
          Configuration.Sleeper(
            number: asleep.contains(sleeper.number) ? sleeper.number : nil,
            remaining: sleeper.remaining)
        })
    }
    configuration.effects = going.map { keys[$0.number] }
    for effect in ready { configuration.ready[effect.flatMap { keys[$0.number] }, default: 0] += 1 }
    for (sender, followUp) in zip(driver.store.queuedSenders, driver.store.queuedFollowUps) {
      var queued = Configuration.Queued(sender: sender.flatMap { keys[$0] })
      if let followUp {
        guard let waiting = log.waiting(followUp.effect) else { return nil }
        generations += waiting.generations
        (queued.followUp, queued.isDismissal) = (waiting.key, followUp.isDismissal)
      }
      configuration.queue.append(queued)
    }
    for effect in driver.store.waitingEffects {
      let group = groups.number(of: effect.actionNumber)
      guard let waiting = log.waiting(effect, group: group) else { return nil }
      generations += waiting.generations
      configuration.waiting.append(waiting.key)
    }
    configuration.sequences = driver.store.sequences(
      around: going.map(\.number), &groups)
    configuration.ids = StackGenerations.pattern(of: generations)
    return configuration
  }
}

/// The result of a part of an effect: its action, its sleeps, and whether it was the last part.
struct PartBehavior: Hashable {
  /// The numbers of the actions that it sent; `nil` for a dismissal.
  let sent: [Int?]
  /// The times for which it sleeps; `nil` without end.
  let sleeps: [ClosedRange<Duration>?]
  let hasEnded: Bool
}

extension RuntimeIssue {
  fileprivate static func otherBehavior(of name: String) -> RuntimeIssue {
    RuntimeIssue(
      "Two effects \"\(name)\" with the same input acted differently.",
      causes: [
        "the operation captures a part of the state",
        "the action that it sends contains such a part",
      ],
      suggestion: "make everything that the effect depends on a part of its `input`.")
  }
}
