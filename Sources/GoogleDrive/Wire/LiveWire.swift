/// HTTP by libcurl. Connections are kept open and shared by all requests.
package final class LiveWire: Wire {
    /// The settings of the client.
    package struct Settings: Sendable {
        /// How long nothing may be transferred before a request fails; nil for no limit.
        package var timeout: Duration?
        /// The proxies to use.
        package var proxies: ProxyRule
        /// A PEM file of certificates to trust in addition to the system's; nil for none.
        package var certificates: String?
        /// The `User-Agent`.
        package var agent: String

        /// Reads the environment variables `HTTPS_PROXY`, `NO_PROXY` and `SSL_CERT_FILE`.
        ///
        /// - Parameters:
        ///   - timeout: how long nothing may be transferred, above 0; nil for no limit.
        ///   - agent: the `User-Agent`.
        /// - Throws: `settings` if `HTTPS_PROXY` does not name a proxy.
        package init(variables: [String: String], timeout: Duration?, agent: String) throws(DriveError) {
            self.timeout = timeout
            proxies = try ProxyRule(variables: variables)
            certificates = variables["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
            self.agent = agent
        }
    }

    private let settings: Settings
    private let loop: TransferLoop

    /// Loads libcurl, and opens no connection before the first request.
    ///
    /// - Throws: `library`, with the command that installs it.
    package init(_ settings: Settings) throws(DriveError) {
        self.settings = settings
        loop = try TransferLoop()
    }

    deinit {
        loop.end()
    }

    package func send(_ request: WireRequest) async throws(DriveError) -> WireAnswer {
        guard request.headers.allSatisfy(Self.isValid) else {
            throw DriveError(.settings, "a header to \(request.address.host) would contain invalid characters")
        }
        var request = request
        if case .blocks(let source) = request.body, source.count <= Transfer.blockSize {
            // Headers and body are then sent together, which saves half of the time for a small file.
            request.body = .bytes(try source.all())
        }
        let transfer = Transfer(request, settings, loop)
        let head = try await transfer.exchange().get()
        return WireAnswer(status: head.status, headers: head.headers, body: WireBody(transfer))
    }

    /// RFC 9110, section 5: a name is a token, and a value has no control characters.
    private static func isValid(_ header: (name: String, value: String)) -> Bool {
        !header.name.isEmpty
            && header.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !#"(),/:;<=>?@[\]{}""#.utf8.contains($0) }
            && header.value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    }
}

extension BlockSource {
    /// The bytes after some that were read; at most a block.
    ///
    /// - Throws: `source`.
    func block(after count: Int64) throws(DriveError) -> [UInt8] {
        let size = Int(min(Int64(Transfer.blockSize), self.count - count))
        let start = offset + count
        do {
            let block = try unsafe [UInt8](unsafeUninitializedCapacity: size) { bytes, read in
                read = try unsafe self.read(start, UnsafeMutableRawBufferPointer(bytes))
            }
            if (1...size).contains(block.count) { return block }
        } catch {}
        throw DriveError(.source, "what was to be sent could not be read")
    }

    /// All bytes.
    ///
    /// - Throws: `source`.
    func all() throws(DriveError) -> [UInt8] {
        var all: [UInt8] = []
        while all.count < count { all += try block(after: Int64(all.count)) }
        return all
    }
}
