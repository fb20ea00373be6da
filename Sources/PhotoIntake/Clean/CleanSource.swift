internal import PhotoModel

/// A file that is cleaned: read at any offset through a window, as often as that takes.
struct CleanSource: ~Copyable {
    /// The most bytes that are asked for at once.
    private static let mostAtOnce = 16_777_216
    private static let windowBytes = 16_384

    private let file: OpenPhoto
    /// Two parts of the file: a table is read in turn with what it speaks of.
    private var windows: [(start: Int, bytes: [UInt8])] = [(0, []), (0, [])]

    init(_ file: OpenPhoto) { self.file = file }

    /// The size of the file in bytes.
    var size: Int { file.size }

    /// The bytes of a range.
    ///
    /// - Throws: `refused` where the range is not within the file or is too long; `unreadable`.
    mutating func bytes(_ range: Range<Int>) throws(CleanFailure) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= size else { throw .refused("ends before a part of it does") }
        guard range.count <= Self.mostAtOnce else { throw .refused("has a part that is too long") }
        if range.count > Self.windowBytes { return try read(range) }
        if let place = windows.firstIndex(where: {
            range.lowerBound >= $0.start && range.upperBound <= $0.start + $0.bytes.count
        }) {
            if place == 1 { windows.swapAt(0, 1) }
        } else {
            windows.swapAt(0, 1)
            windows[0] = (range.lowerBound, try read(range.lowerBound..<min(size, range.lowerBound + Self.windowBytes)))
        }
        let start = windows[0].start
        return Array(windows[0].bytes[range.lowerBound - start..<range.upperBound - start])
    }

    private func read(_ range: Range<Int>) throws(CleanFailure) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
        do throws(ReadFailure) {
            guard try file.read(into: &bytes, at: 0, from: range.lowerBound, count: range.count) == range.count else {
                throw .shrank
            }
        } catch {
            throw .unreadable(error)
        }
        return bytes
    }

    /// The number of `count` bytes at an offset, the highest byte first; `count` is at most 8.
    ///
    /// - Throws: as ``bytes(_:)``; `refused` for a number that is too large.
    mutating func number(at offset: Int, _ count: Int) throws(CleanFailure) -> Int {
        let value = try bytes(offset..<offset + count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard let number = Int(exactly: value) else { throw .refused("has an impossible number") }
        return number
    }

    mutating func code(at offset: Int) throws(CleanFailure) -> FourCC {
        FourCC(UInt32(try number(at: offset, 4)))
    }

    /// Whether a range has exactly these bytes; false if there are none to compare.
    mutating func holds(_ bytes: [UInt8]?, in range: Range<Int>) throws(CleanFailure) -> Bool {
        guard let bytes, range.count == bytes.count else { return false }
        return try self.bytes(range) == bytes
    }

    mutating func isBlank(_ range: Range<Int>) throws(CleanFailure) -> Bool {
        var place = range.lowerBound
        while place < range.upperBound {
            let end = min(range.upperBound, place + Self.windowBytes)
            if try bytes(place..<end).contains(where: { $0 != 0 }) { return false }
            place = end
        }
        return true
    }

    /// Calls `body` with the bytes of a range, block by block.
    ///
    /// - Throws: what `body` throws, and as ``bytes(_:)``.
    mutating func forEachBlock(of range: Range<Int>, _ body: ([UInt8]) throws -> Void) throws {
        var place = range.lowerBound
        while place < range.upperBound {
            let end = min(range.upperBound, place + 262_144)
            try body(read(place..<end))
            place = end
        }
    }
}
