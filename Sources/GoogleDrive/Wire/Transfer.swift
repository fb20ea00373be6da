import CCurl
import Synchronization

/// A request and its answer on their way.
///
/// libcurl's thread calls ``open()`` to ``close(_:)-(CURLcode)`` and fills the state; the task that sends offers blocks
/// and takes the head, and then the body. Both sides wait for each other: a block that has not been sent keeps the
/// source from being read further, and bytes that have not been taken keep the connection from being read.
@safe final class Transfer: Sendable {
    /// How many bytes of an answer wait for their reader.
    private static let waiting = 1 << 20
    /// Fewer bytes than these, within the time limit, are no progress: one byte now and then would hold a request for
    /// days.
    private static let leastProgress: Int64 = 16 * 1_024
    /// The longest head of an answer.
    private static let longestHead = 256 * 1_024
    /// In bytes; large enough that the cost of passing a block on is negligible.
    static let blockSize = 512 * 1_024

    typealias Head = (status: Int, headers: [(name: String, value: String)])

    private struct State {
        var head: Head = (0, [])
        var headBytes = 0
        var isHeadWhole = false
        var headWaiter: CheckedContinuation<Void, Never>?

        /// What the reader has not taken yet.
        var received: [[UInt8]] = []
        var receivedBytes = 0
        var isReadingPaused = false
        var bodyWaiter: CheckedContinuation<Void, Never>?

        /// What the source has given, and how much of the first is sent.
        var blocks: [[UInt8]] = []
        var sentOfFirst = 0
        var isSourceDone = false
        var isSendingPaused = false
        var blockWaiter: CheckedContinuation<Void, Never>?

        /// How often the request went out.
        var starts = 0
        var lastCount: Int64 = 0
        var lastProgress: ContinuousClock.Instant?
        var end: Result<Void, DriveError>?
    }
    private let state = Mutex(State())
    private let request: WireRequest
    private let settings: LiveWire.Settings
    private let loop: TransferLoop
    /// libcurl's handle, which only its thread uses.
    nonisolated(unsafe) private(set) var easy: UnsafeMutableRawPointer?
    nonisolated(unsafe) private var headerList: UnsafeMutablePointer<curl_slist>?

    var host: String { request.address.host }

    init(_ request: WireRequest, _ settings: LiveWire.Settings, _ loop: TransferLoop) {
        (self.request, self.settings, self.loop) = (request, settings, loop)
    }
}

// The side of the task.
extension Transfer {
    /// Sends the request and waits for the head of its answer.
    func exchange() async -> Result<Head, DriveError> {
        await withTaskCancellationHandler {
            loop.order(.begin(self))
            if case .blocks(let source) = request.body, let error = await upload(source) {
                cancel()
                return .failure(error)
            }
            await wait(\.headWaiter) { $0.isHeadWhole || $0.end != nil }
            return state.withLock { state in
                if state.isHeadWhole { return .success(state.head) }
                if case .failure(let error)? = state.end { return .failure(error) }
                return .failure(DriveError(.brokenOff, "the connection to \(host) broke off"))
            }
        } onCancel: {
            cancel()
        }
    }

    /// Ends it, if it has not ended.
    func cancel() {
        if state.withLock({ $0.end == nil }) { loop.order(.cancel(self)) }
    }

    /// The next bytes of the body, at least one; nil at its end.
    func next() async throws(DriveError) -> [[UInt8]]? {
        await withTaskCancellationHandler {
            await wait(\.bodyWaiter) { !$0.received.isEmpty || $0.end != nil }
        } onCancel: {
            cancel()
        }
        let (bytes, isPaused, end) = state.withLock { state in
            defer {
                (state.received, state.receivedBytes) = ([], 0)
                state.isReadingPaused = false
            }
            return (state.received, state.isReadingPaused, state.end)
        }
        if isPaused { loop.order(.resume(self)) }
        if !bytes.isEmpty { return bytes }
        try end?.get()
        return nil
    }

    /// Gives the source block by block, until all of it is given or the answer makes the rest pointless.
    ///
    /// - Returns: why the source could not be read.
    private func upload(_ source: BlockSource) async -> DriveError? {
        var given: Int64 = 0
        while given < source.count {
            await wait(\.blockWaiter) { $0.blocks.count < 2 || $0.end != nil }
            if state.withLock({ $0.end != nil }) { return nil }
            do {
                let block = try source.block(after: given)
                given += Int64(block.count)
                offer(block, isLast: given == source.count)
            } catch {
                return error
            }
        }
        return nil
    }

    private func offer(_ block: [UInt8], isLast: Bool) {
        let isPaused = state.withLock { state in
            state.blocks.append(block)
            state.isSourceDone = isLast
            defer { state.isSendingPaused = false }
            return state.isSendingPaused
        }
        if isPaused { loop.order(.resume(self)) }
    }

