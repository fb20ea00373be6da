import PhotoFiles
import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// A file of the library that is open to be copied, as it is or cleaned.
final class ExportSource {
    private static let blockBytes = 1_048_576

    let file: OpenFile
    private let status: FileStatus
    /// The cleaned copy; nil for a file that is copied as it is.
    private let clean: CleanedContent?
    private var copyHash: [UInt8]?

    /// Opens a file. For one that is cleaned, finds out how.
    ///
    /// - Parameters:
    ///   - cleaning: what the copy leaves out; nil for nothing.
    ///   - now: nanoseconds since 1970-01-01T00:00:00Z.
    /// - Throws: `failed` where it cannot be read, or is another file than the one that the last scan found; `refused`
    ///   where it cannot be cleaned.
    init(
        _ path: FilePath, _ fingerprint: Fingerprint, keepsInodes: Bool, in files: LibraryFiles,
        cleaning: CleanDepth?, now: Int64
    ) throws(ExportFailure) {
        do throws(Errno) {
            file = OpenFile(try files.open(path).rawValue)
            status = try file.status()
        } catch {
            throw .failed(error.isOfOtherPath ? ExportFailure.changed : "cannot be opened: \(error)")
        }
        guard status.isRegular, status.fingerprint.isSame(as: fingerprint, withInode: keepsInodes) else {
            throw .failed(ExportFailure.changed)
        }
        if let cleaning {
            clean = try CleanedContent(of: file, at: path, cleaning, now: now)
        } else {
            clean = nil
        }
    }

    /// The size of the copy in bytes.
    var size: Int64 { clean?.size ?? status.size }

    /// What the copy leaves out.
    var removed: [Carrier] { clean?.removed ?? [] }

    /// The permissions of the copy: the file's, without those to execute it.
    var mode: CInterop.Mode { status.permissions.rawValue & 0o666 }

    /// Calls `put` with the bytes of the copy, piece by piece.
    private func forEachBlock(_ put: ([UInt8]) throws -> Void) throws {
        if let clean { return try clean.write(to: put) }
        var place: Int64 = 0
        while place < status.size {
            let left = min(Int64(Self.blockBytes), status.size - place)
            let bytes = try file.bytes(atMost: Int(left), from: place)
            if bytes.isEmpty { return }
            try put(bytes)
            place += Int64(bytes.count)
        }
    }

    /// Writes the copy, without waiting for the disk. A plain copy shares the file's bytes on the disk if the file
    /// system can.
    ///
    /// - Parameter copy: an empty file, open for reading and writing.
    /// - Throws: errors of reading and writing; `CleanFailure` where the file is not what it was.
    func write(to copy: OpenFile) throws {
        let isShared = clean == nil && copy.share(bytesOf: file)
        var (place, hash) = (Int64(0), ContentHash())
        try forEachBlock { bytes in
            if !isShared { try copy.write(bytes, at: place) }
            place += Int64(bytes.count)
            // A clean copy is compared byte by byte.
            if clean == nil { hash.add(bytes) }
        }
        copy.startWriting()
        if clean == nil { copyHash = hash.hashes.sha256 }
    }

    /// Reads the copy back and proves it.
    ///
    /// - Throws: errors of reading; `ExportFailure` or `CleanFailure` where the copy is not what it should be, or the
    ///   file has changed.
    func prove(_ copy: OpenFile, at path: FilePath) throws {
        if let clean {
            try clean.prove(copy, at: path)
        } else if try Self.hash(of: copy, ofSize: size) != hashOfCopy() {
            throw ExportFailure.failed("is read back differently than it was written")
        }
        try checkUnchanged()
    }

    /// Gives a plain copy the file's time; a clean one has its own: that of a photo tells when it was taken.
    ///
    /// - Parameter copy: the copy with its name. An unfinished one with an old photo's time would look as if it had
    ///   been left long ago.
    func passTime(to copy: OpenFile) {
        if clean == nil { try? copy.keepModified(status.fingerprint.modified) }
    }

