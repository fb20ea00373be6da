import PhotoIntake
package import PhotoModel
package import SystemPackage

/// Reads single files, with the sidecars beside them, for a person who asks: no index, no judgement.
package struct Inspection {
    /// A file that is no photo, with why.
    package struct Refusal: Error {
        /// The problem.
        package let finding: Finding
    }

    let clock: any Clock
    var company = Company()

    package init(clock: any Clock) {
        self.clock = clock
    }

    /// What one file says of itself, its sidecars where it is silent, and what belongs to it. Links are followed;
    /// relative paths start at the process's directory. A sidecar is refused, unless `includingSidecars` has it shown as
    /// what it says of its photo.
    package mutating func read(_ path: FilePath, includingSidecars: Bool = false) -> Result<Photo, Refusal> {
        var reader = PhotoReader()
        switch reader.read(path: path, now: clock.now, sidecars: company.sidecars(of: path)) {
        case .failure(let failure):
            return .failure(refusal(path, failure.kind, failure.detail))
        case .success(let reading):
            switch reading.content {
            case .photo(let facts):
                var photo = photo(path, facts, reading.fingerprint)
                photo.members = members(path, facts, bytes: photo.bytes)
                return .success(photo)
            case .sidecar(let format, let said) where includingSidecars:
                return .success(sidecar(path, format, said, reading.fingerprint))
            case .sidecar(let format, _):
                return .failure(refusal(path, .unsupported, "is a sidecar (\(format.rawValue)), no photo"))
            case .other(let format): return .failure(refusal(path, .unsupported, "\(format) files are not read"))
            case .broken(let kind, let detail): return .failure(refusal(path, kind, detail))
            }
        }
    }

    private func photo(_ path: FilePath, _ facts: PhotoFacts, _ fingerprint: Fingerprint) -> Photo {
        var facts = facts
        facts.captureTime = facts.ownCaptureTime
        return Photo(
            path: path, bytes: fingerprint.size, modified: fingerprint.modified, facts: facts,
            members: [])
    }

    private func sidecar(
        _ path: FilePath, _ format: SidecarFormat, _ said: SourceFacts?, _ fingerprint: Fingerprint
    ) -> Photo {
        // The photo's own format is not known; the sidecar's is told in its place.
        var facts = PhotoFacts(format: .jpeg)
        if let said { facts.add(said) }
        var photo = photo(path, facts, fingerprint)
        photo.sidecar = format
        photo.members = [Photo.Member(path: path, role: .sidecar, bytes: fingerprint.size)]
        return photo
    }

    private func refusal(_ path: FilePath, _ kind: Finding.Kind, _ detail: String) -> Refusal {
        Refusal(finding: Finding(path: path, kind: kind, detail: detail))
    }
}
