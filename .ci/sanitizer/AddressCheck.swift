/// Reads a block of memory. With the argument `overflow` it reads behind the end of the block, with
/// `freed` it reads the block after it was freed, and with `leak` it loses the address of a block.
///
/// `build` expects no report without an argument, and otherwise a report of the function.
@main struct Check {
  typealias Block = UnsafeMutablePointer<UInt8>

  @inline(never)
  static func readBehindTheEnd(_ block: Block) -> UInt8 { block[100] }

  @inline(never)
  static func readFreed(_ block: Block) -> UInt8 { block[0] }

  @inline(never)
  static func lose() { Block.allocate(capacity: 100).initialize(repeating: 1, count: 100) }

  static func main() {
    let fault = CommandLine.arguments.dropFirst().first
    let block = Block.allocate(capacity: 100)
    block.initialize(repeating: 1, count: 100)
    if fault == "overflow" { print(readBehindTheEnd(block)) }
    block.deallocate()
    if fault == "freed" { print(readFreed(block)) }
    if fault == "leak" { lose() }
  }
}
