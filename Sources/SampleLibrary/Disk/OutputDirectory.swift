import Glibc
package import SystemPackage

/// An open directory. Files are created in it by name, so that no path is walked twice.
struct OutputDirectory {
    let path: FilePath
    private let descriptor: FileDescriptor

    /// Opens a directory, and creates it and its parents if they are missing.
    static func making(_ path: FilePath) throws(SampleLibraryError) -> OutputDirectory {
        try make(path)
        return try OutputDirectory(path)
    }

    private init(_ path: FilePath) throws(SampleLibraryError) {
        self.path = path
        do {
            descriptor = try FileDescriptor.open(path, .readOnly, options: [.directory, .closeOnExec])
        } catch {
            if case Errno.notDirectory = error { throw .notADirectory(path) }
            throw .failed("open", path, Errno(thrown: error))
        }
    }

    func close() {
        try? descriptor.close()
    }

    func isEmpty() throws(SampleLibraryError) -> Bool {
        guard let stream = unsafe fdopendir(dup(descriptor.rawValue)) else {
            throw .failed("list", path, Errno(rawValue: errno))
        }
        defer { unsafe closedir(stream) }
        var entries = 0
        while unsafe readdir(stream) != nil { entries += 1 }
        return entries <= 2
    }

    /// Creates and opens a directory in this one.
    func directory(_ name: String) throws(SampleLibraryError) -> OutputDirectory {
        let inner = path.appending(name)
        guard unsafe mkdirat(descriptor.rawValue, name, 0o755) == 0 || errno == EEXIST else {
            throw .failed("make", inner, Errno(rawValue: errno))
        }
        return try OutputDirectory(inner)
    }

    func create(_ name: String) throws(SampleLibraryError) -> FileDescriptor {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let raw = unsafe openat(descriptor.rawValue, name, flags, 0o644)
        guard raw >= 0 else { throw .failed("make", path.appending(name), Errno(rawValue: errno)) }
        return FileDescriptor(rawValue: raw)
    }

    /// Creates a file with these bytes. `modified` is its mtime in milliseconds since 1970-01-01T00:00:00Z; nil for
    /// now.
    func write(_ name: String, _ bytes: [UInt8], modified: Int?) throws(SampleLibraryError) {
        let file = try create(name)
        do {
            try file.closeAfter {
                try file.writeAll(bytes)
                if let modified { try file.setModified(modified) }
            }
        } catch {
            throw .failed("write", path.appending(name), Errno(thrown: error))
        }
    }

    private static func make(_ path: FilePath) throws(SampleLibraryError) {
        let made = unsafe path.withPlatformString { unsafe mkdir($0, 0o755) }
        guard made != 0, errno != EEXIST else { return }
        let reason = Errno(rawValue: errno)
        let parent = path.removingLastComponent()
        guard reason == .noSuchFileOrDirectory, !parent.isEmpty else { throw .failed("make", path, reason) }
        try make(parent)
        guard unsafe path.withPlatformString({ unsafe mkdir($0, 0o755) }) == 0 else {
            throw .failed("make", path, Errno(rawValue: errno))
        }
    }
}

extension FileDescriptor {
    /// Sets access and modification time, in milliseconds since 1970-01-01T00:00:00Z.
    fileprivate func setModified(_ milliseconds: Int) throws {
        let time = timespec(tv_sec: milliseconds / 1_000, tv_nsec: milliseconds % 1_000 * 1_000_000)
        guard unsafe futimens(rawValue, [time, time]) == 0 else { throw Errno(rawValue: errno) }
    }
}

extension Errno {
    /// The reason for an error of SystemPackage, which throws nothing else.
    init(thrown error: any Error) {
        self = error as? Errno ?? .ioError
    }
}

/// Why a sample library could not be written.
package enum SampleLibraryError: Error {
    /// The directory is not empty; nothing was written.
    case notEmpty(FilePath)
    /// Something else has the directory's name; nothing was written.
    case notADirectory(FilePath)
    /// A step failed; what was written before it still exists.
    case failed(String, FilePath, Errno)
}

extension SampleLibraryError: CustomStringConvertible {
    /// What failed, which file, why, and what to do next.
    package var description: String {
        switch self {
        case .notEmpty(let path):
            "\(path) is not empty, and a sample library is written into a new or empty directory only. "
                + "Name another."
        case .notADirectory(let path):
            "\(path) is there and is not a directory. Name a new or empty directory."
        case .failed(let step, let path, .noSpace):
            "Could not \(step) \(path): no space left on the device. A photo takes about 100 KB, with --small 4 KB; "
                + "ask for fewer with --photos, or name a directory on another file system."
        case .failed(let step, let path, let errno):
            "Could not \(step) \(path): \(errno). Name a directory that you may write to."
        }
    }
}
