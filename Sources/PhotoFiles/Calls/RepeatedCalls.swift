internal import Glibc
package import SystemPackage

/// Makes a system call and repeats it if a signal interrupts it. A call that is always interrupted fails in the end:
/// some third-party file systems return EINTR forever. swift-system's own calls repeat without end.
///
/// - Parameter call: returns a negative number and sets `errno` on failure.
/// - Throws: the error of the call; EINTR after a thousand attempts.
@discardableResult
package func repeated<Number: SignedInteger>(_ call: () -> Number) throws(Errno) -> Number {
    for _ in 0..<1000 {
        let result = call()
        if result >= 0 { return result }
        if errno != EINTR { throw Errno(rawValue: errno) }
    }
    throw .interrupted
}

/// What swift-system has as well, and repeats without end; and a wait that ends.
extension FileDescriptor {
    /// Opens or makes a file, as `open` does.
    ///
    /// - Throws: what open(2) fails with.
    package static func boundedOpen(
        _ path: FilePath, _ mode: AccessMode, options: OpenOptions = [], permissions: FilePermissions? = nil
    ) throws -> FileDescriptor {
        let number = try unsafe withName(path) { path throws(Errno) in
            try repeated { unsafe Glibc.open(path, mode.rawValue | options.rawValue, permissions?.rawValue ?? 0) }
        }
        return FileDescriptor(rawValue: number)
    }

    /// Reads what comes next, as `read` does; returns how many bytes came, 0 at the end.
    ///
    /// - Throws: what read(2) fails with.
    package func boundedRead(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        try repeated { unsafe Glibc.read(rawValue, buffer.baseAddress, buffer.count) }
    }

    /// Reads at an offset, as `read` does; returns how many bytes came, 0 at the end.
    ///
    /// - Throws: what pread(2) fails with.
    package func boundedRead(
        fromAbsoluteOffset offset: Int64, into buffer: UnsafeMutableRawBufferPointer
    ) throws -> Int {
        try repeated { unsafe Glibc.pread(rawValue, buffer.baseAddress, buffer.count, off_t(offset)) }
    }

    /// Waits until a read returns at once, also at the end.
    ///
    /// - Parameter milliseconds: how long to wait. A signal that was already received does not end it, so it is short.
    /// - Returns: whether a read returns at once.
    package func hasInput(within milliseconds: Int = 100) throws(Errno) -> Bool {
        var wanted = pollfd(fd: rawValue, events: Int16(POLLIN), revents: 0)
        return try repeated { unsafe poll(&wanted, 1, Int32(milliseconds)) } > 0
    }

    /// Writes all bytes at the place that the file is at, as `writeAll` does.
    ///
    /// - Throws: what write(2) fails with; some are written then, perhaps.
    package func boundedWriteAll(_ bytes: UnsafeRawBufferPointer) throws {
        var rest = unsafe bytes
        while unsafe !rest.isEmpty {
            let count = try repeated { unsafe Glibc.write(rawValue, rest.baseAddress, rest.count) }
            unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }

    /// The same for bytes in an array.
    package func boundedWriteAll(_ bytes: some Sequence<UInt8>) throws {
        try unsafe Array(bytes).withUnsafeBytes { try unsafe boundedWriteAll($0) }
    }
}
