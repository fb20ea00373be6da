import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// The list of receipts at a destination's top, to which lines are added.
///
/// It is written to in place where this is its only name. Where it has others (hard links, as in a snapshot that was
/// made of them) a new file with the old lines takes its name, and what has the other names stays as it is. A file that
/// is no list of receipts is somebody else's.
struct FolderReceipts {
    /// How much of a file is looked at to tell whose it is.
    private static let beginning = 1 << 16
    /// The new file, before it has the list's name. Whoever holds the list's lock may take away what a killed one left.
    private static let part = FilePath(OwnName.prefix + "receipts.part")

    /// How long it waits before it asks for the lock again, in microseconds.
    private static let pause: UInt32 = 10_000

    /// The destination's top.
    let directory: FolderDirectory
    let buffers: BlockBuffers
    /// How long it waits for another program that adds to the list.
    let patience: Duration
    let clock: any Clock

    private var name: FilePath { FolderService.receiptsName }

    /// Adds lines, durably.
    ///
    /// - Parameters:
    ///   - lines: the lines.
    ///   - whenLocked: called where another program keeps the list locked.
    /// - Returns: where they stand in the list, in bytes from its start; nil where another program added some at once.
    /// - Throws: `failed`, and what ends runs.
    func add(_ lines: [UInt8], whenLocked: () -> Void) throws(UploadError) -> Range<Int64>? {
        let (file, status) = try opened(whenLocked)
        let isOurs = try attempt("cannot read \(name)") { () throws(Errno) in try isList(file) }
        if !isOurs { throw UploadError(.failed, "\(name) at its top belongs to another program") }
        return try attempt("cannot add to \(name)") { () throws(Errno) in
            // What cannot be removed is only in the way of a new file.
            try? directory.remove(Self.part)
            let added: Range<Int64>?
            if status.links > 1 {
                added = try replace(file, status, adding: lines)
                try directory.file.sync()
            } else {
                added = try Self.append(lines, to: file, size: status.size)
                try file.sync()
                if status.size == 0 { try directory.file.sync() }
            }
            return added
        }
    }

    private func opened(_ whenLocked: () -> Void) throws(UploadError) -> (OpenFile, FolderStatus) {
        do throws(Errno) {
            return try locked()
        } catch .wouldBlock {
            whenLocked()
            throw UploadError(.failed, "another program keeps its \(name) locked")
        } catch {
            throw UploadError(error, at: .content, "cannot add to \(name)")
        }
    }

    /// Opens the list and waits until no other program adds to it, nor has put another in its place meanwhile.
    private func locked() throws(Errno) -> (OpenFile, FolderStatus) {
        for _ in 0..<100 {
            let file = try directory.open(name, flags: O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK, mode: 0o666)
            try lock(file)
            let status = try file.status()
            guard status.isRegular else { throw .invalidArgument }
            if try directory.status(name)?.identity == status.identity { return (file, status) }
        }
        throw .resourceBusy
    }

    /// Some shares have no locks; there, adding is one write at the end.
    private func lock(_ file: OpenFile) throws(Errno) {
        let end = clock.uptime + Int64(patience / .nanoseconds(1))
        while true {
            do throws(Errno) {
                try repeated { flock(file.number, LOCK_EX | LOCK_NB) }
                return
            } catch .wouldBlock {
                if clock.uptime >= end { throw .wouldBlock }
                usleep(Self.pause)
            } catch .noLocks, .noFunction, .notSupported, .invalidArgument {
                return
            }
        }
    }

    private func isList(_ file: OpenFile) throws(Errno) -> Bool {
        try buffers.with { block throws(Errno) in
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<Self.beginning])
            let count = try unsafe file.read(into: bytes, at: 0)
            return unsafe ReceiptList.isList(Array(block.bytes[..<count]))
        }
    }

    /// Adds lines in one write, on a line of their own where the last one was cut. Takes them back where not all fit.
    private static func append(
        _ lines: [UInt8], to file: OpenFile, size: Int64
    ) throws(Errno) -> Range<Int64>? {
        var bytes = lines
        if size > 0, try lastByte(of: file, size: size) != 0x0A { bytes.insert(0x0A, at: 0) }
        do throws(Errno) {
            // O_APPEND: the offset does not count.
            try file.write(bytes)
        } catch {
            if let now = try? file.status().size, now > size, now - size <= bytes.count { try? file.cut(to: size) }
            throw error
        }
        // On a share without locks another program may have added some before.
        let end = size + Int64(bytes.count)
        return try file.status().size == end ? end - Int64(lines.count)..<end : nil
    }

    private static func lastByte(of file: OpenFile, size: Int64) throws(Errno) -> UInt8? {
        var byte: UInt8 = 0
        let count = try repeated { unsafe pread(file.number, &byte, 1, off_t(size - 1)) }
        return count == 1 ? byte : nil
    }

    /// Puts a new file with the old lines and the new ones in the place of the list.
    private func replace(
        _ old: OpenFile, _ status: FolderStatus, adding lines: [UInt8]
    ) throws(Errno) -> Range<Int64>? {
        let flags = O_RDWR | O_CREAT | O_EXCL | O_APPEND
        let new = try directory.open(Self.part, flags: flags, mode: 0o666)
        do throws(Errno) {
            // Whoever opens the new one waits until it is on the disk.
            try lock(new)
            try buffers.copy(old, to: new, size: status.size)
            let added = try Self.append(lines, to: new, size: status.size)
            try new.keepPermissions(status.permissions)
            try new.sync()
            // On a share without locks another program may have begun the same.
            guard try directory.status(Self.part)?.identity == new.status().identity else { throw .resourceBusy }
            try directory.replace(name, with: Self.part)
            return added
        } catch {
            try? directory.remove(Self.part)
            throw error
        }
    }
}
