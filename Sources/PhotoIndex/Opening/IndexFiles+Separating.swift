import Glibc
import PhotoModel
import SystemPackage

extension IndexFiles {
    /// Gives the index files of its own under its names, where they have other names besides (hard links), as in a copy
    /// of the directory that was made of links: what has the other names is not to change.
    ///
    /// The copies have the same bytes, so that at each moment whatever has the names is one index.
    ///
    /// - Throws: `busy` where another process has the index open; `full` and others of writing.
    func separate() throws(IndexError) {
        do {
            let shared = try [path, path(of: .log), path(of: .memory)].filter { file in
                try Self.status(of: file).map { $0.st_nlink > 1 } ?? false
            }
            if shared.isEmpty { return }
            let index = try FileDescriptor.boundedOpen(path, .readWrite, options: [.noFollow, .closeOnExec])
            try index.closeAfter {
                guard Self.lock(index) else { throw IndexError.busy(path) }
                for file in shared where file != path(of: .memory) { try Self.separate(file) }
                // It says what the log holds, and is made anew.
                NewIndexFile.remove(path(of: .memory))
                try NewIndexFile.sync(path.removingLastComponent())
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// Locks an index as SQLite does for one process alone: every other that has read it holds a part of this
    /// (https://www.sqlite.org/src/file/src/os.h, SHARED_FIRST and SHARED_SIZE).
    private static func lock(_ index: FileDescriptor) -> Bool {
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        lock.l_start = 0x4000_0002
        lock.l_len = 510
        return unsafe fcntl(index.rawValue, F_SETLK, &lock) == 0
    }

    private static func separate(_ path: FilePath) throws {
        let temporary = NewIndexFile.temporaryPath(for: path)
        let old = try FileDescriptor.boundedOpen(path, .readOnly, options: [.noFollow, .closeOnExec])
        defer { try? old.close() }
        do {
            let new = try FileDescriptor.boundedOpen(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
                permissions: [.ownerReadWrite])
            try new.closeAfter { try copy(old, to: new) }
            try NewIndexFile.publish(temporary, as: path, replacing: true)
        } catch {
            NewIndexFile.remove(temporary)
            throw error
        }
    }

    private static func copy(_ old: FileDescriptor, to new: FileDescriptor) throws {
        var block = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = try unsafe block.withUnsafeMutableBytes { try unsafe old.boundedRead(into: $0) }
            if count == 0 { break }
            try new.boundedWriteAll(block[..<count])
        }
        var status = stat()
        guard unsafe fstat(old.rawValue, &status) == 0 else { throw Errno(rawValue: errno) }
        // Whose it was, where we may say so.
        _ = fchown(new.rawValue, status.st_uid, status.st_gid)
        guard fchmod(new.rawValue, status.st_mode & 0o7777) == 0, fsync(new.rawValue) == 0 else {
            throw Errno(rawValue: errno)
        }
    }
}

extension IndexFiles {
    /// Makes an index where there is none. A log or a journal that belonged to one which is gone is set aside: SQLite would
    /// take the new index for that one, and make one of both.
    func makingAnew(_ make: () throws(IndexError) -> Void) throws(IndexError) {
        do {
            if try logs().isEmpty { return try make() }
            let directory = path.removingLastComponent()
            let lock = try FileDescriptor.boundedOpen(
                directory.isEmpty ? "." : directory, .readOnly, options: [.directory, .closeOnExec])
            try lock.closeAfter {
                // Another process may be doing just this: what lies there once the index does belongs to it.
                guard flock(lock.rawValue, LOCK_EX) == 0 else { throw Errno(rawValue: errno) }
                if let status = try Self.status(of: path), status.st_size > 0 { return }
                for log in try logs() { try setAside(log) }
                try make()
            }
        } catch {
            throw IndexError(error, at: path)
        }
    }

    /// The log and the journal beside the index, those that have a content.
    func logs() throws(Errno) -> [FilePath] {
        var logs: [FilePath] = []
        for log in [path(of: .log), path(of: .journal)] {
            if let status = try Self.status(of: log), status.st_size > 0 { logs.append(log) }
        }
        return logs
    }

    private func setAside(_ log: FilePath) throws {
        let aside = log.appendingToName(".\(UInt64.random(in: 0 ... .max)).lost")
        let result = unsafe log.withPlatformString { from in
            unsafe aside.withPlatformString { to in unsafe rename(from, to) == 0 ? 0 : errno }
        }
        guard result == 0 else { throw Errno(rawValue: result) }
    }
}
