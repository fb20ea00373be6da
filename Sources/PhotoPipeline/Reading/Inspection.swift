import PhotoIntake
package import PhotoModel
package import SystemPackage

/// Reads single files for a person who asks: no index, no judgement.
package struct Inspection: Sendable {
    /// A file that is no photo, with why.
    package struct Refusal: Error {
        /// The problem.
        package let finding: Finding
    }

    private let clock: any Clock

    package init(clock: any Clock) {
        self.clock = clock
    }

    /// What one file says of itself. Links are followed; relative paths start at the process's directory.
    package func read(_ path: FilePath) -> Result<Photo, Refusal> {
        var reader = PhotoReader()
        switch reader.read(path: path, now: clock.now) {
        case .failure(let failure):
            return .failure(refusal(path, failure.kind, failure.detail))
        case .success(let reading):
            switch reading.content {
            case .photo(let facts): return .success(photo(path, facts, reading.fingerprint))
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
            members: [Photo.Member(path: path, role: .still, bytes: fingerprint.size)])
    }

    private func refusal(_ path: FilePath, _ kind: Finding.Kind, _ detail: String) -> Refusal {
        Refusal(finding: Finding(path: path, kind: kind, detail: detail))
    }
}
