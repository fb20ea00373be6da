internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// A server on 127.0.0.1 that answers as Google Drive v3 and Google's sign-in do, strictly: what Google refuses it
/// refuses, and what Google only asks for it writes down (`breaches`). What it needs to know of the API stands in
/// `DriveSchemas` and `DriveMethods`.
///
/// It runs on event loops of its own and keeps no thread of the cooperative pool waiting.
package final class FakeDrive: Sendable {
    /// What is set before it begins.
    package struct Settings: Sendable {
        /// Whether contents are kept, or their checksums only.
        package var keepsContents = true
        /// The checksums that are computed.
        package var checksums = Set(Checksums.Kind.allCases)
        /// The clock, in seconds since 1970. `advance` is added to it.
        package var now: @Sendable () -> Double = { systemSeconds() }
        /// The port; 0 is any that is free.
        package var port = 0
        /// Whether commands are taken over HTTP (`POST /control`).
        package var answersControl = false
        /// How many event loops serve the connections.
        package var threads = 1

        package init() {}
    }

    let core: Core
    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let children: ChildChannels

    private init(_ core: Core, _ group: MultiThreadedEventLoopGroup, _ listener: any Channel, _ children: ChildChannels)
    {
        (self.core, self.group, self.listener, self.children) = (core, group, listener, children)
    }

    /// Starts a fake.
    ///
    /// - Parameter settings: the usual ones unless some are given.
    /// - Returns: a fake that listens.
    /// - Throws: where no port can be had.
    package static func start(_ settings: Settings = Settings()) async throws -> FakeDrive {
        let core = Core(settings)
        let group = MultiThreadedEventLoopGroup(numberOfThreads: settings.threads)
        let children = ChildChannels()
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 4096, initial: 65_536, maximum: 1 << 20)
            )
            .childChannelInitializer { channel in
                children.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(HTTPResponseEncoder())
                    try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)))
                    try pipeline.addHandler(ConnectionHandler(core))
                }
            }
        do {
            let listener = try await bootstrap.bind(host: "127.0.0.1", port: settings.port).get()
            core.address = "http://127.0.0.1:\(listener.localAddress?.port ?? 0)"
            let drive = FakeDrive(core, group, listener, children)
            core.owner.withLock { $0.drive = drive }
            return drive
        } catch {
            try await group.shutdownGracefully()
            throw error
        }
    }

    /// Stops it: every connection is closed, and what hangs is let go.
    ///
    /// - Throws: where its threads do not end.
    package func stop() async throws {
        try? await listener.close().get()
        core.releaseAll()
        children.closeAll()
        try await group.shutdownGracefully()
    }

    /// Starts a fake, hands it to a body, and stops it, whatever the body does.
    package static func run<Result>(
        _ settings: Settings = Settings(), _ body: (FakeDrive) async throws -> Result
    ) async throws -> Result {
        let drive = try await start(settings)
        do {
            let result = try await body(drive)
            try await drive.stop()
            return result
        } catch {
            try? await drive.stop()
            throw error
        }
    }

    /// `http://127.0.0.1:PORT`, below which all its addresses are.
    package var address: String { core.address }
    /// The port.
    package var port: Int { listener.localAddress?.port ?? 0 }
}
