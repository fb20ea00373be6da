internal import NIOCore
internal import Synchronization

/// The state that all connections of a fake share.
final class Core: Sendable {
    let world: Mutex<World>
    let settings: FakeDrive.Settings
    /// The fake that this core belongs to, for commands over HTTP.
    let owner = Mutex(Owner())
    private let place = Mutex("")
    private let hanging = Mutex(Hanging())
    private let connections = Atomic(0)

    init(_ settings: FakeDrive.Settings) {
        self.settings = settings
        world = Mutex(World())
    }

    /// `http://127.0.0.1:PORT`; set once the port is known.
    var address: String {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    /// Milliseconds since 1970, by the fake's clock.
    func now(_ world: World) -> Int { Int(settings.now() * 1000) + world.clockOffset }

    func newConnection() -> Int { connections.add(1, ordering: .relaxed).newValue }

    struct Owner: Sendable {
        weak var drive: FakeDrive?
    }

    /// What to do with a request whose headers have arrived.
    struct Reception {
        let request: ReceivedRequest
        var fault: Fault?
        var hold: HeldRequest?
        /// What to do with the bytes of its body; nil if they are collected.
        var chunk: World.ChunkPlan?
    }

    /// Records a request whose headers have arrived.
    func receive(
        _ method: String, _ address: String, _ headers: [(name: String, value: String)], connection: Int
    ) -> Reception {
        let halves = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = halves.count > 1 ? AddressText.pairs(halves[1]) ?? [] : []
        return world.withLock { world in
            let number = world.journal.requests.count + 1
            let request = ReceivedRequest(
                number: number, method: method, path: String(halves[0]), query: query.map { ($0.name, $0.value) },
                headers: headers)
            world.journal.requests.append(
                FakeRequest(
                    number: number, method: method, path: request.path, query: request.query, headers: headers,
                    connection: connection))
            world.noteSecrets(request)
            let (fault, hold) = world.faults.isEmpty ? (nil, nil) : world.faults.take(request, address, hasBody: false)
            var reception = Reception(request: request, fault: fault, hold: hold)
            // A fault that replaces the answer also discards the bytes.
            guard fault?.answerInstead == nil, fault != .dropBefore, fault != .hang else { return reception }
            reception.chunk = self.chunk(request, &world)
            if fault == .wrongBytes, case .take(let sink, _) = reception.chunk { sink.spoil() }
            return reception
        }
    }

    private func chunk(_ request: ReceivedRequest, _ world: inout World) -> World.ChunkPlan? {
        guard request.path.hasPrefix("/upload/drive/v3/files") else { return nil }
        if let id = request.parameter("upload_id") { return world.planChunk(request, id, now: now(world)) }
        guard request.parameter("uploadType") == "media" else { return nil }
        let sink = ContentSink(keeps: settings.keepsContents, kinds: settings.checksums)
        sink.begin(request.number)
        return .take(sink, skip: 0)
    }

    /// Records a request that has arrived completely.
    ///
    /// - Parameters:
    ///   - request: the request with the collected body.
    ///   - length: the number of bytes of the body that arrived.
    /// - Returns: the fault and the hold, now that the body is known too.
    func complete(_ reception: Reception, _ request: ReceivedRequest, length: Int) -> (Fault?, HeldRequest?) {
        world.withLock { world in
            world.journal.body(request, length: length)
            world.journal.came(request, now: now(world))
            var (fault, hold) = (reception.fault, reception.hold)
            if !world.faults.isEmpty {
                let late = world.faults.take(request, request.path, hasBody: true)
                (fault, hold) = (fault ?? late.fault, hold ?? late.hold)
            }
            if fault?.leavesDoubt == true { world.noteDoubtfulCreate(request, now: now(world)) }
            return (fault, hold)
        }
    }

    func carryOut(_ request: ReceivedRequest, _ chunk: World.ChunkPlan?) -> Answer {
        if settings.answersControl, request.path == "/control", let drive = owner.withLock({ $0.drive }) {
            return control(request, drive)
        }
        return answer(request, chunk).part(request.header("range"))
    }

    private func answer(_ request: ReceivedRequest, _ chunk: World.ChunkPlan?) -> Answer {
        world.withLock { world in
            let now = self.now(world)
            switch chunk {
            case .refuse(let answer): return answer
            case .take(let sink, _):
                if let id = request.parameter("upload_id") { return world.endChunk(request, id, now: now) }
                guard let content = try? sink.finish() else { return .text(500, "FakeDrive: no room for the content.") }
                return world.answerUpload(
                    request, Array(request.parts.dropFirst(3)), content: content, context(now))
            case nil: return route(request, &world, now)
            }
        }
    }

    private func context(_ now: Int) -> UploadContext {
        UploadContext(keeps: settings.keepsContents, kinds: settings.checksums, address: address, now: now)
    }

    private func route(_ request: ReceivedRequest, _ world: inout World, _ now: Int) -> Answer {
        let parts = request.parts
        if parts.starts(with: ["drive", "v3"]) {
            return world.answerCall(request, Array(parts.dropFirst(2)), now: now)
        }
        if parts.starts(with: ["upload", "drive", "v3"]) {
            return world.answerUpload(request, Array(parts.dropFirst(3)), content: nil, context(now))
        }
        switch parts.joined(separator: "/") {
        case "token": return world.answerToken(request, address: address, now: now)
        case "device/code": return world.answerDevice(request, address: address, now: now)
        case "revoke": return world.answerRevocation(request)
        case "o/oauth2/v2/auth": return world.answerAuthorization(request, now: now)
        default: return World.unknownAddress(request)
        }
    }

    /// Records an answer, and changes it if a fault requires that.
    ///
    /// - Returns: the answer with all its headers.
    func finish(_ request: ReceivedRequest, _ answer: Answer, _ fault: Fault?) -> Answer {
        var answer = answer
        if case .without(let names) = fault, case .bytes(let bytes) = answer.body,
            let json = JSON(parsing: bytes)
        {
            answer.body = .bytes(json.without(names).bytes)
        }
        let changed = answer
        let now = world.withLock { world in
            let now = self.now(world)
            world.journal.answered(request, changed, now: now)
            return now
        }
        var date = now
        if case .wrongDate(let seconds) = fault { date += seconds * 1000 }
        answer.headers.append(("Date", Times.header(date)))
        return answer
    }

    /// Records that an answer is being written to an open connection.
    func writes(_ answer: Answer, to request: ReceivedRequest) {
        guard answer.status == 404, request.path.hasPrefix("/upload/drive/v3/files"),
            let id = request.parameter("upload_id")
        else { return }
        world.withLock { _ = $0.journal.goneUploads.insert(id) }
    }

    /// Records bytes that are not a request.
    func notHTTP(_ text: String) {
        world.withLock { $0.journal.breach(.notHTTP, $0.journal.requests.count, text) }
    }

    private struct Hanging {
        var promises: [EventLoopPromise<Void>] = []
        var isOver = false
    }

    /// Holds a request until the hangs are released; not at all after the fake has stopped.
    func hang(on loop: any EventLoop) -> EventLoopFuture<Void> {
        hanging.withLock { hanging in
            guard !hanging.isOver else { return loop.makeSucceededVoidFuture() }
            let promise = loop.makePromise(of: Void.self)
            hanging.promises.append(promise)
            return promise.futureResult
        }
    }

    /// Releases all hanging or held requests, and all later ones.
    func releaseAll() {
        hanging.withLock { $0.isOver = true }
        for hold in world.withLock({ $0.holds }) { hold.release() }
        releaseHangs()
    }

    func releaseHangs() {
        let promises = hanging.withLock { hanging in
            defer { hanging.promises = [] }
            return hanging.promises
        }
        for promise in promises { promise.succeed() }
    }
}

extension JSON {
    /// The value without members of these names, at any depth.
    fileprivate func without(_ names: [String]) -> JSON {
        switch self {
        case .object(let members):
            .object(members.filter { !names.contains($0.name) }.map { Member($0.name, $0.value.without(names)) })
        case .array(let elements): .array(elements.map { $0.without(names) })
        default: self
        }
    }
}

extension World {
    /// Records tokens and secrets in a URL, because logs contain URLs (RFC 6750, 5.3).
    fileprivate mutating func noteSecrets(_ request: ReceivedRequest) {
        for (name, value) in request.query {
            if ["access_token", "oauth_token", "refresh_token", "id_token"].contains(name)
                || signIn.accessTokens[value] != nil || signIn.refreshTokens[value] != nil
            {
                journal.breach(.tokenInAddress, request.number, "a token in the parameter \(name)")
            } else if ["client_secret", "code", "code_verifier", "assertion", "device_code"].contains(name) {
                journal.breach(.secretInAddress, request.number, "a secret in the parameter \(name)")
            }
        }
    }
}
