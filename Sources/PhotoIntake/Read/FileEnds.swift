internal import CXXHash

/// The first 64 KiB and the last 4 KiB of a file, in a buffer that is reused for the next file.
///
/// The buffer contains, without gaps, the file's size (8 bytes, little-endian), the head and the tail, so that one call
/// computes the digest. The head is aligned to a cache line: the kernel copies to unaligned addresses at a third of the
/// speed.
struct FileEnds: ~Copyable {
    /// The maximum size of the head.
    static let headCapacity = 65_536
    /// The maximum size of the tail.
    static let tailCapacity = 4_096
    private static let cacheLine = 64
    private static let sizeBytes = MemoryLayout<UInt64>.size

    /// The buffer; ``head`` is the range of the file's first bytes in it.
    private(set) var storage: [UInt8]
    /// The range in ``storage`` of the file's first 64 KiB, or of a shorter file.
    private(set) var head: Range<Int>
    private var end: Int

    /// The range in ``storage`` of the last 4 KiB of a file that is longer than the head, or of what exceeds the head.
    /// It follows the head's range.
    var tail: Range<Int> { head.upperBound..<end }

    init() {
        let capacity = 2 * Self.cacheLine + Self.headCapacity + Self.tailCapacity
        storage = Array(repeating: 0, count: capacity)
        let address = unsafe storage.withUnsafeBytes { Int(bitPattern: $0.baseAddress) }
        let start = Self.cacheLine + (Self.cacheLine - address % Self.cacheLine) % Self.cacheLine
        head = start..<start
        end = start
    }

    /// Reads the ends of `file`: one read for the head, and one for the tail of a file that is longer.
    mutating func read(_ file: OpenPhoto) throws(ReadFailure) {
        let size = file.size
        let start = head.lowerBound
        head = start..<start + min(size, Self.headCapacity)
        let tail = min(size - head.count, Self.tailCapacity)
        end = head.upperBound + tail
        guard try file.read(into: &storage, at: start, from: 0, count: head.count) == head.count,
            try file.read(into: &storage, at: head.upperBound, from: size - tail, count: tail) == tail
        else { throw .shrank }
        for index in 0..<Self.sizeBytes {
            storage[start - Self.sizeBytes + index] = UInt8(truncatingIfNeeded: size >> (8 * index))
        }
    }

    /// XXH3 (64 bits, no seed) of the file's size as 8 little-endian bytes, its first 64 KiB (or all of a shorter
    /// file), and the last 4 KiB of the rest.
    var digest: UInt64 {
        let start = head.lowerBound - Self.sizeBytes
        return unsafe storage.withUnsafeBytes { bytes in
            let digested = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            return unsafe workphotos_xxh3(digested.baseAddress, digested.count)
        }
    }
}
