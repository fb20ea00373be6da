import NIOCore
import NIOHTTP1
import NIOPosix

/// Serves the page of `review` on the loopback interface, to whoever can read the user's files and nobody else.
///
/// On an address of its own in 127.0.0.0/8, since cookies and `Sec-Fetch-Site` ignore ports. ``RequestGate`` lists what
/// each request has to be.
package struct ReviewServer: Sendable {
    /// Why the server ended.
    package enum Ending: Hashable, Sendable {
        /// The person is done.
        case done
        /// The task that waited was cancelled, or the server stopped.
        case stopped
        /// No page asked for as long as ``ReviewLimits/unattended``.
        case unattended
    }

    /// The address of the page without any secret: `http://127.83.4.19:41873/`.
    package let address: String
    /// The address that opens the page, once.
    package let startAddress: String
    /// A page that leads to ``startAddress``, for a file that only the user can read: other users see the arguments of
    /// a browser.
    package var startPage: [UInt8] { StartPages.file(leadingTo: startAddress) }
    private let session: ReviewSession
    private let serving: Task<Ending, Never>

    /// Starts to serve.
    ///
    /// - Parameters:
    ///   - port: the port of 127.0.0.1 for a tunnel, which `localhost` may name too; nil for a free port of a random
    ///     address.
    ///   - random: returns 64 cryptographically random bits.
    /// - Returns: the server, which the caller waits for (``waitUntilDone()``) or stops.
    /// - Throws: what the system says where the address cannot be listened on.
    package static func start(
        _ library: any ReviewedLibrary, port: Int? = nil, random: () -> UInt64, limits: ReviewLimits = ReviewLimits()
    ) async throws -> ReviewServer {
        let secrets = ReviewSecrets(random)
        let (session, connections) = (ReviewSession(), ReviewConnections(most: limits.connections))
        let host = port == nil ? loopbackAddress(random()) : "127.0.0.1"
        // The names are known once the port is, which is before the first connection is served.
        let channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.backlog, value: 64)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    guard let port = child.localAddress?.port else { throw ChannelError.alreadyClosed }
                    let hosts = ["\(host):\(port)"] + (host == "127.0.0.1" ? ["localhost:\(port)"] : [])
                    let gate = RequestGate(hosts: hosts, port: port, secrets: secrets, limits: limits)
                    let answers = ReviewAnswers(
                        library: library, files: PageFiles(secrets, port: port), session: session)
                    try connections.take(child, limits) { connection in
                        await Conversation(gate: gate, answers: answers, connection: connection).run()
                    }
                }
            }
            .bind(host: host, port: port ?? 0).get()
        let address = "http://\(host):\(channel.localAddress?.port ?? 0)/"
        let serving = Task {
            let ending = await session.ending(after: limits.unattended)
            try? await channel.close()
            await connections.close()
            session.close()
            return ending
        }
        return ReviewServer(
            address: address, startAddress: address + "start?token=\(secrets.token)", session: session,
            serving: serving)
    }

    /// Waits until a browser has opened the page, the server has ended, or the task is cancelled. For one caller at a
    /// time.
    ///
    /// - Returns: whether a browser has opened it.
    package func waitUntilStarted() async -> Bool { await session.waitUntilStarted() }

    /// Waits until the server has ended: until the person is done, nobody looks at the page any more, or the task is
    /// cancelled. No connection is open then, and no question is being answered.
    package func waitUntilDone() async -> Ending {
        await withTaskCancellationHandler {
            await serving.value
        } onCancel: {
            serving.cancel()
        }
    }

    /// Ends the server, and waits as ``waitUntilDone()``.
    package func stop() async {
        serving.cancel()
        _ = await serving.value
    }

    /// One of 127.1.0.1 to 127.254.255.254: not in the networks that systems give names to (127.0.0.1, 127.0.1.1).
    private static func loopbackAddress(_ bits: UInt64) -> String {
        "127.\(1 + bits % 254).\(bits >> 16 & 0xFF).\(1 + (bits >> 32) % 254)"
    }
}

/// What a server waits for and keeps at most.
package struct ReviewLimits: Sendable {
    /// So many connections are open at once; more are closed.
    package var connections = 32
    /// The head of the first request has to come within this time: other programs of the machine can connect too.
    package var silence = Duration.seconds(5)
    /// A request has to come, from the connection or the last answer on, and the browser has to take each part of an
    /// answer within this time.
    package var patience = Duration.seconds(60)
    /// The server ends when no page has asked for so long.
    package var unattended = Duration.seconds(1_800)
    /// The bytes of a request's body.
    package var bodyBytes = 1 << 20
    /// The bytes of a request's headers.
    package var headerBytes = 32 << 10

    package init() {}
}
