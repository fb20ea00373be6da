import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// The problems that earlier scans reported: tells which findings of a scan are new, and which a person has accepted.
struct ProblemBook {
    private let known: [FilePath: [KnownProblem]]

    /// - Throws: `IndexError`.
    init(_ index: PhotoIndex) throws(IndexError) {
        known = Dictionary(grouping: try index.problems()) { $0.finding.path }
    }

    /// Whether an earlier scan reported the same problem. A parked photo is reported until it has its own name, and a
    /// file that was accepted is reported once more when it has changed.
    func knows(_ finding: Finding) -> Bool {
        guard finding.kind != .parked, let problem = problem(finding) else { return false }
        return problem.accepted == nil || accepts(finding)
    }

    /// Whether a person has accepted the problem for the file's current state.
    func accepts(_ finding: Finding) -> Bool {
        guard finding.kind.isAcceptable, let accepted = problem(finding)?.accepted else { return false }
        return AcceptedFile(at: finding.path) == accepted
    }

    private func problem(_ finding: Finding) -> KnownProblem? {
        known[finding.path]?.first { $0.finding.kind == finding.kind && $0.finding.detail == finding.detail }
    }
}

extension AcceptedFile {
    /// A file's current state; nil if it does not exist or is not a file.
    init?(at path: FilePath) {
        guard let status = try? FileStatus(at: path), status.isRegular else { return nil }
        self.init(size: status.fingerprint.size, modified: status.fingerprint.modified)
    }
}
