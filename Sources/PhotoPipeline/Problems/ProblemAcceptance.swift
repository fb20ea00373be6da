import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Accepts the problems of files in their current state, as a person decided: scans no longer report them, and end with
/// 0. Nothing else changes: the group of such a file is neither sent nor removed.
package struct ProblemAcceptance {
    private let path: FilePath
    private let isDryRun: Bool
    private let environment: Environment

    package init(index path: FilePath, isDryRun: Bool, environment: Environment) {
        self.path = path
        self.isDryRun = isDryRun
        self.environment = environment
    }

    /// Why a problem is not accepted.
    package enum Refusal: Hashable, Sendable, Error {
        /// No scan has reported a problem of the file.
        case noProblem
        /// Problems of this kind have to be solved, since it is unknown what is behind them.
        case notAcceptable(Finding)
        /// The file is missing, or is not the one that a scan saw.
        case changed
    }

    /// Accepts the problems of files.
    ///
    /// - Parameters:
    ///   - files: absolute.
    ///   - show: called for each with the accepted problem, or why it is not accepted.
    package func accept(
        _ files: [FilePath], show: (FilePath, Result<Finding, Refusal>) throws -> Void
    ) throws {
        let index = try writeIndex(at: path, owner: environment.owner, isDryRun: isDryRun, mustExist: true)
        let known = Dictionary(grouping: try index.problems()) { $0.finding.path }
        for file in files.map({ $0.lexicallyNormalized() }) {
            let result = Result { () throws(Refusal) in try finding(of: file, known[file] ?? []) }
            if case .success = result, let now = AcceptedFile(at: file) {
                try index.accept(file, as: now, at: environment.clock.now)
            }
            try show(file, result)
        }
    }

    private func finding(of file: FilePath, _ problems: [KnownProblem]) throws(Refusal) -> Finding {
        guard let first = problems.first?.finding else { throw .noProblem }
        if let other = problems.map(\.finding).first(where: { !$0.kind.isAcceptable }) { throw .notAcceptable(other) }
        if AcceptedFile(at: file) == nil { throw .changed }
        return first
    }
}

/// A problem for display.
package struct ProblemView: Hashable, Sendable {
    package let finding: Finding
    /// When a scan first reported it, in nanoseconds since 1970-01-01T00:00:00Z.
    package let since: Int64
    /// Whether a person has accepted it and the file has not changed since.
    package let isAccepted: Bool
}

extension Library {
    /// The files in formats that are not read, in the order of their paths. They are no problems: nothing is wrong with
    /// them.
    package func unsupportedFiles() throws -> [Finding] {
        try index.unsupportedFiles().map { file in
            Finding(path: file.path, kind: .unsupported, detail: "\(file.format) files are not read")
        }
    }

    /// The problems that the last scans found, in the order of the paths.
    package func problems() throws -> [ProblemView] {
        let book = try ProblemBook(index)
        return try index.problems().map { problem in
            ProblemView(
                finding: problem.finding, since: problem.since, isAccepted: book.accepts(problem.finding))
        }
    }
}

/// The problems that earlier scans reported: tells which findings of a scan are new, and which a person has accepted.
struct ProblemBook {
    private let known: [FilePath: [KnownProblem]]

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