    /// Waits until a condition holds. Whoever makes it hold resumes the continuation.
    private func wait(
        _ waiter: WritableKeyPath<State, CheckedContinuation<Void, Never>?>, until holds: (State) -> Bool
    ) async {
        await withCheckedContinuation { continuation in
            let isNow = state.withLock { state in
                if holds(state) { return true }
                state[keyPath: waiter] = continuation
                return false
            }
            if isNow { continuation.resume() }
        }
    }
}

// The side of libcurl's thread.
extension Transfer {
    /// Makes libcurl's handle for the request; nil if it has ended already.
    func open() -> UnsafeMutableRawPointer? {
        if state.withLock({ $0.end != nil }) { return nil }
        guard let handle = unsafe workphotos_easy_init() else {
            finish(.failure(DriveError(.library, "libcurl does not start")))
            return nil
        }
        unsafe easy = handle
        let code = unsafe set(handle)
        guard code == CURLE_OK else {
            close(code)
            return nil
        }
        return unsafe handle
    }

    /// Goes on after a pause.
    func resume() {
        if let easy = unsafe easy { unsafe _ = workphotos_easy_pause(easy, CURLPAUSE_CONT) }
    }

    /// How long hardly anything more may be transferred; nil for no limit. What waits for this side has no limit.
    func timeLeft(at now: ContinuousClock.Instant) -> Duration? {
        guard let limit = request.timeout ?? settings.timeout, let easy = unsafe easy else { return nil }
        var (sent, received) = (curl_off_t(), curl_off_t())
        unsafe workphotos_easy_get_offset(easy, CURLINFO_SIZE_UPLOAD_T, &sent)
        unsafe workphotos_easy_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &received)
        return state.withLock { state in
            guard state.starts > 0 else { return nil }
            let count = Int64(sent + received) + Int64(state.headBytes)
            let isProgress = count - state.lastCount >= Self.leastProgress
            if isProgress || state.isReadingPaused || state.isSendingPaused || state.lastProgress == nil {
                (state.lastCount, state.lastProgress) = (count, now)
            }
            return state.lastProgress.map { limit - (now - $0) }
        }
    }

    /// Ends with libcurl's result.
    func close(_ code: CURLcode) {
        let error = code == CURLE_OK ? nil : unsafe easy.map { unsafe wireError(code, $0, request, settings) }
        free()
        finish(error.map { .failure($0) } ?? .success(()))
    }

    func close(_ error: DriveError) {
        free()
        finish(.failure(error))
    }

    /// Tells the other side that it has ended. The first end counts.
    func finish(_ end: Result<Void, DriveError>) {
        let waiters = state.withLock { state in
            if state.end == nil { state.end = end }
            defer { (state.headWaiter, state.bodyWaiter, state.blockWaiter) = (nil, nil, nil) }
            return [state.headWaiter, state.bodyWaiter, state.blockWaiter]
        }
        for waiter in waiters { waiter?.resume() }
    }

    private func free() {
        if let easy = unsafe easy { unsafe workphotos_easy_cleanup(easy) }
        unsafe workphotos_slist_free_all(headerList)
        unsafe (easy, headerList) = (nil, nil)
    }

    /// Takes a line of the head.
    ///
    /// - Returns: whether the transfer goes on.
    private func takeHeader(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let line = unsafe String(decoding: bytes, as: UTF8.self).trimmed
        let (goesOn, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            state.headBytes += bytes.count
            if state.headBytes > Self.longestHead { return (false, nil) }
            // What follows the body.
            if state.isHeadWhole { return (true, nil) }
            if line.hasPrefix("HTTP/") {
                // An answer such as 100 comes before the one that counts.
                state.head = (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0, [])
            } else if !line.isEmpty {
                let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                state.head.headers.append((String(halves[0]), halves.count > 1 ? halves[1].trimmed : ""))
            } else if state.head.status >= 200 {
                request.gate?.heard(
                    WireAnswer(status: state.head.status, headers: state.head.headers), from: request.address)
                state.isHeadWhole = true
                defer { state.headWaiter = nil }
                return (true, state.headWaiter)
            }
            return (true, nil)
        }
        waiter?.resume()
        return goesOn
    }

    /// Takes bytes of the body.
    ///
    /// - Returns: whether they were taken; else the transfer waits for its reader.
    private func takeBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let (isTaken, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            if state.receivedBytes >= Self.waiting {
                state.isReadingPaused = true
                return (false, nil)
            }
            unsafe state.received.append(Array(bytes))
            state.receivedBytes += bytes.count
            defer { state.bodyWaiter = nil }
            return (true, state.bodyWaiter)
        }
        waiter?.resume()
        return isTaken
    }

    /// Gives the next bytes to send.
    ///
    /// - Returns: how many; 0 at the end, nil where the transfer waits for its source.
    private func giveBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int? {
        let (count, waiter) = state.withLock { state -> (Int?, CheckedContinuation<Void, Never>?) in
            guard let first = state.blocks.first else {
                if state.isSourceDone { return (0, nil) }
                state.isSendingPaused = true
                return (nil, nil)
            }
            let count = min(buffer.count, first.count - state.sentOfFirst)
            unsafe buffer.copyBytes(from: first[state.sentOfFirst..<state.sentOfFirst + count])
            state.sentOfFirst += count
            guard state.sentOfFirst == first.count else { return (count, nil) }
            state.blocks.removeFirst()
            state.sentOfFirst = 0
            defer { state.blockWaiter = nil }
            return (count, state.blockWaiter)
        }
        waiter?.resume()
        return count
    }

    /// Whether the request may go out on a connection. When a kept connection breaks, libcurl would send the request
    /// again on another; whether that is wise, only the caller can say.
    private func mayStart() -> Bool {
        let isFirst = state.withLock { state in
            state.starts += 1
            return state.starts == 1
        }
        guard isFirst, let objection = request.gate?.whyNot(request.address) else { return isFirst }
        finish(.failure(objection))
        return false
    }
}

