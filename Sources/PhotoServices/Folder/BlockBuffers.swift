import PhotoFiles
import PhotoModel
import PhotoPipeline
import Synchronization
import SystemPackage

/// Memory for one block of a file, aligned for O_DIRECT. Used by one call at a time.
@safe final class BlockBuffer: @unchecked Sendable {
    /// Bytes in a block.
    static let size = 1 << 20
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 4096)

    deinit { unsafe bytes.deallocate() }
}

/// A pool of blocks, as many as were ever in use at the same time.
final class BlockBuffers: Sendable {
    private let idle = Mutex<[BlockBuffer]>([])

    /// Calls `body` with a block of the pool.
    func with<Value, Failure>(_ body: (BlockBuffer) throws(Failure) -> Value) throws(Failure) -> Value {
        let block = take()
        defer { release(block) }
        return try body(block)
    }

    /// Takes a block, which the caller has to release.
    func take() -> BlockBuffer {
        idle.withLock { $0.popLast() } ?? BlockBuffer()
    }

    /// Returns a block to the pool.
    func release(_ block: BlockBuffer) {
        idle.withLock { $0.append(block) }
    }
}

extension BlockBuffers {
    /// The hashes of a file, through the system's cache.
    func hashes(of file: OpenFile) throws(Errno) -> FileHashes {
        try with { block throws(Errno) in
            var hash = ContentHash()
            while true {
                let count = try unsafe file.read(into: block.bytes, at: hash.size)
                if count == 0 { return hash.hashes }
                unsafe hash.add(UnsafeRawBufferPointer(rebasing: block.bytes[..<count]))
            }
        }
    }

    /// Copies a file's first bytes to another file at the same offsets; EIO if it has fewer.
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
