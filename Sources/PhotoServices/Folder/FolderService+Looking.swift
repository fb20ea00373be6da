import Glibc
import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import SystemPackage

extension FolderService {
    package func inspect(_ targets: [CopyLocation]) async -> [Result<StoredFile?, UploadError>] {
        await forEach(of: targets) { top in CopyLook(service: self, top: top).look(at: targets.map(\.path)) }
    }

    package func identify(_ targets: [CopyLocation]) async -> [Result<QuickCopyCheck, UploadError>] {
        await forEach(of: targets) { top in
            targets.map { target in Result { () throws(UploadError) in try glance(at: target.path, beneath: top) } }
        }
    }

    private func glance(at target: FilePath, beneath top: FolderTop) throws(UploadError) -> QuickCopyCheck {
        let glance = try found("cannot look at it") { () throws(Errno) in
            let file = try top.directory.open(beneath: target, flags: OpenFlags.path)
            let status = try file.status()
            // A link is opened as itself.
            guard status.isRegular else { return QuickCopyCheck.missing }
            return file.keepsInodes ? .stamp(status.stamp) : .unknown
        }
        return glance ?? .missing
    }

    package func sizes(at targets: [CopyLocation]) async -> [Result<Int64?, UploadError>] {
        await forEach(of: targets) { top in
            targets.map { target in Result { () throws(UploadError) in try size(at: target.path, beneath: top) } }
        }
    }

    private func size(at target: FilePath, beneath top: FolderTop) throws(UploadError) -> Int64? {
        try found("cannot look at it") { () throws(Errno) in
            try top.directory.open(beneath: target, flags: OpenFlags.path).status().size
        }
    }

    package func proofReading() async throws(UploadError) -> ProofReading {
        try await onThread { () throws(UploadError) in try open().directory.file.keepsInodes ? .once : .twice }
    }

    package func fetch(
        _ target: CopyLocation, start: () throws(UploadError) -> Void,
        each: (UnsafeRawBufferPointer) throws(UploadError) -> Void
    ) async throws(UploadError) {
        let reader = try await onThread { () throws(UploadError) in
            try openCopy(target.path, beneath: try open())
        }
        guard let reader else { throw UploadError(.missing, "is not at the destination") }
        try start()
        // Blocks are read on a thread for blocking calls, and used where the caller is.
        while true {
            let count = try await onThread { () throws(UploadError) in
                try lasting("cannot read it") { () throws(Errno) in try unsafe reader.next { $0.count } }
            }
            guard let count else { return }
            try unsafe each(UnsafeRawBufferPointer(rebasing: reader.block.bytes[..<count]))
        }
    }

    /// Opens a copy for reading; nil if there is none, or no regular file.
    func openCopy(_ target: FilePath, beneath top: FolderTop) throws(UploadError) -> CopyReader? {
        try found("cannot open it") { () throws(Errno) in
            try CopyReader(reading: methods.reading, buffers: buffers) { flags throws(Errno) in
                try top.directory.open(beneath: target, flags: flags)
            }
        }
    }

    /// Makes calls about a name; nil if their errors mean that there is no such file.
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

    /// Nothing has the name, or can have it; a link or a file is in place of a directory; or it is no regular file.
    private static let absences: Set<Int32> = [
        ENOENT, ENOTDIR, ELOOP, EXDEV, EISDIR, ENXIO, ENAMETOOLONG, EINVAL, EILSEQ,
    ]
}

/// Makes system calls that examine one file. An error is either the file's or the destination's.
func lasting<Value>(_ what: String, _ calls: () throws(Errno) -> Value) throws(UploadError) -> Value {
    do throws(UploadError) {
        return try attempt(what) { () throws(Errno) in try calls() }
    } catch {
        throw error.endsRun ? error : UploadError(.failed, error.detail)
    }
}
