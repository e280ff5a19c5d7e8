import Testing

/// What the other libraries have for the explorer alone: the copy of the machine, the recorder of the simulation,
/// and what tells stale stack ids from fresh ones. Everything else of the explorer is in the explorer.
@Suite struct ExplorerSeamTests {
  private static let allowed: [String: Set<String>] = [
    // The copy of the machine with its effects in flight, and the stack ids in it.
    "Cairn": [
      "CancelKey", "EffectMetadata", "beginAgain", "droppingReplies", "isAwaited",
      "isIdle", "isOneStack", "isRunning", "isShielded", "machineCopy",
      "isOrphan", "nextStage", "stages", "stateWithoutEffects", "withStackID",
      "withStackIDs",
    ],
    // The misspelt inputs in conditions on steps. Played trails use the events of claims, too, but do not name
    // their type.
    "CairnApp": ["ClaimEvent", "ComparedSteps"],
    "CairnTrail": [],
    // The recorder of effects, the order of work, the runs of one simulation, and the numbers of random walks.
    "CairnSimulation": [
      "ClockReading", "DrawnDelay", "EffectEvent", "EffectRecord", "Repetition",
      "Selection", "WorkScheduler", "beginRun", "delayRanges",
      "SplitMix64", "endRun", "readyEffects", "runAlone", "scheduler",
      "storeCount", "takeReading", "takeResumed", "takeSeen",
    ],
  ]

  @Test func `what only the explorer uses is on the list`() throws {
    let code = try Article.sources(in: "Sources").reduce(into: [String: String]()) { code, file in
      guard let module = file.key.split(separator: "/Sources/").last?.split(separator: "/").first
      else { return }
      code[String(module), default: ""] += file.value.replacing(/\/\/.*/, with: "") + "\n"
    }
    let words = code.mapValues { Set($0.matches(of: /\w+/).map { String($0.output) }) }
    let explorer = try #require(words["CairnExplorer"])
    for (module, allowed) in Self.allowed {
      let declared = try #require(code[module]).matches(
        of: /\bpackage (?:private\(set\) )?(?:(?:static|final|mutating|indirect) )*\w+ (\w+)/)
      let others = words.filter { $0.key != module && $0.key != "CairnExplorer" }.values
      let only = Set(declared.map { String($0.output.1) }).filter { name in
        explorer.contains(name) && !others.contains { $0.contains(name) }
      }
      #expect(only.subtracting(["Part"]) == allowed, "\(module)")
    }
  }
}

@Suite struct KernelImportsTests {
  @Test func `the kernel imports the standard library and no Foundation`() throws {
    let files = try Article.sources(in: "Sources/Cairn")
    #expect(files.count > 10)
    let allowed: Set<Substring> = ["Observation", "Synchronization", "Glibc", "Musl", "Darwin"]
    for (file, text) in files {
      let imports = text.matches(of: /(?m)^ *(?:(?:@\S+|public|package|internal) +)*import +(\w+)/)
      #expect(Set(imports.map(\.output.1)).isSubset(of: allowed), "\(file)")
    }
  }
}
