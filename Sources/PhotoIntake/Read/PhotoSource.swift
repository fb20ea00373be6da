internal import CXXHash
internal import PhotoModel

/// An open file that can be read at any offset, within a budget per photo.
///
/// The first 64 KiB and the last 4 KiB are in memory. Everything between is read through a window; longer blocks are
/// read into separate memory, where the last one stays. After ``mostReads`` reads or ``mostBytes``, the file seems to
/// end: numbers and bytes are nil outside of the file, beyond the budget, and after a failed read, which sets
/// ``failure``. A reader that stops at nil therefore ends soon whatever the file contains.
struct PhotoSource: ~Copyable {
    /// The maximum number of reads beyond the file's ends.
    static let mostReads = 96
    /// The maximum total size of these reads in bytes.
    static let mostBytes = 2_097_152
    /// The maximum total size to which compressed parts of the file may expand.
    static let mostUnpackedBytes = 2_097_152

    let file: OpenPhoto
    /// The error of a failed read; nil if there was none.
    private(set) var failure: ReadFailure?
    private let buffers: SourceBuffers
    private let head: Range<Int>
    /// The difference between the offset of a byte of the tail in the ends' storage and in the file.
    private let tailShift: Int
    /// The range of the file that is in memory as its tail.
    let tail: Range<Int>
    /// The number of bytes to which compressed parts may still expand.
    var unpackableBytes = mostUnpackedBytes
    private var reads = 0
    private var bytesRead = 0
    /// The range of the file in the window.
    private var window = 0..<0
    /// The range of the file in the block.
    private var block = 0..<0

    /// - Parameter buffers: memory that is used again for the next file; its ends hold this one's.
    init(_ file: OpenPhoto, buffers: SourceBuffers) {
        self.file = file
        self.buffers = buffers
        let ends = buffers.ends.tail
        tail = file.size - ends.count..<file.size
        tailShift = ends.lowerBound - tail.lowerBound
        // If the tail follows without a gap, the head extends to the file's end.
        let start = buffers.ends.head.lowerBound
        head = start..<(tail.lowerBound == buffers.ends.head.count ? ends.upperBound : buffers.ends.head.upperBound)
    }

    /// The size of the file in bytes.
    var size: Int { file.size }

    /// The number of bytes from the file's start that are in memory.
    var headCount: Int { head.count }

    /// The number of remaining reads beyond the file's ends.
    var readsLeft: Int { Self.mostReads - reads }

    var isExhausted: Bool { reads >= Self.mostReads || bytesRead >= Self.mostBytes }

    mutating func uint8(at offset: Int) -> UInt8? {
        number(at: offset, byteCount: 1) { bytes, index in bytes[index] }
    }

    mutating func uint16(at offset: Int, _ order: ByteOrder = .big) -> UInt16? {
        number(at: offset, byteCount: 2) { $0.uint16(at: $1, order) }
    }

    mutating func uint32(at offset: Int, _ order: ByteOrder = .big) -> UInt32? {
        number(at: offset, byteCount: 4) { $0.uint32(at: $1, order) }
    }

    mutating func uint64(at offset: Int, _ order: ByteOrder = .big) -> UInt64? {
        number(at: offset, byteCount: 8) { $0.uint64(at: $1, order) }
    }

