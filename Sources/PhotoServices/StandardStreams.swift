import PhotoFiles
import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The process's own standard streams.
///
/// Results are buffered in blocks of 64 KiB, or by lines if standard output is a terminal.
package final class StandardStreams: Console {
    private static let blockSize = 65_536
    private let held = Mutex<[UInt8]>([])
    private let outputIsTerminal = isatty(STDOUT_FILENO) == 1

    package init() {}

    /// Opens `/dev/null` for those of the descriptors 0 to 2 that are closed. Otherwise the next files that are opened
    /// would get their numbers, and what is printed would go into them. For the start, before anything else is opened.
    package static func openClosed() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 {
            // The lowest number that is free is given out.
            _ = unsafe open("/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY)
        }
    }

    package func write(_ bytes: [UInt8]) throws(ConsoleError) {
        let full: [UInt8]? = held.withLock { held in
            held.append(contentsOf: bytes)
            guard outputIsTerminal || held.count >= Self.blockSize else { return nil }
            defer { held.removeAll(keepingCapacity: true) }
            return held
        }
        if let full { try send(full, to: .standardOutput) }
    }

    package func flush() throws(ConsoleError) {
        let rest: [UInt8] = held.withLock { held in
            defer { held.removeAll() }
            return held
        }
        if !rest.isEmpty { try send(rest, to: .standardOutput) }
    }

    package func note(_ text: String) {
        try? send(Array(text.utf8), to: .standardError)
    }

    package func isTerminal(_ stream: ConsoleStream) -> Bool {
        switch stream {
        case .input: isatty(STDIN_FILENO) == 1
        case .output: outputIsTerminal
        case .error: isatty(STDERR_FILENO) == 1
        }
    }

    package var columns: Int? {
        for descriptor in [STDERR_FILENO, STDOUT_FILENO] {
            var size = winsize()
            if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        }
        return nil
    }

    package func readSomeInput() throws(ConsoleError) -> [UInt8]? {
        do {
            guard try FileDescriptor.standardInput.hasInput() else { return nil }
            var block = [UInt8](repeating: 0, count: Self.blockSize)
            let count = try unsafe block.withUnsafeMutableBytes {
                try unsafe FileDescriptor.standardInput.boundedRead(into: $0)
            }
            return Array(block[..<count])
        } catch {
            throw .failed((error as? Errno)?.description ?? "unknown error")
        }
    }

    private func send(_ bytes: [UInt8], to descriptor: FileDescriptor) throws(ConsoleError) {
        do {
            try descriptor.boundedWriteAll(bytes)
        } catch Errno.brokenPipe {
            throw .closed
        } catch {
            throw .failed((error as? Errno)?.description ?? "unknown error")
        }
    }
}
