import Glibc
import PhotoModel
package import PhotoPipeline
package import SystemPackage

extension FolderService {
    package func look(at target: FilePath) async throws(UploadError) -> StoredFile? {
        try await onThread { () throws(UploadError) in
            let moment = clock.now
            guard let (reader, top) = try openCopy(target) else { return nil }
            let found = try lasting("cannot read it") { () throws(Errno) in
                // What a killed program left may be whole and yet be gone when the power fails.
                try reader.sync()
                let found = try reader.hash()
                if try !reader.isUnchanged(size: found.size) { throw .textFileBusy }
                return found
            }
            let directory = target.removingLastComponent()
            if !durable.wasSynced(directory) { try sync(directory, of: top) }
            return StoredFile(
                size: found.size, checksum: Checksum(sha256: found.sha256), identity: reader.status.identity,
                stamp: reader.stamp(readSince: moment), changed: reader.status.stamp.changed)
        }
    }

    package func stamp(at target: FilePath) async throws(UploadError) -> CopyGlance {
        try await onThread { () throws(UploadError) in
            let top = try open()
            let glance = try found("cannot look at it") { () throws(Errno) in
                let file = try top.directory.open(beneath: target, flags: OpenFlags.path)
                let status = try file.status()
                // A link is opened as itself.
                guard status.isRegular else { return CopyGlance.missing }
                return file.keepsInodes ? .stamp(status.stamp) : .unknown
            }
            return glance ?? .missing
        }
    }

    package func size(at target: FilePath) async throws(UploadError) -> Int64? {
        try await onThread { () throws(UploadError) in
            let top = try open()
            return try found("cannot look at it") { () throws(Errno) in
                try top.directory.open(beneath: target, flags: OpenFlags.path).status().size
            }
        }
    }

    package func fetch(
        _ target: FilePath, each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) {
        let reader = try await onThread { () throws(UploadError) in try openCopy(target)?.reader }
        guard let reader else { throw UploadError(.missing, "is not at the destination") }
        // Blocks are read on a thread for that, and used where the caller is.
        while true {
            let count = try await onThread { () throws(UploadError) in
                try lasting("cannot read it") { () throws(Errno) in try unsafe reader.next { $0.count } }
            }
            guard let count else { return }
            try unsafe each(UnsafeRawBufferPointer(rebasing: reader.block.bytes[..<count]))
        }
    }

    /// Opens a copy to be read; nil where there is none, or no regular file.
    private func openCopy(_ target: FilePath) throws(UploadError) -> (reader: CopyReader, top: FolderTop)? {
        let top = try open()
        let reader = try found("cannot open it") { () throws(Errno) in
            try CopyReader(reading: methods.reading, buffers: buffers) { flags throws(Errno) in
                try top.directory.open(beneath: target, flags: flags)
            }
        }
        return reader.map { ($0, top) }
    }

    private func sync(_ directory: FilePath, of top: FolderTop) throws(UploadError) {
        let failures = durable.sync([directory]) { path throws(Errno) in
            try top.directory.directory(beneath: path, flags: O_RDONLY).file.sync()
        }
        if let failure = failures[directory] {
            try lasting("cannot sync its directory") { () throws(Errno) in throw failure }
        }
    }

    /// Makes calls about a name; nil where they say that no such thing is there.
    private func found<Value>(
        _ what: String, _ calls: () throws(Errno) -> Value
    ) throws(UploadError) -> Value? {
        try lasting(what) { () throws(Errno) in
            do throws(Errno) {
                return try calls()
            } catch  where Self.absences.contains(error.rawValue) {
                return nil
            }
        }
    }

    /// Nothing has the name, or can have it; a link or a file stands where a directory should; it is no regular file.
    private static let absences: Set<Int32> = [
        ENOENT, ENOTDIR, ELOOP, EXDEV, EISDIR, ENXIO, ENAMETOOLONG, EINVAL, EILSEQ,
    ]
}

/// Makes system calls that look at one file: they fail, or the destination does.
private func lasting<Value>(_ what: String, _ calls: () throws(Errno) -> Value) throws(UploadError) -> Value {
    do throws(UploadError) {
        return try attempt(what) { () throws(Errno) in try calls() }
    } catch {
        throw error.endsRun ? error : UploadError(.failed, error.detail)
    }
}
