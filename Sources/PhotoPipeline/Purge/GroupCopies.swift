import PhotoIndex
import PhotoModel

/// Finds the copies of a group that is about to be removed permanently and is no longer in the library: it is in the
/// trash, or parked by a killed run. Each copy is read and compared with its open file.
struct GroupCopies {
    /// The files of a group, open and hashed; nil for a file that is already gone.
    typealias Files = [(member: Action.Member, file: ProvenFile?)]

    /// The copies of a group at one destination.
    struct CopiesAtDestination: Sendable {
        let destination: OpenDestination
        let found: FoundCopies
    }

    /// Why there are fewer copies than required.
    enum Shortfall: Error {
        /// A destination cannot be reached; usually it is not mounted.
        case unreached(String)
        /// A copy or a file cannot be read, or the user asked to stop.
        case unreadable(UploadError)
        /// There is certainly no copy.
        case missing(String)

        /// The cause in words.
        var words: String {
            switch self {
            case .unreached(let words), .missing(let words): words
            case .unreadable(let error): error.detail
            }
        }
    }

    private let require: Int
    private let finder: CopyFinder
    private let environment: Environment

    /// - Throws: `IndexError`; `PipelineError` where the configuration gives a name to two places.
    init(index: PhotoIndex, destinations: OpenDestinations, environment: Environment) throws {
        require = destinations.require
        finder = try CopyFinder(index: index, destinations: destinations, isToFetch: false)
        self.environment = environment
    }

    /// Finds a copy of each file at the same destination, at as many destinations as required.
    ///
    /// - Parameters:
    ///   - files: the group's files.
    ///   - first: the destination to ask before the others.
    func find(
        _ files: Files, first: DestinationName?
    ) async throws -> Result<[CopiesAtDestination], Shortfall> {
        var wanted: [CopyFinder.Found] = []
        for (member, _) in files { wanted.append(try await finder.copies(of: member, first: first)) }
        var there: [CopiesAtDestination] = []
        var failures = SearchFailures(files, wanted)
        for row in wanted.first?.rows ?? [] where there.count < require {
            let others = OtherFiles(sources: files.compactMap(\.file?.identity), counted: there.map(\.found))
            if let copies = await copies(of: files, at: row, wanted, besides: others, &failures) {
                there.append(copies)
            }
            if let stop = failures.stop { return .failure(.unreadable(stop)) }
        }
        if there.count >= require, !there.isEmpty { return .success(there) }
        return .failure(failures.shortfall(found: there.count, require: require))
    }

    /// The copies at one destination; nil if one of the files has none there.
    private func copies(
        of files: Files, at row: Int64, _ wanted: [CopyFinder.Found], besides others: OtherFiles,
        _ failures: inout SearchFailures
    ) async -> CopiesAtDestination? {
        var found = FoundCopies(destination: row, receipts: [], copies: [])
        var destination: OpenDestination?
        for ((member, file), some) in zip(files, wanted) {
            var isThere = false
            for copy in some.copies where copy.row == row && !isThere {
                destination = copy.destination
                do throws(UploadError) {
                    isThere = try await add(copy, of: member, file, besides: others, to: &found)
                } catch {
                    failures.note(error, at: member)
                    if failures.stop != nil { return nil }
                }
            }
            if !isThere {
                failures.noteMissing(member)
                return nil
            }
        }
        return destination.map { CopiesAtDestination(destination: $0, found: found) }
    }

    /// Checks a copy, and adds it to those found if it is good. For a file that is gone, only the journal's record can
    /// be compared.
    ///
    /// - Returns: whether it is good.
    private func add(
        _ copy: CopyFinder.Copy, of member: Action.Member, _ file: ProvenFile?, besides others: OtherFiles,
        to found: inout FoundCopies
    ) async throws(UploadError) -> Bool {
        let stored = try await copy.destination.service.call { service throws(UploadError) in
            try await service.inspect(copy.receipt.target)
        }
        guard let file else {
            if case .good = CopyPolicy.compare(stored, with: RecordedContent(member)) { return true }
            return false
        }
        guard case .good(let verified) = try file.verification(of: stored, besides: others, in: environment) else {
            return false
        }
        found.receipts.append(copy.receipt)
        found.copies.append(verified)
        return true
    }
}

/// What prevented copies from being found.
private struct SearchFailures {
    /// A request to stop.
    private(set) var stop: UploadError?
    private var unreached: String?
    private var unreadable: UploadError?
    private var missing: Action.Member?

    init(_ files: GroupCopies.Files, _ wanted: [CopyFinder.Found]) {
        for ((member, _), found) in zip(files, wanted) {
            unreached = unreached ?? found.unreached.map { member.described($0) }
            if found.copies.isEmpty { missing = missing ?? member }
        }
    }

    mutating func note(_ error: UploadError, at member: Action.Member) {
        if error.kind == .interrupted { stop = error }
        unreadable = unreadable ?? UploadError(error.kind, member.described(error.detail))
    }

    mutating func noteMissing(_ member: Action.Member) { missing = missing ?? member }

    /// If a destination could not be asked, it is unknown whether there is a copy: that is a failure to report, not a
    /// finding.
    func shortfall(found: Int, require: Int) -> GroupCopies.Shortfall {
        if let unreached { return .unreached(unreached) }
        if let unreadable { return .unreadable(unreadable) }
        let why =
            found == 0
            ? "no destination has a copy"
            : "only \(found) of the \(require) required destinations \(found == 1 ? "has" : "have") a copy"
        return .missing(missing.map { $0.described(why) } ?? why)
    }
}
