internal import CXXHash

/// The first 64 KiB and the last 4 KiB of a file, in a buffer that is used again for the next one.
///
/// The buffer holds, without a gap, the file's size (8 bytes, little-endian), the head and the tail, so that one call
/// makes the digest. The head lies on a cache line: the kernel copies to odd addresses at a third of the speed.
struct FileEnds: ~Copyable {
    /// The most that the head holds.
    static let headCapacity = 65_536
    /// The most that the tail holds.
    static let tailCapacity = 4_096
    private static let cacheLine = 64
    private static let sizeBytes = MemoryLayout<UInt64>.size

    /// The buffer; ``head`` says where in it the file's first bytes are.
    private(set) var storage: [UInt8]
    /// The first 64 KiB of the file, or all of a shorter one, as places in ``storage``.
    private(set) var head: Range<Int>
    private var end: Int

    /// The last 4 KiB of a file that is longer than the head, or what it has beyond it, as places in ``storage``; they
    /// follow the head's.
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
        for place in 0..<Self.sizeBytes {
            storage[start - Self.sizeBytes + place] = UInt8(truncatingIfNeeded: size >> (8 * place))
        }
    }

    /// XXH3 (64 bits, no seed) of the file's size as 8 little-endian bytes, its first 64 KiB (all of it where it is
    /// shorter), and of what is left its last 4 KiB.
    var digest: UInt64 {
        let start = head.lowerBound - Self.sizeBytes
        return unsafe storage.withUnsafeBytes { bytes in
            let digested = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
            return unsafe workphotos_xxh3(digested.baseAddress, digested.count)
        }
    }
}
