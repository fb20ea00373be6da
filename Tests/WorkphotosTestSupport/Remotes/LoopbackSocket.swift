internal import Glibc
internal import SystemPackage

/// TCP on 127.0.0.1, or another address of this machine alone.
package enum LoopbackSocket {
    /// 127.0.0.1.
    private static let home: UInt32 = 0x7F00_0001

    /// A free port below those that the system assigns to connections, so that no other gets it by chance while a
    /// server is stopped.
    package static func freePort() throws -> UInt16 {
        for _ in 0..<100 {
            let port = UInt16.random(in: 15_000..<32_000)
            guard let listener = try? listen(on: port) else { continue }
            close(listener)
            return port
        }
        throw Errno.addressInUse
    }

    /// Listens on a port; 0 for one that the system chooses.
    static func listen(on port: UInt16) throws -> Int32 {
        let descriptor = try made()
        var yes: Int32 = 1
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        let isBound = unsafe with(address(port)) { unsafe bind(descriptor, $0, $1) == 0 }
        guard isBound, Glibc.listen(descriptor, 100) == 0 else { throw failure(descriptor) }
        return descriptor
    }

    static func connect(to port: UInt16, of host: UInt32 = home) throws -> Int32 {
        let descriptor = try made()
        guard unsafe with(address(port, of: host), { unsafe Glibc.connect(descriptor, $0, $1) == 0 }) else {
            throw failure(descriptor)
        }
        return descriptor
    }

    static func port(of descriptor: Int32) -> UInt16 {
        var (address, count) = (sockaddr_in(), socklen_t(MemoryLayout<sockaddr_in>.size))
        _ = unsafe withUnsafeMutablePointer(to: &address) {
            unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe getsockname(descriptor, $0, &count) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    /// Closes a connection with a reset instead of an end.
    static func reset(_ descriptor: Int32) {
        var off = linger(l_onoff: 1, l_linger: 0)
        _ = unsafe setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &off, socklen_t(MemoryLayout<linger>.size))
        close(descriptor)
    }

    private static func made() throws -> Int32 {
        // SOCK_CLOEXEC
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | 0o2000000, 0)
        guard descriptor >= 0 else { throw Errno(rawValue: errno) }
        return descriptor
    }

    private static func address(_ port: UInt16, of host: UInt32 = home) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        return address
    }

    private static func with<Result>(
        _ address: sockaddr_in, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        unsafe withUnsafePointer(to: address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
    }

    private static func failure(_ descriptor: Int32) -> Errno {
        defer { close(descriptor) }
        return Errno(rawValue: errno)
    }
}
