import Glibc
import PhotoFiles
package import PhotoModel
package import PhotoPipeline
import Synchronization
import SystemPackage

extension FolderService {
    package func marker() async throws(UploadError) -> DestinationMarker? {
        try await onThread { () throws(UploadError) in
            let top = try FolderTop(path, opening: methods.opening)
            guard let marker = try top.marker() else { return nil }
            try remember(top.known(by: marker))
            return marker
        }
    }

    package func makeDestination(
        _ marker: DestinationMarker, creating: Bool
    ) async throws(UploadError) -> DestinationMarker {
        try await onThread { () throws(UploadError) in
            if creating { try makeTop() }
            let top = try FolderTop(path, opening: methods.opening)
            if try top.marker() == nil { try write(marker, in: top) }
            guard let written = try top.marker() else {
                throw UploadError(.failed, "its \(DestinationMarker.fileName) was removed again")
            }
            try remember(top.known(by: written))
            return written
        }
    }

    package func unmakeDestination(_ marker: DestinationMarker) async {
        try? await onThread { () throws(UploadError) in
            let top = try FolderTop(path, opening: methods.opening)
            guard try top.marker() == marker else { return }
            try attempt("cannot remove its marker") { () throws(Errno) in
                try top.directory.removeIfThere(FilePath(DestinationMarker.fileName))
                try top.directory.file.sync()
            }
            // Directories that are not empty stay.
            for directory in made.withLock({ $0 }).reversed() {
                _ = unsafe directory.withPlatformString { unsafe rmdir($0) }
            }
        }
    }

    /// Makes the top and the missing directories above it, durably.
    private func makeTop() throws(UploadError) {
        var missing: [FilePath] = []
        var above = path
        while !Self.isThere(above), let last = above.lastComponent {
            missing.append(last.path)
            above = above.removingLastComponent()
        }
        if missing.isEmpty { return }
        var place = try FolderTop(above, opening: methods.opening).directory
        try attempt("cannot make the destination", at: .top) { () throws(Errno) in
            for name in missing.reversed() {
                above.append(name.components)
                if try place.makeDirectory(name) {
                    try place.file.sync()
                    made.withLock { $0.append(above) }
                }
                place = try place.directory(beneath: name, flags: O_RDONLY)
            }
        }
    }

    private static func isThere(_ path: FilePath) -> Bool {
        var status = stat()
        return unsafe path.withPlatformString { unsafe stat($0, &status) } == 0 || errno != ENOENT
    }

    private func write(_ marker: DestinationMarker, in top: FolderTop) throws(UploadError) {
        let ticket = FolderTicket(own: FilePath(DestinationMarker.fileName), digits: randomDigits(random))
        let directory = top.directory
        let text = marker.file
        let file = try attempt("cannot write \(DestinationMarker.fileName)") { () throws(Errno) in
            try directory.open(ticket.part, flags: O_RDWR | O_CREAT | O_EXCL, mode: 0o644)
        }
        defer { if WrittenPart(file).isThere(as: ticket.part, in: directory) { try? directory.remove(ticket.part) } }
        try attempt("cannot write \(DestinationMarker.fileName)") { () throws(Errno) in
            try file.write(text)
            try file.sync()
        }
        do {
            let naming = FolderNaming(directory: directory, methods: methods.naming, buffers: buffers)
            _ = try naming.giveName(ticket, to: file, size: Int64(text.count), modified: nil)
            try? naming.removeNote(ticket)
        } catch  where error.kind == .taken {
            // Another program made it a destination meanwhile: its marker stays.
        }
        try attempt("cannot sync the destination") { () throws(Errno) in try directory.file.sync() }
    }
}
