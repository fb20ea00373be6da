import PhotoIntake
package import PhotoModel
package import SystemPackage

/// Reads single files, with the sidecars beside them, without an index and without judging.
package struct Inspection: ~Copyable {
    /// Why a file is not a photo.
    package struct Refusal: Error {
        /// The problem.
        package let finding: Finding
    }

    let clock: any Clock
    // One for all files, since its buffers are large.
    private var reader = PhotoReader()
    var siblings = DirectorySiblings()

    package init(clock: any Clock) {
        self.clock = clock
    }

    /// Reads one file's own facts, completed by its sidecars, and the files that belong to it. Links are followed;
    /// relative paths start at the process's directory. A sidecar is refused, unless `includingSidecars` is set: then
    /// it is shown as its facts of its photo.
    package mutating func read(_ path: FilePath, includingSidecars: Bool = false) -> Result<Photo, Refusal> {
        let sidecars = siblings.sidecars(of: path)
        let neighbours = siblings.neighbours(of: path, besides: sidecars)
        switch reader.read(path: path, now: clock.now, sidecars: sidecars, neighbours: neighbours) {
        case .failure(let failure):
            return .failure(Self.refusal(path, failure.kind, failure.detail))
        case .success(let reading):
            switch reading.content {
            case .photo(let facts):
                var photo = photo(path, facts, reading.fingerprint)
                photo.members = members(path, facts, bytes: photo.bytes)
                return .success(photo)
            case .sidecar(let format, let said) where includingSidecars:
                return .success(sidecar(path, format, said, reading.fingerprint))
            case .sidecar(let format, _):
                return .failure(Self.refusal(path, .unsupported, "is a sidecar (\(format.rawValue)), not a photo"))
            case .other(let format): return .failure(Self.refusal(path, .unsupported, "\(format) files are not read"))
            case .broken(let kind, let detail): return .failure(Self.refusal(path, kind, detail))
            }
        }
    }

    /// The XMP files beside a photo that say another place or time than counts, by precedence.
    mutating func otherCorrections(of photo: Photo) -> [(path: FilePath, said: OverruledFacts)] {
        siblings.sidecars(of: photo.path).compactMap { path in
            guard case .sidecar(.xmp, let said?)? = try? reader.read(path: path, now: clock.now).get().content else {
                return nil
            }
            return photo.facts.difference(in: said).map { (path, $0) }
        }
    }

    private func photo(_ path: FilePath, _ facts: PhotoFacts, _ fingerprint: Fingerprint) -> Photo {
        var facts = facts
        facts.captureTime = facts.ownCaptureTime
        return Photo(
            path: path, fingerprint: fingerprint, facts: facts, members: [])
    }

    private func sidecar(
        _ path: FilePath, _ format: SidecarFormat, _ said: SourceFacts?, _ fingerprint: Fingerprint
    ) -> Photo {
        // The photo's own format is not known; the sidecar's is shown instead.
        var facts = PhotoFacts(format: .jpeg)
        if let said { facts.add(said) }
        var photo = photo(path, facts, fingerprint)
        photo.sidecar = format
        photo.members = [Photo.Member(path: path, role: .sidecar, bytes: fingerprint.size)]
        return photo
    }

    static func refusal(_ path: FilePath, _ kind: Finding.Kind, _ detail: String) -> Refusal {
        Refusal(finding: Finding(path: path, kind: kind, detail: detail))
    }
}

extension Inspection {
    /// A file that was read, for grouping and as a member.
    private struct Candidate {
        let path: FilePath
        let bytes: Int64
        let file: GroupingFile
    }

