/// The body of an answer. It can be read only once.
package struct WireBody: Sendable {
    private enum Content: Sendable {
        case bytes([UInt8])
        case live(LiveBody)
    }
    private let content: Content

    /// A body on its way, which ends with the last reference to it: a connection whose rest nobody reads is closed.
    private final class LiveBody: Sendable {
        let transfer: Transfer
        init(_ transfer: Transfer) { self.transfer = transfer }
        deinit { transfer.cancel() }
    }

    /// Creates a body from bytes.
    package init(_ bytes: [UInt8]) { content = .bytes(bytes) }

    init(_ transfer: Transfer) { content = .live(LiveBody(transfer)) }

    /// Reads the whole body.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: the bytes.
    /// - Throws: `answer` if the body is longer; `brokenOff`, `timedOut`, `cancelled`.
    package func collect(upTo limit: Int) async throws(DriveError) -> [UInt8] {
        var all: [UInt8] = []
        do {
            unsafe try await read { bytes in
                guard all.count + bytes.count <= limit else {
                    throw DriveError(.answer, "the answer is longer than \(limit) bytes, which none of its kind is")
                }
                unsafe all += bytes
            }
        } catch let error as DriveError {
            throw error
        } catch {
            throw DriveError(.brokenOff, "the answer broke off")
        }
        return all
    }

    /// Reads the body block by block, as it arrives.
    ///
    /// - Parameter each: called with the bytes, in order; an error from it ends the reading.
    /// - Returns: the number of bytes.
    /// - Throws: `brokenOff`, `timedOut`, `cancelled`, and what `each` throws.
    @discardableResult
    package func read(_ each: (UnsafeRawBufferPointer) throws -> Void) async throws -> Int64 {
        var count: Int64 = 0
        func pass(_ bytes: [UInt8]) throws {
            try unsafe bytes.withUnsafeBytes { try unsafe each($0) }
            count += Int64(bytes.count)
        }
        switch content {
        case .bytes(let bytes): try pass(bytes)
        case .live(let body):
            while let blocks = try await body.transfer.next() { for block in blocks { try pass(block) } }
        }
        return count
    }
}
