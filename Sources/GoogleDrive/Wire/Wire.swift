/// Sends HTTP requests. All requests of the module go through it, so that it can be replaced.
package protocol Wire: Sendable {
    /// Sends a request and waits for the answer's status and headers.
    ///
    /// Redirections are not followed.
    ///
    /// - Returns: status, headers, and a body that can be read once.
    /// - Throws: `unreachable`, `certificate`, `brokenOff`, `timedOut`, `source`, `settings` or `cancelled`, and what
    ///   the request's gate objects. An answer is not an error, whatever its status.
    func send(_ request: WireRequest) async throws(DriveError) -> WireAnswer
}

/// A request.
package struct WireRequest: Sendable {
    /// The HTTP method.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// The body.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// A known number of bytes, read while they are sent.
        case blocks(BlockSource)
    }

    package var method: Method
    package var address: WebAddress
    /// Names and values.
    package var headers: [(name: String, value: String)]
    package var body: Body
    /// Texts to keep out of errors about the request and its answer.
    package var secrets: [HiddenText]
    /// How long nothing may be transferred; nil for the wire's own limit.
    package var timeout: Duration?
    /// Lets it start and hears its answer; nil for none.
    package var gate: (any WireGate)?

    package init(
        _ method: Method, _ address: WebAddress, headers: [(name: String, value: String)] = [], body: Body = .none,
        secrets: [HiddenText] = [], timeout: Duration? = nil
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        self.secrets = secrets
        self.timeout = timeout
    }
}

extension WireRequest: CustomStringConvertible, CustomReflectable {
    /// The method and the origin; neither the query nor the body.
    package var description: String { "\(method.rawValue) \(address.origin)" }
    /// Empty: headers contain tokens.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Bytes that are read block by block while they are sent.
@safe package struct BlockSource: Sendable {
    /// Fills a block with the bytes from an offset on.
    ///
    /// Called on the sending task, for one block after another. It may return fewer bytes than fit. Returning 0 before
    /// the end, or throwing, ends the request with `source`.
    package typealias Read = @Sendable (_ offset: Int64, _ block: UnsafeMutableRawBufferPointer) throws -> Int

    /// The offset of the first byte.
    package let offset: Int64
    /// The number of bytes.
    package let count: Int64
    /// Reads a block.
    package let read: Read

    /// The given number of bytes from an offset on.
    package init(from offset: Int64, count: Int64, read: @escaping Read) {
        self.offset = offset
        self.count = count
        unsafe self.read = read
    }
}

/// An answer.
package struct WireAnswer: Sendable {
    package let status: Int
    /// Names and values, in the order received.
    package let headers: [(name: String, value: String)]
    /// The body; can be read once.
    package let body: WireBody

    package init(status: Int, headers: [(name: String, value: String)] = [], body: WireBody = WireBody([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, whose name is matched ignoring case; nil if it is missing.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}

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
