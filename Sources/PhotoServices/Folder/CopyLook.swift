import Glibc
import PhotoModel
import PhotoPipeline
import SystemPackage

/// Reads copies from their first byte to their last; several at once share the opening of the destination, and all that are
/// read so share one waiting for its disk.
struct CopyLook {
    let service: FolderService
    let top: FolderTop

    /// Looks at copies.
    ///
    /// - Returns: for each target what ``UploadService/inspect(_:)`` gives or throws.
    func look(at targets: [FilePath]) -> [Result<StoredFile?, UploadError>] {
        let moment = service.clock.now
        let opened = targets.map { target in
            result { () throws(UploadError) in try service.openCopy(target, beneath: top) }
        }
        if targets.count > 1 { service.synced.sync(top.directory.file, at: service.clock) }
        return zip(targets, opened).map { target, opened in
            result { () throws(UploadError) in
                guard let reader = try opened.get() else { return nil }
                return try look(at: target, reader, since: moment)
            }
        }
    }

    /// Waits until a copy is on the disk: what a killed program left may be whole and yet be gone when the power fails.
    private func sync(_ reader: CopyReader) throws(Errno) {
        let isOfThatDisk = reader.status.identity.device == top.identity.device
        if !isOfThatDisk || !service.synced.covers(reader.status.changed, at: service.clock) { try reader.sync() }
    }

    private func look(
        at target: FilePath, _ reader: CopyReader, since moment: Int64
    ) throws(UploadError) -> StoredFile {
        let found = try lasting("cannot read it") { () throws(Errno) in
            try sync(reader)
            let found = try reader.hash()
            if try !reader.isUnchanged(size: found.size) { throw .textFileBusy }
            return found
        }
        let directory = target.removingLastComponent()
        if !service.durable.wasSynced(directory) { try sync(directory) }
        return StoredFile(
            size: found.size, evidence: .readNow(Checksum(sha256: found.sha256)), identity: reader.status.identity,
            stamp: reader.stamp(readSince: moment), changed: reader.status.stamp.changed)
    }

    private func sync(_ directory: FilePath) throws(UploadError) {
        let failures = service.durable.sync([directory]) { path throws(Errno) in
            try top.directory.directory(beneath: path, flags: O_RDONLY).file.sync()
        }
        if let failure = failures[directory] {
            try lasting("cannot sync its directory") { () throws(Errno) in throw failure }
        }
    }
}
