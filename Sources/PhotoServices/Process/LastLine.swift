import Glibc
import SystemPackage

/// Takes what a program writes to a pipe, however much, and keeps the end of it.
struct LastLine {
    private static let kept = 4_096
    private let pipe: FileDescriptor
    private var tail: [UInt8] = []
    /// Whether anybody may still write to it.
    private(set) var isOpen = true

    /// - Parameter pipe: the end that is read.
    init(of pipe: FileDescriptor) {
        self.pipe = pipe
    }

    /// Waits until there is something to read, at most so long, and takes it.
    ///
    /// - Parameter milliseconds: how long; where nobody writes any more, all of it is waited.
    /// - Returns: whether there was something.
    @discardableResult
    mutating func take(waiting milliseconds: Int32) -> Bool {
        var wait = pollfd(fd: isOpen ? pipe.rawValue : -1, events: Int16(POLLIN), revents: 0)
        guard unsafe poll(&wait, 1, milliseconds) > 0 else { return false }
        var block = [UInt8](repeating: 0, count: 65_536)
        let count = unsafe read(pipe.rawValue, &block, block.count)
        if count > 0 {
            tail = (tail + block[..<count]).suffix(Self.kept)
        } else if count == 0 || ![EINTR, EAGAIN].contains(errno) {
            isOpen = false
        }
        return count > 0
    }

    /// The lines at the end; the first and the last may be cut.
    var lines: [ArraySlice<UInt8>] {
        tail.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
    }

    /// The last line that says anything; nil where none does.
    var text: [UInt8]? {
        lines.last { $0.contains { $0 > UInt8(ascii: " ") } }.map(Array.init)
    }
}
