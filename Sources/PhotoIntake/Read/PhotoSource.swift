internal import PhotoModel

/// One open file that is read at any place, within what a photo may cost.
///
/// The first 64 KiB and the last 4 KiB are in memory; what lies between is read through a window, and blocks that are
/// longer into memory of their own, where the last one stays. After ``mostReads`` reads or ``mostBytes`` nothing more
/// is given, as if the file ended there: numbers and bytes are nil for places outside of the file, beyond the budget,
/// and after a failed read, which ``failure`` tells. So a reader that gives up at nil ends soon whatever the file
/// holds.
struct PhotoSource: ~Copyable {
    /// The most reads beyond the file's ends.
    static let mostReads = 96
    /// The most bytes that these reads may take together.
    static let mostBytes = 2_097_152
    /// The most bytes that packed parts of the file may unpack to together.
    static let mostUnpackedBytes = 2_097_152

    /// The file.
    let file: OpenPhoto
    /// Why reading failed; nil where it did not.
    private(set) var failure: ReadFailure?
    private let buffers: SourceBuffers
    private let head: Range<Int>
    /// What has to be added to an offset in the tail for its place in the ends' storage.
    private let tailShift: Int
    /// The places of the file that are in memory as its tail.
    let tail: Range<Int>
    /// How many bytes packed parts may still unpack to.
    var unpackableBytes = mostUnpackedBytes
    private var reads = 0
    private var bytesRead = 0
    /// The places of the file that the window holds.
    private var window = 0..<0
    /// The places of the file that the block holds.
    private var block = 0..<0

    /// - Parameters:
    ///   - file: the file.
    ///   - buffers: memory that is used again for the next file; its ends hold this one's.
    init(_ file: OpenPhoto, buffers: SourceBuffers) {
        self.file = file
        self.buffers = buffers
        let ends = buffers.ends.tail
        tail = file.size - ends.count..<file.size
        tailShift = ends.lowerBound - tail.lowerBound
        // A head that the tail follows without a gap goes on to the file's end.
        let start = buffers.ends.head.lowerBound
        head = start..<(tail.lowerBound == buffers.ends.head.count ? ends.upperBound : buffers.ends.head.upperBound)
    }

    /// The size of the file in bytes.
    var size: Int { file.size }

    /// How many bytes from the file's start on are in memory.
    var headCount: Int { head.count }

    /// How many reads beyond the file's ends are left.
    var readsLeft: Int { Self.mostReads - reads }

    /// Whether the budget is spent.
    var isExhausted: Bool { reads >= Self.mostReads || bytesRead >= Self.mostBytes }

    /// The byte at `offset`.
    mutating func uint8(at offset: Int) -> UInt8? {
        number(at: offset, byteCount: 1) { bytes, place in bytes[place] }
    }

    /// The unsigned 16-bit number at `offset`.
    mutating func uint16(at offset: Int, _ order: ByteOrder = .big) -> UInt16? {
        number(at: offset, byteCount: 2) { $0.uint16(at: $1, order) }
    }

    /// The unsigned 32-bit number at `offset`.
    mutating func uint32(at offset: Int, _ order: ByteOrder = .big) -> UInt32? {
        number(at: offset, byteCount: 4) { $0.uint32(at: $1, order) }
    }

    /// The unsigned 64-bit number at `offset`.
    mutating func uint64(at offset: Int, _ order: ByteOrder = .big) -> UInt64? {
        number(at: offset, byteCount: 8) { $0.uint64(at: $1, order) }
    }

    /// Whether the bytes from `offset` on are those of `text`.
    mutating func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
        number(at: offset, byteCount: text.utf8CodeUnitCount) { $0.holds(text, at: $1) } ?? false
    }

    /// Calls `body` with the bytes of `range`; nil, without a call, where they are not to be had.
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

    /// Has the window hold `range`, which is no longer than it and inside the file.
    private mutating func load(_ range: Range<Int>) -> Bool {
        if range.lowerBound >= window.lowerBound, range.upperBound <= window.upperBound { return true }
        let wanted = range.lowerBound..<min(size, range.lowerBound + SourceBuffers.windowBytes)
        window = 0..<0
        let buffers = buffers
        guard read(wanted, into: &buffers.window) else { return false }
        window = wanted
        return true
    }

    /// Has the block hold `range`, which is inside the file.
    private mutating func loadBlock(_ range: Range<Int>) -> Bool {
        block = 0..<0
        let buffers = buffers
        guard read(range, into: &buffers.block) else { return false }
        block = range
        return true
    }

    /// Reads `range`, which is inside the file, into `buffer` from its start on, and makes that large enough.
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
    /// The size of the window.
    static let windowBytes = 4_096

    /// The ends of the file.
    var ends = FileEnds()
    /// A stretch of the file.
    fileprivate(set) var window = [UInt8](repeating: 0, count: windowBytes)
    /// A metadata block that is longer than the window.
    fileprivate(set) var block: [UInt8] = []
}
