/// What speaks HTTP. The room asks everything through it, so that tests answer in its place.
package protocol Wire: Sendable {
    /// Sends a request and waits for the answer's head.
    ///
    /// A redirection is an answer like any other.
    ///
    /// - Parameter request: what is asked.
    /// - Returns: status, headers, and a body that is read once.
    /// - Throws: `unreachable`, `certificate`, `brokenOff`, `timedOut`, `source`, `settings` or `cancelled`; whatever
    ///   the status, an answer is no error.
    func send(_ request: WireRequest) async throws(DriveError) -> WireAnswer
}

/// A request.
package struct WireRequest: Sendable {
    /// What is done to the address.
    package enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
        case delete = "DELETE"
    }

    /// What is sent.
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// So many bytes that are read while they are sent.
        case blocks(BlockSource)
    }

    /// What is done.
    package var method: Method
    /// Whom it goes to.
    package var address: WebAddress
    /// Names and values.
    package var headers: [(name: String, value: String)]
    /// What is sent.
    package var body: Body
    /// What may not be told of it, nor of its answer.
    package var secrets: [HiddenText]

    package init(
        _ method: Method, _ address: WebAddress, headers: [(name: String, value: String)] = [], body: Body = .none,
        secrets: [HiddenText] = []
    ) {
        self.method = method
        self.address = address
        self.headers = headers
        self.body = body
        self.secrets = secrets
    }
}

extension WireRequest: CustomStringConvertible, CustomReflectable {
    /// Says what, and to whom; not the query, nor what is sent.
    package var description: String { "\(method.rawValue) \(address.origin)" }
    /// Nothing to look into: headers have tokens.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Bytes that are read block by block while they are sent.
@safe package struct BlockSource: Sendable {
    /// Fills a block with the bytes from a place on.
    ///
    /// It is called on the task that sends, for one block after the other. Returning fewer bytes than fit is fine;
    /// returning none before the end, or throwing, ends the request with `source`.
    package typealias Read = @Sendable (_ offset: Int64, _ block: UnsafeMutableRawBufferPointer) throws -> Int

    /// Where the first byte is.
    package let offset: Int64
    /// How many there are.
    package let count: Int64
    /// Reads them.
    package let read: Read

    /// So many bytes, from a place on.
    package init(from offset: Int64, count: Int64, read: @escaping Read) {
        self.offset = offset
        self.count = count
        unsafe self.read = read
    }
}

/// An answer.
package struct WireAnswer: Sendable {
    /// Its status.
    package let status: Int
    /// Names and values, as they came.
    package let headers: [(name: String, value: String)]
    /// What follows; read at most once.
    package let body: WireBody

    package init(status: Int, headers: [(name: String, value: String)] = [], body: WireBody = WireBody([])) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first value of a header, whatever its name's case; nil where there is none.
    package func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