    /// The files that a scan would group with a photo, including itself, the leader first.
    ///
    /// Reads the photos with its stem, their edits, and the sidecars of these. A clip with another name, which only its
    /// content identifier joins to the photo, is left to scans, which read the whole directory.
    mutating func members(_ path: FilePath, _ facts: PhotoFacts, bytes: Int64) -> [Photo.Member] {
        let others = siblings.photos(with: path)
        var sidecars: [FilePath] = []
        for photo in [path] + others {
            for sidecar in siblings.sidecars(of: photo) where !sidecars.contains(sidecar) { sidecars.append(sidecar) }
        }
        let alone = [Photo.Member(path: path, role: Photo.Member.Role(alone: facts.format), bytes: bytes)]
        if others.isEmpty, sidecars.isEmpty { return alone }
        let own = candidate(path, .photo(facts), bytes: bytes)
        let candidates = [own].compactMap(\.self) + (others + sidecars).compactMap { candidate($0) }
        let group = FileGroups(candidates.map(\.file)).groups.first { group in group.contains { $0.file == 0 } }
        return group?.map {
            Photo.Member(path: candidates[$0.file].path, role: $0.role, bytes: candidates[$0.file].bytes)
        } ?? alone
    }

    private mutating func candidate(_ path: FilePath) -> Candidate? {
        // A sidecar has none, and may be in a directory below.
        let name = path.bytes
        let sidecars = SidecarNames.isSidecar(name.span) ? [] : siblings.sidecars(of: path)
        guard let reading = try? reader.read(path: path, now: clock.now, sidecars: sidecars).get() else { return nil }
        return candidate(path, reading.content, bytes: reading.fingerprint.size)
    }

    private func candidate(_ path: FilePath, _ content: FileContent, bytes: Int64) -> Candidate? {
        GroupingFile(name: siblings.name(below: path), content: content).map {
            Candidate(path: path, bytes: bytes, file: $0)
        }
    }
}

/// The files that belong to single photos by their names, for reading without an index. The last directory is cached,
/// since the next question is usually about the same one.
struct DirectorySiblings {
    private var directory: FilePath?
    private var families: NameFamilies?

    /// The sidecars of the photo at a path, in order of precedence.
    mutating func sidecars(of path: FilePath) -> [FilePath] {
        let directory = look(beside: path)
        let names = families?.sidecarNames.sidecars(of: Self.name(of: path)) {
            PhotoReader.isRaw(directory.appending(bytes: $0))
        }
        return (names ?? []).map { directory.appending(bytes: $0) }
    }

    /// The XMP files of the photo's stem that are its neighbours' alone (``SidecarNames/neighbours(of:besides:)``).
    mutating func neighbours(of path: FilePath, besides sidecars: [FilePath]) -> [FilePath] {
        let directory = look(beside: path)
        let own = sidecars.map { Self.name(of: $0) }
        let names = families?.sidecarNames.neighbours(of: Self.name(of: path), besides: own) ?? []
        return names.map { directory.appending(bytes: $0) }
    }

    /// The photos that may belong to a group with the one at a path, without itself.
    mutating func photos(with path: FilePath) -> [FilePath] {
        let directory = look(beside: path)
        let own = Self.name(of: path)
        let names = families?.photos(with: own).filter { $0 != own } ?? []
        return names.map { directory.appending(bytes: $0) }
    }

    /// Reads the names in a file's directory, unless they were the last to be read, and returns the directory.
    private mutating func look(beside path: FilePath) -> FilePath {
        let parent = path.removingLastComponent()
        if directory == parent { return parent }
        directory = parent
        families = DirectoryNames(of: parent).map { NameFamilies(photos: $0.photos, sidecars: $0.sidecars) }
        return parent
    }

    /// A sidecar's name in the directory that was looked at last, or the path there from below it.
    func name(below path: FilePath) -> [UInt8] {
        guard let directory, path.starts(with: directory) else { return Self.name(of: path) }
        return Array(path.bytes.dropFirst(directory.bytes.count).drop { $0 == UInt8(ascii: "/") })
    }

    /// The bytes of a path's last name.
    static func name(of path: FilePath) -> [UInt8] {
        let bytes = path.bytes
        let slash = bytes.lastIndex(of: UInt8(ascii: "/"))
        return Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
    }
}
