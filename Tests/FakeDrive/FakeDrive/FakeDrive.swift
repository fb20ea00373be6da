internal import NIOCore
internal import NIOHTTP1
internal import NIOPosix
internal import Synchronization

/// A server on 127.0.0.1 that answers like Google Drive v3 and Google's sign-in, strictly: it refuses what Google
/// refuses, and records violations of what Google only recommends (`breaches`). `DriveSchemas` and `DriveMethods`
/// describe the API.
///
/// It runs on its own event loops and blocks no thread of the cooperative pool.
package final class FakeDrive: Sendable {
    /// The settings of a fake.
    package struct Settings: Sendable {
        /// Whether contents are kept, or only their checksums.
        package var keepsContents = true
        /// The checksums to compute.
        package var checksums = Set(Checksums.Kind.allCases)
        /// The clock, in seconds since 1970. `advance` adds to it.
        package var now: @Sendable () -> Double = { systemSeconds() }
        /// The port; 0 for any free one.
        package var port = 0
        /// Whether commands are accepted over HTTP (`POST /control`).
        package var answersControl = false
        /// The number of event loops that serve the connections.
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
    /// - Throws: if no port is available.
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

    /// Stops the fake. Every connection is closed, and hanging requests are released.
    ///
    /// - Throws: if its threads do not end.
    package func stop() async throws {
        try? await listener.close().get()
        core.releaseAll()
        children.closeAll()
        try await group.shutdownGracefully()
    }

    /// Runs the body with a fake, on threads of its own, and stops the fake even if the body throws.
    package static func run<Result>(
        _ settings: Settings = Settings(), _ body: (FakeDrive) async throws -> Result
    ) async throws -> Result {
        let (drive, threads) = (try await start(settings), OwnThreads())
        do {
            let result = try await withTaskExecutorPreference(threads) { try await body(drive) }
            try await drive.stop()
            try await threads.stop()
            return result
        } catch {
            try? await drive.stop()
            try? await threads.stop()
            throw error
        }
    }

    /// `http://127.0.0.1:PORT`, the start of all its addresses.
    package var address: String { core.address }
    /// The port.
    package var port: Int { listener.localAddress?.port ?? 0 }
}
