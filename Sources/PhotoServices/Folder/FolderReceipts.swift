import Glibc
import PhotoFiles
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Appends lines to the list of receipts at a destination's top.
///
/// The file is written in place if this is its only name. If it has other names (hard links, as in a snapshot made of
/// them), a new file with the old lines takes this name, and the file with the other names is not changed. A file that
/// is not a list of receipts belongs to somebody else.
struct FolderReceipts {
    /// How much of a file is read to recognise a list.
    private static let beginning = 1 << 16
    /// The new file, before it has the list's name. The holder of the list's lock may remove what a killed program
    /// left: the beginning of a list.
    private static let part = FilePath(OwnName.prefix + "receipts.part")

    /// The time between attempts to get the lock, in microseconds.
    private static let pause: UInt32 = 10_000

    /// The destination's top.
    let directory: DirectoryHandle
    let buffers: BlockBuffers
    /// How long to wait for another program that is adding to the list.
    let patience: Duration
    let clock: any Clock

    private var name: FilePath { FolderService.receiptsName }

    /// Adds lines, durably.
    ///
    /// - Parameter whenLocked: called where another program keeps the list locked.
    /// - Returns: their range in the list, in bytes from its start; nil where another program added some at the same
    ///   time.
    /// - Throws: `failed`, and what ends runs.
    func add(_ lines: [UInt8], whenLocked: () -> Void) throws(UploadError) -> Range<Int64>? {
        let (file, status) = try opened(whenLocked)
        let isOurs = try attempt("cannot read \(name)") { () throws(Errno) in try isList(file) }
        if !isOurs { throw UploadError(.failed, "\(name) at its top belongs to another program") }
        return try attempt("cannot add to \(name)") { () throws(Errno) in
            // If it cannot be removed, that only affects making a new file.
            try? removePart()
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

    private func opened(_ whenLocked: () -> Void) throws(UploadError) -> (OpenFile, FileStatus) {
        do throws(Errno) {
            return try locked()
        } catch .wouldBlock {
            whenLocked()
            throw UploadError(.failed, "another program keeps its \(name) locked")
        } catch {
            throw UploadError(error, at: .content, "cannot add to \(name)")
        }
    }

    /// Opens the list and waits until no other program is adding to it or has replaced it.
    private func locked() throws(Errno) -> (OpenFile, FileStatus) {
        for _ in 0..<100 {
            let file = try directory.open(name, flags: O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK, mode: 0o666)
            try lock(file)
            let status = try file.status()
            guard status.isRegular else { throw .invalidArgument }
            if try directory.status(name)?.identity == status.identity { return (file, status) }
        }
        throw .resourceBusy
    }

    /// Some shares have no locks; there, lines are added with a single write at the end.
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

    /// A temporary name that nothing of another's has.
    private func freePart() throws(Errno) -> FilePath {
        for number in 1...9 {
            let part = number == 1 ? Self.part : FilePath(OwnName.prefix + "receipts-\(number).part")
            if try directory.status(part) == nil { return part }
        }
        return Self.part
    }

    private func removePart() throws(Errno) {
        guard let status = try directory.status(Self.part), status.isRegular else { return }
        let isOurs = try isList(directory.open(Self.part, flags: OpenFlags.reading))
        if isOurs { try directory.removeIfThere(Self.part) }
    }

    private func isList(_ file: OpenFile) throws(Errno) -> Bool {
        try buffers.with { block throws(Errno) in
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: block.bytes[..<Self.beginning])
            let count = try unsafe file.read(into: bytes, at: 0)
            return unsafe ReceiptList.isList(Array(block.bytes[..<count]))
        }
    }

    /// Appends lines with one write. If the last line is incomplete, starts a new one: the incomplete line is not cut
    /// off, since on a share without locks its writer may be alive. Removes the lines again if not all fit.
    private static func append(
        _ lines: [UInt8], to file: OpenFile, size: Int64
    ) throws(Errno) -> Range<Int64>? {
        var bytes = lines
        if size > 0, try file.bytes(atMost: 1, from: size - 1) != [0x0A] { bytes.insert(0x0A, at: 0) }
        do throws(Errno) {
            // With O_APPEND the offset is ignored.
            try file.write(bytes)
        } catch {
            if let now = try? file.status().size, now > size, now - size <= bytes.count { try? file.cut(to: size) }
            throw error
        }
        // On a share without locks another program may have added lines before.
        let end = size + Int64(bytes.count)
        return try file.status().size == end ? end - Int64(lines.count)..<end : nil
    }

    /// Replaces the list with a new file that has the old lines and the new ones.
    private func replace(
        _ old: OpenFile, _ status: FileStatus, adding lines: [UInt8]
    ) throws(Errno) -> Range<Int64>? {
        let part = try freePart()
        var new = try NewFile(name, in: directory, as: part, flags: O_RDWR | O_APPEND, mode: 0o666)
        let file = try new.file
        // A program that opens the new file waits until it is on the disk.
        try lock(file)
        try buffers.copy(old, to: file, size: status.size)
        let added = try Self.append(lines, to: file, size: status.size)
        try file.keepPermissions(status.permissions.rawValue)
        try file.sync()
        // On a share without locks another program may be doing the same.
        guard try directory.status(part)?.identity == file.status().identity else { throw .resourceBusy }
        try new.takeName()
        return added
    }
}
