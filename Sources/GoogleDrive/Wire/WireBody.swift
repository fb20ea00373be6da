import AsyncHTTPClient
import NIOCore

/// The body of an answer. It can be read only once.
package struct WireBody: Sendable {
    enum Content: Sendable {
        case bytes([UInt8])
        case live(HTTPClientResponse.Body, host: String)
    }
    let content: Content

    /// Creates a body from bytes.
    package init(_ bytes: [UInt8]) { content = .bytes(bytes) }

    init(_ body: HTTPClientResponse.Body, from host: String) { content = .live(body, host: host) }

    /// Reads the whole body.
    ///
    /// - Parameter limit: the maximum number of bytes.
    /// - Returns: the bytes.
    /// - Throws: `answer` if the body is longer; `brokenOff`, `timedOut`, `cancelled`.
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

    /// Reads the body block by block, as it arrives.
    ///
    /// - Parameter each: called with the bytes, in order; an error from it ends the reading.
    /// - Returns: the number of bytes.
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

    /// An error of the caller's closure, as opposed to one of the connection.
    private struct ReaderError: Error {
        let error: any Error
    }

    private static func tooLong(_ limit: Int) -> DriveError {
        DriveError(.answer, "the answer is longer than \(limit) bytes, which none of its kind is")
    }
}