// The settings of libcurl's handle.
extension Transfer {
    private func set(_ handle: UnsafeMutableRawPointer) -> CURLcode {
        var options = unsafe CurlOptions(handle)
        setConnection(&options)
        setBody(&options)
        setHeaders(&options)
        unsafe options.set(functions: Unmanaged.passUnretained(self).toOpaque()) { bytes, size, count, context in
            unsafe Transfer.of(context).takeBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
                ? size * count : Int(CURL_WRITEFUNC_PAUSE)
        } header: { bytes, size, count, context in
            unsafe Transfer.of(context).takeHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
                ? size * count : 0
        } upload: { bytes, size, count, context in
            unsafe Transfer.of(context).giveBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
                ?? Int(CURL_READFUNC_PAUSE)
        } before: { context, _, _, _, _ in
            unsafe Transfer.of(context).mayStart() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
        }
        return options.code
    }

    /// The transfer of a callback, which lives as long as its handle: the loop keeps both.
    private static func of(_ context: UnsafeMutableRawPointer?) -> Transfer {
        unsafe Unmanaged<Transfer>.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
    }

    private func setConnection(_ options: inout CurlOptions) {
        options.set(CURLOPT_URL, request.address.text)
        options.set(CURLOPT_PATH_AS_IS, 1)
        options.set(CURLOPT_PROTOCOLS, Int(CURLPROTO_HTTP | CURLPROTO_HTTPS))
        options.set(CURLOPT_NOSIGNAL, 1)
        // With HTTP/2, all uploads would share one connection and its flow-control window.
        options.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        options.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        if let file = settings.certificates {
            options.set(CURLOPT_CAINFO, file)
            // Those of the system stay trusted besides.
            options.set(CURLOPT_CAPATH, "/etc/ssl/certs")
        }
        let limit = min(request.timeout ?? settings.timeout ?? .seconds(30), .seconds(30))
        options.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(limit / .milliseconds(1))))
        options.set(CURLOPT_BUFFERSIZE, 256 * 1_024)
        options.set(CURLOPT_UPLOAD_BUFFERSIZE, Self.blockSize)

        // Variables such as http_proxy do not count.
        let proxy = settings.proxies.proxy(for: request.address)
        options.set(CURLOPT_PROXY, proxy?.address ?? "")
        options.set(CURLOPT_NOPROXY, "")
        if let proxy {
            options.set(CURLOPT_HTTPPROXYTUNNEL, 1)
            options.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
            if let user = proxy.user {
                options.set(CURLOPT_PROXYAUTH, 1)  // CURLAUTH_BASIC
                options.set(CURLOPT_PROXYUSERNAME, user.name.text)
                options.set(CURLOPT_PROXYPASSWORD, user.password.text)
            }
        }
    }

    private func setBody(_ options: inout CurlOptions) {
        switch request.body {
        case .none where request.method == .get || request.method == .delete: options.set(CURLOPT_HTTPGET, 1)
        case .none: options.set(body: [])
        case .bytes(let bytes): options.set(body: bytes)
        case .blocks(let source):
            options.set(CURLOPT_UPLOAD, 1)
            options.set(CURLOPT_INFILESIZE_LARGE, offset: source.count)
        }
        options.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
    }

    private func setHeaders(_ options: inout CurlOptions) {
        var names: Set<String> = []
        for (name, value) in request.headers + [("User-Agent", settings.agent)] {
            names.insert(name.lowercased())
            // Without a value, a colon would remove the header.
            append(value.isEmpty ? "\(name);" : "\(name): \(value)")
        }
        // What libcurl would add.
        for name in ["Accept", "Content-Type", "Expect"] where !names.contains(name.lowercased()) { append("\(name):") }
        unsafe options.set(CURLOPT_HTTPHEADER, pointer: headerList)
    }

    private func append(_ line: String) {
        unsafe headerList = workphotos_slist_append(headerList, line)
    }
}

extension StringProtocol {
    /// Without spaces, tabs and ends of lines at both ends.
    fileprivate var trimmed: String {
        let start = drop { $0.isWhitespace }
        return String(
            start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
    }
}
