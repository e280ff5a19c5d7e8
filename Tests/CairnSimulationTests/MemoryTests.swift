import Cairn
import CairnSimulation
import Testing

@Suite struct MemoryTests {
  @Test func `a snapshot restores stored values`() {
    let memory = Simulation().memory
    let (name, count) = (memory.keep("Ada"), memory.keep(1))
    let before = memory.snapshot
    name.withLock { $0 = "Grace" }
    count.withLock { $0 += 1 }
    #expect(memory.snapshot != before)
    memory.restore(before)
    #expect(name.withLock { $0 } == "Ada")
    #expect(count.withLock { $0 } == 1)
    #expect(memory.snapshot == before)
  }

  @Test func `a snapshot restores another world with the same values`() {
    let (here, there) = (Simulation().memory, Simulation().memory)
    let (one, other) = (here.keep(1), there.keep(1))
    one.withLock { $0 = 7 }
    there.restore(here.snapshot)
    #expect(other.withLock { $0 } == 7)
  }

  @Test func `a value that is created separately is not in a snapshot`() {
    let simulation = Simulation()
    let alone = Guarded(1)
    let before = simulation.memory.snapshot
    alone.withLock { $0 = 2 }
    #expect(simulation.memory.snapshot == before)
  }

  @Test func `an error of the body is rethrown, and its changes persist`() {
    struct Full: Error {}
    let kept = Guarded([1])
    #expect(throws: Full.self) {
      try kept.withLock { value throws(Full) in
        value.append(2)
        throw Full()
      }
    }
    #expect(kept.withLock { $0 } == [1, 2])
  }
}
