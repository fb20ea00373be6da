internal import Glibc
internal import Synchronization
internal import SystemPackage

/// A proxy for a server on this machine that cuts connections on request. It ends when the value is released.
///
/// FTP transfers files over separate connections, which do not go through the proxy.
package final class CuttingProxy: Sendable {
    /// The port that clients connect to.
    package let port: UInt16
    private let shared: Shared
    private let thread: OwnThread

    private final class Shared: Sendable {
        let state = Mutex(ProxyState())
        /// A byte written here makes the thread look at the state.
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

    /// Starts a proxy on a free port.
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

    /// The number of bytes that clients have sent.
    package var received: Int { shared.state.withLock { $0.received } }

    /// Cuts every connection once clients have sent this number of further bytes, which the server still receives.
    /// Happens once; later connections are served.
    package func cut(after count: Int) {
        shared.change { $0.left = count }
    }

    /// Cuts every connection, and every new one at once, like a network that is down.
    package func close() {
        shared.change { $0.isClosed = true }
    }

    /// Serves new connections again.
    package func open() {
        shared.change { $0.isClosed = false }
    }

    /// Whether a cut is still pending.
    package var isToCut: Bool { shared.state.withLock { $0.left != nil } }

    /// Serves new connections, and cuts none.
    package func mend() {
        shared.change { ($0.isClosed, $0.left) = (false, nil) }
    }
}

private struct ProxyState {
    var received = 0
    /// The number of bytes that clients may still send before the cut.
    var left: Int?
    var isClosed = false
    var isOver = false

    /// Records bytes of a client.
    ///
    /// - Returns: how many bytes are passed to the server, and what to do then.
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
