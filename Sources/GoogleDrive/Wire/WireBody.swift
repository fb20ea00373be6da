import AsyncHTTPClient
import NIOCore

/// What an answer brings, read at most once.
package struct WireBody: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case live(HTTPClientResponse.Body, host: String)
    }
    let content: Content

    /// A body that is there already.
    package init(_ bytes: [UInt8]) { content = .bytes(bytes) }

    init(_ body: HTTPClientResponse.Body, from host: String) { content = .live(body, host: host) }

    /// All of it.
    ///
    /// - Parameter limit: the most bytes that are taken.
    /// - Returns: the bytes.
    /// - Throws: `answer` where it is longer; `brokenOff`, `timedOut`, `cancelled`.
    package func collect(upTo limit: Int) async throws(DriveError) -> [UInt8] {
        switch content {
        case .bytes(let bytes):
            if bytes.count > limit { throw Self.tooLong(limit) }
            return bytes
        case .live(let body, let host):
            do {
                return Array(try await body.collect(upTo: limit).readableBytesView)
            } catch is NIOTooManyBytesError {
                throw Self.tooLong(limit)
            } catch {
                throw wireError(error, host: host)
            }
        }
    }

    /// Hands it over block by block, as it comes.
    ///
    /// - Parameter each: gets the bytes, in order; what it throws ends the reading.
    /// - Returns: how many there were.
    /// - Throws: `brokenOff`, `timedOut`, `cancelled`, and what `each` throws.
    @discardableResult
    package func read(_ each: (UnsafeRawBufferPointer) throws -> Void) async throws -> Int64 {
        switch content {
        case .bytes(let bytes):
            try unsafe bytes.withUnsafeBytes { try unsafe each($0) }
            return Int64(bytes.count)
        case .live(let body, let host):
            var count: Int64 = 0
            do {
                for try await block in body {
                    do {
                        try unsafe block.withUnsafeReadableBytes { try unsafe each($0) }
                    } catch {
                        throw ReaderError(error: error)
                    }
                    count += Int64(block.readableBytes)
                }
            } catch let error as ReaderError {
                throw error.error
            } catch {
                throw wireError(error, host: host)
            }
            return count
        }
    }

    /// What the one who reads has thrown, as opposed to what the connection did.
    private struct ReaderError: Error {
        let error: any Error
    }

    private static func tooLong(_ limit: Int) -> DriveError {
        DriveError(.answer, "the answer is longer than \(limit) bytes, which none of its kind is")
    }
}