    /// Whether the bytes at `offset` equal `text`.
    mutating func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
        number(at: offset, byteCount: text.utf8CodeUnitCount) { $0.holds(text, at: $1) } ?? false
    }

    /// Calls `body` with the bytes of `range`; nil, without a call, if they cannot be read.
    mutating func withBytes<Value>(_ range: Range<Int>, _ body: (Span<UInt8>) -> Value) -> Value? {
        guard range.lowerBound >= 0, range.upperBound <= size else { return nil }
        if range.upperBound <= head.count {
            let storage = buffers.ends.storage
            return body(
                storage.span.extracting(head.lowerBound + range.lowerBound..<head.lowerBound + range.upperBound))
        }
        if range.lowerBound >= tail.lowerBound {
            let storage = buffers.ends.storage
            return body(storage.span.extracting(tailShift + range.lowerBound..<tailShift + range.upperBound))
        }
        if range.count <= SourceBuffers.windowBytes, !isInBlock(range) {
            guard load(range) else { return nil }
            let bytes = buffers.window
            let start = range.lowerBound - window.lowerBound
            return body(bytes.span.extracting(start..<start + range.count))
        }
        guard isInBlock(range) || loadBlock(range) else { return nil }
        let bytes = buffers.block
        let start = range.lowerBound - block.lowerBound
        return body(bytes.span.extracting(start..<start + range.count))
    }

    @inline(__always)
    private mutating func number<Value>(
        at offset: Int, byteCount: Int, _ body: (Span<UInt8>, Int) -> Value?
    ) -> Value? {
        guard offset >= 0, offset <= size - byteCount else { return nil }
        if offset <= head.count - byteCount {
            let bytes = buffers.ends.storage
            return body(bytes.span, head.lowerBound + offset)
        }
        if offset >= tail.lowerBound {
            let bytes = buffers.ends.storage
            return body(bytes.span, tailShift + offset)
        }
        if isInBlock(offset..<offset + byteCount) {
            let bytes = buffers.block
            return body(bytes.span, offset - block.lowerBound)
        }
        guard load(offset..<offset + byteCount) else { return nil }
        let bytes = buffers.window
        return body(bytes.span, offset - window.lowerBound)
    }

    private func isInBlock(_ range: Range<Int>) -> Bool {
        range.lowerBound >= block.lowerBound && range.upperBound <= block.upperBound
    }

    /// Loads `range`, which must fit the window and be inside the file, into the window.
    private mutating func load(_ range: Range<Int>) -> Bool {
        if range.lowerBound >= window.lowerBound, range.upperBound <= window.upperBound { return true }
        let wanted = range.lowerBound..<min(size, range.lowerBound + SourceBuffers.windowBytes)
        window = 0..<0
        let buffers = buffers
        guard read(wanted, into: &buffers.window) else { return false }
        window = wanted
        return true
    }

    /// Loads `range`, which must be inside the file, into the block.
    private mutating func loadBlock(_ range: Range<Int>) -> Bool {
        block = 0..<0
        let buffers = buffers
        guard read(range, into: &buffers.block) else { return false }
        block = range
        return true
    }

    /// Reads `range`, which must be inside the file, to the start of `buffer`, and enlarges that if necessary.
    private mutating func read(_ range: Range<Int>, into buffer: inout [UInt8]) -> Bool {
        guard failure == nil, reads < Self.mostReads, range.count <= Self.mostBytes - bytesRead else { return false }
        reads += 1
        bytesRead += range.count
        if buffer.count < range.count { buffer = [UInt8](repeating: 0, count: range.count) }
        do throws(ReadFailure) {
            let count = try file.read(into: &buffer, at: 0, from: range.lowerBound, count: range.count)
            guard count == range.count else { throw .shrank }
            return true
        } catch {
            failure = error
            return false
        }
    }
}

/// Memory for reading one file after another.
final class SourceBuffers {
    static let windowBytes = 4_096

    var ends = FileEnds()
    /// The window: a part of the file.
    fileprivate(set) var window = [UInt8](repeating: 0, count: windowBytes)
    /// The block: a metadata block that is longer than the window.
    fileprivate(set) var block: [UInt8] = []
}

/// The first 64 KiB and the last 4 KiB of a file, in a buffer that is reused for the next file.
///
/// The buffer contains, without gaps, the file's size (8 bytes, little-endian), the head and the tail, so that one call
/// computes the digest. The head is aligned to a cache line: the kernel copies to unaligned addresses at a third of the
/// speed.
struct FileEnds: ~Copyable {
    static let headCapacity = 65_536
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
