internal import Glibc
internal import Synchronization
internal import SystemPackage

/// Stands between the clients of a server on this machine and the server, and cuts their connections when a test says
/// so. It goes with the last use of the value.
///
/// FTP sends files over connections of their own, which do not come by here.
package final class CuttingProxy: Sendable {
    /// Where clients are to connect.
    package let port: UInt16
    private let shared: Shared
    private let thread: OwnThread

    /// What the thread has too.
    private final class Shared: Sendable {
        let state = Mutex(ProxyState())
        /// A byte here tells the thread to look at the state.
        let bell: (read: Int32, write: Int32)
        init() throws {
            let (read, write) = try FileDescriptor.pipe()
            bell = (read.rawValue, write.rawValue)
        }
        deinit {
            Glibc.close(bell.read)
            Glibc.close(bell.write)
        }
        func change(_ body: (inout ProxyState) -> Void) {
            state.withLock { body(&$0) }
            _ = unsafe write(bell.write, [1], 1)
        }
    }

    /// Begins to pass on what comes to a port of its own.
    package init(to server: UInt16) throws {
        let listener = try LoopbackSocket.listen(on: 0)
        let shared = try Shared()
        (port, self.shared) = (LoopbackSocket.port(of: listener), shared)
        let started = OwnThread {
            var relay = Relay(listener: listener, server: server)
            while relay.step(shared.bell.read, { count in shared.state.withLock { $0.pass(count) } }) {}
        }
        guard let started else { throw Errno.resourceTemporarilyUnavailable }
        thread = started
    }

    deinit {
        shared.change { $0.isOver = true }
        thread.join()
    }

    /// How many bytes clients have sent.
    package var received: Int { shared.state.withLock { $0.received } }

    /// Cuts every connection as soon as clients have sent so many more bytes, which the server still gets. It happens
    /// once; who connects afterwards is served.
    package func cut(after count: Int) {
        shared.change { $0.left = count }
    }

    /// Cuts every connection, and those to come at once, as of a network that is gone.
    package func close() {
        shared.change { $0.isClosed = true }
    }

    /// Serves those that come from now on.
    package func open() {
        shared.change { $0.isClosed = false }
    }

    /// Whether it was told to cut connections after a number of bytes that have not come yet.
    package var isToCut: Bool { shared.state.withLock { $0.left != nil } }

    /// Serves those that come from now on, and cuts nothing.
    package func mend() {
        shared.change { ($0.isClosed, $0.left) = (false, nil) }
    }
}

/// What a proxy has done and is to do.
private struct ProxyState {
    var received = 0
    /// How many more bytes may come from clients before all is cut.
    var left: Int?
    var isClosed = false
    var isOver = false

    /// Notes what came from a client.
    ///
    /// - Returns: how much of it goes on to the server, and what to do then.
    mutating func pass(_ count: Int) -> (count: Int, after: Relay.Verdict) {
        if isOver { return (0, .end) }
        if isClosed { return (0, .cut) }
        received += count
        guard let left, left <= count else {
            self.left = left.map { $0 - count }
            return (count, .goOn)
        }
        self.left = nil
        return (left, .cut)
    }
}