    /// The SHA-256 of the file's bytes.
    ///
    /// - Throws: why it cannot be read; `failed` where it changes meanwhile.
    func contentHash() throws -> [UInt8] {
        let hash = try clean == nil ? hashOfCopy() : Self.hash(of: file, ofSize: status.size)
        try checkUnchanged()
        return hash
    }

    private func checkUnchanged() throws {
        guard try file.status() == status else { throw ExportFailure.failed("changed while it was read") }
    }

    /// The SHA-256 of the copy's bytes.
    func hashOfCopy() throws -> [UInt8] {
        if let copyHash { return copyHash }
        var hash = ContentHash()
        try forEachBlock { hash.add($0) }
        copyHash = hash.hashes.sha256
        return hash.hashes.sha256
    }

    /// Whether a file has the very bytes that the copy would have, and is not the library's own by another name.
    func isEqual(to other: OpenFile) throws -> Bool {
        guard let status = try? other.status(), status.isRegular, status.size == size,
            status.identity != self.status.identity, let there = try? Self.hash(of: other, ofSize: size)
        else { return false }
        return try hashOfCopy() == there
    }

    private static func hash(of file: OpenFile, ofSize size: Int64) throws(Errno) -> [UInt8] {
        var hash = ContentHash()
        while true {
            // One byte more than there should be, for a block of the full size takes longer than a photo.
            let left = min(Int64(blockBytes), max(0, size - hash.size) + 1)
            let bytes = try file.bytes(atMost: Int(left), from: hash.size)
            if bytes.isEmpty { return hash.hashes.sha256 }
            hash.add(bytes)
        }
    }
}

/// The cleaned content of a file that stays open.
private final class CleanedContent {
    private var copy: CleanCopy

    init(
        of file: OpenFile, at path: FilePath, _ depth: CleanDepth, now: Int64
    ) throws(ExportFailure) {
        var reader = PhotoReader()
        switch reader.read(descriptor: file.number, path: path, now: now) {
        case .failure(let failure): throw ExportFailure(CleanFailure.unreadable(failure))
        case .success(let reading):
            guard case .photo(let facts) = reading.content else {
                throw ExportFailure(CleanFailure.refused("is not a photo that can be read"))
            }
            do throws(CleanFailure) {
                copy = try CleanCopy(of: FileDescriptor(rawValue: file.number), saying: facts, depth)
            } catch {
                throw ExportFailure(error)
            }
        }
    }

    var size: Int64 { Int64(copy.recipe.size) }

    var removed: [Carrier] { Carrier.allCases.filter(copy.recipe.removed.contains) }

    func write(to put: ([UInt8]) throws -> Void) throws { try copy.write(to: put) }

    func prove(_ written: OpenFile, at path: FilePath) throws {
        try copy.prove(FileDescriptor(rawValue: written.number), at: path)
    }
}

extension ExportFailure {
    /// Why a file cannot be cleaned.
    init(_ failure: CleanFailure) {
        switch failure {
        case .refused(let why): self.init(state: .refused, why: why)
        case .unreadable(let failure): self.init(state: .failed, why: failure.detail)
        }
    }

    /// Why copies of files were not written.
    ///
    /// - Throws: the error, where it is about no file: `PipelineError` and `IndexError`.
    init(ofFiles error: any Error) throws {
        if error is PipelineError || error is IndexError { throw error }
        self.init(error)
    }

    /// Why a copy was not written.
    init(_ error: any Error) {
        switch error {
        case let failure as ExportFailure: self = failure
        case let failure as CleanFailure: self.init(failure)
        case Errno.fileExists: self = .failed("has no copy: another file got its name in the meantime")
        default: self = .failed("cannot be copied: \(error)")
        }
    }
}

extension ContentHash {
    fileprivate mutating func add(_ bytes: [UInt8]) {
        unsafe bytes.withUnsafeBytes { unsafe add($0) }
    }
}
