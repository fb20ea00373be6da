import Glibc
import PhotoFiles
package import PhotoModel
package import PhotoPipeline
package import SystemPackage

extension RcloneService {
    private var markerPlace: RclonePlace { RclonePlace(top, DestinationMarker.fileName) }

    package func marker() async throws(UploadError) -> DestinationMarker? {
        // A remote that leads nowhere, or to a cache, is reported before anything else.
        try await follow()
        guard let marker = try await readMarker() else {
            if try await isThere() { return nil }
            throw UploadError(.missing, "does not exist")
        }
        try remember(marker, at: clock.uptime)
        return marker
    }

    /// Reads the marker; nil if there is none, or no place yet.
    func readMarker() async throws(UploadError) -> DestinationMarker? {
        let bytes: [UInt8]?
        do throws(UploadError) {
            bytes = try await self.bytes(at: markerPlace, atMost: DestinationMarker.mostBytes)
        } catch  where error.kind == .failed {
            // For one file, S3 only reports that it refuses (HEAD has no body); for a list it gives the reason.
            _ = try await rclone.list(RclonePlace(top, ""), isDated: false)
            throw error
        }
        guard let bytes else { return nil }
        guard let marker = DestinationMarker(file: bytes) else {
            throw UploadError(.unavailable, "its \(DestinationMarker.fileName) holds no marker")
        }
        return marker
    }

    package func makeDestination(
        _ marker: DestinationMarker, creating: Bool
    ) async throws(UploadError) -> DestinationMarker {
        if creating {
            try await rclone.makeDirectory(RclonePlace(top, ""))
        } else if try await !isThere() {
            throw UploadError(.missing, "does not exist")
        }
        if let there = try await readMarker() { return there }
        try await write(marker.file, to: markerPlace)
        try await syncDisks()
        guard let written = try await readMarker() else {
            throw UploadError(.failed, "its \(DestinationMarker.fileName) was removed again")
        }
        try remember(written, at: clock.uptime)
        return written
    }

    package func unmakeDestination(_ marker: DestinationMarker) async {
        guard (try? await readMarker()) == marker else { return }
        try? await rclone.deleteFile(markerPlace)
    }

    /// Whether the top exists. A remote without directories has it if anything is in it.
    private func isThere() async throws(UploadError) -> Bool {
        do {
            return try await rclone.item(at: RclonePlace(top, "")) != nil
        } catch  where error.kind == .missing {
            return false
        }
    }

    package func checkWriting(withName isNamed: Bool) async throws(UploadError) {
        if !isNamed { return }
        let place = RclonePlace(top, UnfinishedName.part(digits: randomDigits(random)))
        try await write([0x0A], to: place)
        try await rclone.deleteFile(place)
    }

    // MARK: - Small files

    /// Writes one of the destination's own small files. **A file with the name is replaced.**
    func write(_ bytes: [UInt8], to place: RclonePlace) async throws(UploadError) {
        let file: FileDescriptor
        do {
            file = try memoryFile(of: bytes)
        } catch {
            throw UploadError(.failed, "no memory for a small file")
        }
        defer { try? file.close() }
        try await rclone.copyMakingDirectory(from: Self.place(ofDescriptor: file.rawValue), to: place)
    }

    /// Reads a small file; nil if there is none.
    func bytes(at place: RclonePlace, atMost limit: Int, from offset: Int64 = 0) async throws(UploadError) -> [UInt8]? {
        var bytes: [UInt8] = []
        let count = try await unsafe readIfThere(place, from: offset) { block throws(UploadError) in
            unsafe bytes.append(contentsOf: block.prefix(max(limit - bytes.count, 0)))
        }
        return count == nil ? nil : bytes
    }

    /// The file at a place; nil also if the top does not exist.
    func file(at place: RclonePlace, hashes: [Checksum.Kind] = []) async throws(UploadError) -> RcloneItem? {
        do {
            return try await rclone.file(at: try await asked(place), hashes: hashes)
        } catch  where error.kind == .missing {
            return nil
        }
    }

    /// An open file of this process, as a place for rclone.
    static func place(ofDescriptor number: Int32) throws(UploadError) -> RclonePlace {
        do {
            return RclonePlace(try RcloneSpec(":local,copy_links:/proc/\(getpid())/fd"), "\(number)")
        } catch {
            throw UploadError(.failed, error.message)
        }
    }
}

extension Rclone {
    /// Copies a file. Some servers do not make its directory by themselves.
    func copyMakingDirectory(
        from source: RclonePlace, to target: RclonePlace, isRepeated: Bool = true, group: String? = nil
    ) async throws(UploadError) {
        do throws(UploadError) {
            try await copyFile(from: source, to: target, isRepeated: isRepeated, group: group)
        } catch  where error.kind == .missing {
            // One after the other, from the top: if one is missing, such a server reports that for all below it.
            let parts = target.path.split(separator: "/").dropLast()
            for count in 0...parts.count {
                try await makeDirectory(RclonePlace(target.fs, parts.prefix(count).joined(separator: "/")))
            }
            try await copyFile(from: source, to: target, isRepeated: isRepeated, group: group)
        }
    }
}

extension RcloneService: LocalPlace {
    package func surroundings() async throws(UploadError) -> [FileIdentity] { [] }

    package func localDirectories() async throws(UploadError) -> [FilePath] { try await followed().directories }

    /// Waits until everything in directories of this machine is on their disks; rclone does not wait.
    func syncDisks() async throws(UploadError) {
        for directory in try await followed().directories {
            do throws(Errno) {
                try Durability.syncFileSystem(at: directory)
            } catch .noSuchFileOrDirectory {
                continue
            } catch {
                throw UploadError(error, at: .top, "cannot sync \(terminalSafe(directory.bytes))")
            }
        }
    }
}
