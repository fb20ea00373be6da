import NIOCore
import Synchronization

/// The bytes of a source as the HTTP client asks for them: one block at a time is in memory, besides those that are on
/// their way.
struct BlockSequence: AsyncSequence, Sendable {
    typealias Element = ByteBuffer
    /// Large enough that waking the sender for each costs nothing beside sending it.
    static let blockSize: Int64 = 512 * 1_024

    private final class Outcome: Sendable {
        let hasFailed = Mutex(false)
    }
    private let source: BlockSource
    private let outcome = Outcome()

    init(_ source: BlockSource) {
        self.source = source
    }

    /// Whether the source could not be read, or ended before its end.
    var hasFailed: Bool { outcome.hasFailed.withLock(\.self) }

    /// All of it at once.
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
