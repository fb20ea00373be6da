import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// The problems that earlier scans told: what of a scan's findings is new, and what a person has accepted.
struct ProblemBook {
    private let known: [FilePath: [KnownProblem]]

    /// - Throws: `IndexError`.
    init(_ index: PhotoIndex) throws(IndexError) {
        known = Dictionary(grouping: try index.problems()) { $0.finding.path }
    }

    /// Whether an earlier scan told the very same. A photo that waits under another name is told until it has its own.
    func knows(_ finding: Finding) -> Bool { finding.kind != .parked && problem(finding) != nil }

    /// Whether a person accepts it of the file as it is now.
    func accepts(_ finding: Finding) -> Bool {
        guard finding.kind.isAcceptable, let accepted = problem(finding)?.accepted else { return false }
        return AcceptedFile(at: finding.path) == accepted
    }

    private func problem(_ finding: Finding) -> KnownProblem? {
        known[finding.path]?.first { $0.finding.kind == finding.kind && $0.finding.detail == finding.detail }
    }
}

extension AcceptedFile {
    /// A file as it is now; nil where it is not there, or is none.
    init?(at path: FilePath) {
        guard let status = try? FileStatus(at: path), status.isRegular else { return nil }
        self.init(size: status.fingerprint.size, modified: status.fingerprint.modified)
    }
}
