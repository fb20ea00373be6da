import PhotoIntake
import PhotoModel
import SystemPackage

extension Inspection {
    /// A file that was read, as grouping sees it and as a member.
    private struct Candidate {
        let path: FilePath
        let bytes: Int64
        let file: GroupingFile
    }

    /// The files that a scan would put into one group with a photo, itself among them, the leader first.
    ///
    /// Read are the photos of its stem, their edits, and the sidecars of these. A clip of another name, which only its
    /// content identifier joins to the photo, is left to scans: they read the whole directory.
    mutating func members(_ path: FilePath, _ facts: PhotoFacts, bytes: Int64) -> [Photo.Member] {
        let others = company.photos(with: path)
        var sidecars: [FilePath] = []
        for photo in [path] + others {
            for sidecar in company.sidecars(of: photo) where !sidecars.contains(sidecar) { sidecars.append(sidecar) }
        }
        let alone = [Photo.Member(path: path, role: Photo.Member.Role(alone: facts.format), bytes: bytes)]
        if others.isEmpty, sidecars.isEmpty { return alone }
        let candidates = [candidate(path, facts, bytes: bytes)] + (others + sidecars).compactMap { candidate($0) }
        let group = FileGroups(candidates.map(\.file)).groups.first { group in group.contains { $0.file == 0 } }
        return group?.map {
            Photo.Member(path: candidates[$0.file].path, role: $0.role, bytes: candidates[$0.file].bytes)
        } ?? alone
    }

    private mutating func candidate(_ path: FilePath) -> Candidate? {
        var reader = PhotoReader()
        let sidecars = company.sidecars(of: path)
        guard let reading = try? reader.read(path: path, now: clock.now, sidecars: sidecars).get() else { return nil }
        switch reading.content {
        case .photo(let facts): return candidate(path, facts, bytes: reading.fingerprint.size)
        case .sidecar(let format, _):
            let file = GroupingFile(name: Company.name(of: path), kind: .sidecar(format))
            return Candidate(path: path, bytes: reading.fingerprint.size, file: file)
        case .other, .broken: return nil
        }
    }

    private func candidate(_ path: FilePath, _ facts: PhotoFacts, bytes: Int64) -> Candidate {
        var file = GroupingFile(name: Company.name(of: path), kind: .photo(facts.format))
        file.contentIdentifier = facts.contentIdentifier
        file.captureTime = facts.ownCaptureTime
        file.duration = facts.duration
        return Candidate(path: path, bytes: bytes, file: file)
    }
}
