import Cairn
import CairnSimulation
import Testing

@Suite struct MemoryTests {
  @Test func `what is kept can be taken as a copy and put back`() {
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

  @Test func `it is put back in a world that was made alike`() {
    let (here, there) = (Simulation().memory, Simulation().memory)
    let (one, other) = (here.keep(1), there.keep(1))
    one.withLock { $0 = 7 }
    there.restore(here.snapshot)
    #expect(other.withLock { $0 } == 7)
  }

  @Test func `what keeps itself is no part of a world`() {
    let simulation = Simulation()
    let alone = Guarded(1)
    let before = simulation.memory.snapshot
    alone.withLock { $0 = 2 }
    #expect(simulation.memory.snapshot == before)
  }

  @Test func `an error of the body is thrown on, and what it did stays`() {
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
