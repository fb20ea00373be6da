import NIOCore
import Synchronization

/// The content of a source as the HTTP client requests it. Only one block is in memory, besides those being sent.
struct BlockSequence: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    /// In bytes; large enough that the cost of waking the sender for each block is negligible.
    static let blockSize: Int64 = 512 * 1_024

    private final class Outcome: Sendable {
        let hasFailed = Mutex(false)
    }
    private let source: BlockSource
    private let outcome = Outcome()

    init(_ source: BlockSource) {
        self.source = source
    }

    /// Whether reading the source failed, or it ended too early.
    var hasFailed: Bool { outcome.hasFailed.withLock(\.self) }

    /// Reads the whole source.
    ///
    /// - Throws: `source`.
    func whole() async throws(DriveError) -> ByteBuffer {
        var iterator = makeAsyncIterator()
        var all = ByteBuffer()
        do {
            while var block = try await iterator.next() { all.writeBuffer(&block) }
        } catch {
            throw DriveError(.source, "what was to be sent could not be read")
        }
        return all
    }

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }

    struct Iterator: AsyncIteratorProtocol {
        fileprivate let sequence: BlockSequence
        private var sent: Int64 = 0

        fileprivate init(sequence: BlockSequence) {
            self.sequence = sequence
        }

        mutating func next() async throws -> ByteBuffer? {
            let source = sequence.source
            let size = Int(Swift.min(BlockSequence.blockSize, source.count - sent))
            if size <= 0 { return nil }
            var block = ByteBufferAllocator().buffer(capacity: size)
            let offset = source.offset + sent
            do {
                let count = try unsafe block.writeWithUnsafeMutableBytes(minimumWritableBytes: size) { bytes in
                    try unsafe source.read(offset, UnsafeMutableRawBufferPointer(rebasing: bytes[..<size]))
                }
                guard count > 0, count <= size else { throw DriveError(.source, "the source ended before its end") }
                sent += Int64(count)
            } catch {
                sequence.outcome.hasFailed.withLock { $0 = true }
                throw error
            }
            return block
        }
    }
}
