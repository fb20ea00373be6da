import Synchronization
import SystemPackage

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
        defer { release(block) }
        return try body(block)
    }

    /// Takes a block; whoever took it gives it back.
    func take() -> BlockBuffer {
        idle.withLock { $0.popLast() } ?? BlockBuffer()
    }

    /// Gives a block back.
    func release(_ block: BlockBuffer) {
        idle.withLock { $0.append(block) }
    }
}

extension BlockBuffers {
    /// Copies a file's first bytes to the same places of another; EIO where it has fewer.
    func copy(_ file: OpenFile, to copy: OpenFile, size: Int64) throws(Errno) {
        try with { block throws(Errno) in
            var offset: Int64 = 0
            while offset < size {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: block.bytes.prefix(Int(min(size - offset, Int64(BlockBuffer.size)))))
                let count = try unsafe file.read(into: rest, at: offset)
                if count == 0 { throw .ioError }
                try unsafe copy.write(UnsafeRawBufferPointer(rebasing: rest[..<count]), at: offset)
                offset += Int64(count)
            }
        }
    }
}
