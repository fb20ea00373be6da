import Synchronization

/// Memory for one block of a file, aligned as O_DIRECT wants it. One call uses it at a time.
@safe final class BlockBuffer: @unchecked Sendable {
    /// Bytes in a block.
    static let size = 1 << 20
    /// The memory.
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)

    deinit { unsafe bytes.deallocate() }
}

/// Blocks that are used again: as many as were ever in use at the same time.
final class BlockBuffers: Sendable {
    private let idle = Mutex<[BlockBuffer]>([])

    /// Lends a block.
    func with<Value, Failure>(_ body: (BlockBuffer) throws(Failure) -> Value) throws(Failure) -> Value {
        let block = take()
        defer { giveBack(block) }
        return try body(block)
    }

    /// Takes a block; whoever took it gives it back.
    func take() -> BlockBuffer {
        idle.withLock { $0.popLast() } ?? BlockBuffer()
    }

    /// Gives a block back.
    func giveBack(_ block: BlockBuffer) {
        idle.withLock { $0.append(block) }
    }
}
