import Foundation
import Glibc
import SystemPackage

/// A terminal of 80 columns, whose output a test reads.
final class Terminal {
    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift cannot import.
    private static let setLock: UInt = 0x4004_5431
    private static let getNumber: UInt = 0x8004_5430

    private let master: FileDescriptor
    /// What a program reads from and writes to.
    let handle: FileHandle
    let path: FilePath

    init() throws {
        master = try FileDescriptor.open(FilePath("/dev/ptmx"), .readWrite, options: [.nonBlocking, .closeOnExec])
        var lock: Int32 = 0
        var number: UInt32 = 0
        var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
        guard unsafe ioctl(master.rawValue, Self.setLock, &lock) == 0,
            unsafe ioctl(master.rawValue, Self.getNumber, &number) == 0,
            unsafe ioctl(master.rawValue, UInt(TIOCSWINSZ), &size) == 0
        else { throw Errno(rawValue: errno) }
        path = FilePath("/dev/pts/\(number)")
        let slave = FileDescriptor(
            rawValue: unsafe path.withPlatformString { unsafe open($0, O_RDWR | O_NOCTTY | O_CLOEXEC) })
        guard slave.rawValue >= 0 else { throw Errno(rawValue: errno) }
        handle = FileHandle(fileDescriptor: slave.rawValue, closeOnDealloc: true)
    }

    deinit { try? master.close() }

    /// Types like a user: the terminal interprets control characters.
    func type(_ text: String) throws {
        try master.writeAll(text.utf8)
    }

    /// The output since the last call.
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 8_192)
        let count = unsafe bytes.withUnsafeMutableBytes { (try? unsafe master.read(into: $0)) ?? 0 }
        return String(decoding: bytes[..<count], as: UTF8.self)
    }
}
