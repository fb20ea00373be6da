internal import Foundation
internal import PhotoModel
package import PhotoPipeline
import Synchronization
package import SystemPackage
import Testing

/// A trash in a directory of the test. Files are renamed into it, so they stay the same files.
///
/// It records its calls, can fail on request, and lets a test run code within any of them. Without a directory no call
/// is expected, and each is an issue.
package final class FakeTrashService: TrashService {
    /// One call.
    package enum Call: Hashable, Sendable {
        case prepare(FilePath)
        case park([FilePath])
        case parked(String)
        case open(String)
        case putBack([FilePath])
        case receive(FilePath)
        case finish([FilePath])
        case setAside([FilePath])
        case setBack([FilePath])
        case empty([FilePath])
        case tidy([FilePath])

        /// The kind of call.
        package var step: Step {
            switch self {
            case .prepare: .prepare
            case .park: .park
            case .parked: .parked
            case .open: .open
            case .putBack: .putBack
            case .receive: .receive
            case .finish: .finish
            case .setAside: .setAside
            case .setBack: .setBack
            case .empty: .empty
            case .tidy: .tidy
            }
        }
    }

    /// A kind of call.
    package enum Step: Hashable, Sendable {
        case prepare, park, parked, open, putBack, receive, finish, setAside, setBack, empty, tidy, search
    }

    struct Refusal: Hashable {
        let step: Step
        let subject: String
    }

    struct State {
        var calls: [Call] = []
        var refusals: [Refusal: TrashError] = [:]
        var orphans: Set<String> = []
        var trashed: [TrashedFile] = []
        var permissions: [FilePermissions] = []
        var meddling: (@Sendable (Call) -> Void)?
        var away: FilePath?
    }

    private let directory: FilePath?
    let isPermanent: Bool
    let state = Mutex(State())

    /// - Parameters:
    ///   - directory: an existing directory for the files, on their file system; nil if no call is expected.
    ///   - isPermanent: whether finishing removes the file.
    package init(in directory: FilePath?, isPermanent: Bool = false) {
        self.directory = directory
        self.isPermanent = isPermanent
    }

    package var contents: (any TrashContents)? { isPermanent ? nil : self }
    package var beside: (any ParkingBeside)? { isPermanent ? self : nil }

    /// The calls so far.
    package var calls: [Call] { state.withLock { $0.calls } }

    /// The permissions of files that were created to be filled.
    package var permissions: [FilePermissions] { state.withLock { $0.permissions } }

    /// Makes a step fail for a path, or for a ticket if the call has no path, without being carried out; nil makes it
    /// work again.
    package func refuse(_ step: Step, for subject: String, with error: TrashError?) {
        state.withLock { $0.refusals[Refusal(step: step, subject: subject)] = error }
    }

    /// Makes a step work again for a path or a ticket.
    package func allow(_ step: Step, for subject: String) {
        state.withLock { $0.refusals[Refusal(step: step, subject: subject)] = nil }
    }

    /// Tickets with data besides the file. A test adds some to simulate the remains of a run.
    package var orphans: Set<String> {
        get { state.withLock { $0.orphans } }
        set { state.withLock { $0.orphans = newValue } }
    }

    /// The trash's contents from runs that are not in the test's index.
    package var trashed: [TrashedFile] {
        get { state.withLock { $0.trashed } }
        set { state.withLock { $0.trashed = newValue } }
    }

    package func trashed(from directories: [FilePath]) throws(TrashError) -> [TrashedFile] {
        if let error = state.withLock({ $0.refusals[Refusal(step: .search, subject: "")] }) { throw error }
        return trashed
    }

    /// Makes the trash, at this path, missing for queries about the progress of removals; nil ends that.
    package func setAway(_ path: FilePath?) { state.withLock { $0.away = path } }

    /// Runs code at the beginning of every call, to hold it or to change files.
    package func whenCalled(_ body: @escaping @Sendable (Call) -> Void) {
        state.withLock { $0.meddling = body }
    }

    /// Stops running that code, which may retain this service.
    package func leaveAlone() {
        state.withLock { $0.meddling = nil }
    }

    package func prepare(_ paths: [FilePath], run: Int64, firstNumber: Int) -> [Result<String, TrashError>] {
        paths.enumerated().map { index, path in
            Result { () throws(TrashError) in
                _ = try enter(.prepare(path), path.string)
                guard isPermanent || FileManager.default.fileExists(atPath: path.removingLastComponent().string) else {
                    throw TrashError(.missing, "its directory is not there")
                }
                return "\(isPermanent ? "permanent" : "trash") \(run)-\(firstNumber + index)"
            }
        }
    }

    package func park(_ removals: [TicketedRemoval]) -> [TrashError?] {
        each(.park(removals.map(\.path)), removals.map { ($0, $0.path.string) }) {
            removal, directory throws(TrashError) in
            guard try Self.status(removal.path, or: .missing)?.isRegular == true else {
                throw TrashError(.changed, "is no regular file")
            }
            try Self.rename(removal.path, to: try Self.place(removal.ticket, directory), orThrow: .taken)
        }
    }

    package func parked(_ tickets: [String]) -> [Result<ParkedFile?, TrashError>] {
        tickets.map { ticket in
            Result { () throws(TrashError) in
                try Self.status(try Self.place(holding: ticket, try enter(.parked(ticket), ticket)), or: nil)
            }
        }
    }

    package func standings(of removals: [TicketedRemoval]) -> [Result<RemovalStanding, TrashError>] {
        zip(removals, parked(removals.map(\.ticket))).map { removal, parked in
            Result { () throws(TrashError) in
                if try parked.get() != nil { return .parked }
                let isOwn = Self.isDirectory(removal.path.removingLastComponent())
                if isOwn, try Self.status(removal.path, or: nil) != nil { return .home }
                if let away = state.withLock(\.away) { return .away(away) }
                return isOwn ? .gone : .lost
            }
        }
    }

    package func place(of ticket: String) throws(TrashError) -> FilePath { try Self.place(ticket, try home()) }

    package func moved(_ removal: TicketedRemoval, to directory: FilePath) throws(TrashError) -> TicketedRemoval {
        TicketedRemoval(path: directory.appending(removal.path.lastComponent?.string ?? ""), ticket: removal.ticket)
    }

    package func open(_ ticket: String) throws(TrashError) -> FileDescriptor {
        let place = try Self.place(holding: ticket, try enter(.open(ticket), ticket))
        guard try Self.status(place, or: .missing)?.isRegular == true else {
            throw TrashError(.changed, "is no regular file")
        }
        guard let file = try? FileDescriptor.open(place, .readOnly, options: [.noFollow, .closeOnExec]) else {
            throw TrashError(.missing, "is not there")
        }
        return file
    }

    package func putBack(_ removals: [TicketedRemoval]) -> [TrashError?] {
        each(.putBack(removals.map(\.path)), removals.map { ($0, $0.path.string) }) {
            removal, directory throws(TrashError) in
            let place = try Self.place(holding: removal.ticket, directory)
            if try Self.status(place, or: nil) == nil {
                _ = try Self.status(removal.path, or: .missing)
                return
            }
            let parent = removal.path.removingLastComponent().string
            try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
            try Self.rename(place, to: removal.path, orThrow: .occupied)
        }
    }

    package func receive(
        _ removal: TicketedRemoval, permissions: FilePermissions
    ) throws(TrashError) -> FileDescriptor {
        let place = try Self.place(removal.ticket, try enter(.receive(removal.path), removal.path.string))
        state.withLock { $0.permissions.append(permissions) }
        let options: FileDescriptor.OpenOptions = [.create, .exclusiveCreate, .closeOnExec]
        let parent = removal.path.removingLastComponent().string
        try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        guard let file = try? FileDescriptor.open(place, .readWrite, options: options, permissions: permissions) else {
            throw TrashError(.taken, "something has the name")
        }
        return file
    }

    package func finish(_ groups: [[RemovalProof]]) -> [[TrashError?]] {
        end(.finish(groups.flatMap(\.self).map(\.removal.path)), groups, removing: isPermanent) {
            ticket, directory throws(TrashError) in
            try Self.place(ticket, directory)
        }
    }

    /// Ends groups. If one file is not the proven one, nothing of its group is removed. A refused file cannot be
    /// removed when its turn comes.
    func end(
        _ call: Call, _ groups: [[RemovalProof]], removing: Bool,
        _ place: (String, FilePath) throws(TrashError) -> FilePath
    ) -> [[TrashError?]] {
        note(call)
        return groups.map { group in
            var results = group.map { proof in
                failure { () throws(TrashError) in
                    if removing { try proof.checkUnwritten() }
                    guard try Self.status(place(proof.removal.ticket, home()), or: .missing) == proof.file else {
                        throw TrashError(.changed, "is another")
                    }
                }
            }
            for (index, proof) in group.enumerated() where results.allSatisfy({ $0 == nil || $0?.kind == .missing }) {
                guard results[index] == nil else { continue }
                results[index] = failure { () throws(TrashError) in
                    let place = try place(proof.removal.ticket, try answer(call, proof.removal.path.string))
                    if removing {
                        try proof.remove { try? FileManager.default.removeItem(atPath: place.string) }
                    }
                }
            }
            return results
        }
    }

    private func failure(_ body: () throws(TrashError) -> Void) -> TrashError? {
        do throws(TrashError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    func each<Element>(
        _ call: Call, _ elements: [(Element, String)], _ body: (Element, FilePath) throws(TrashError) -> Void
    ) -> [TrashError?] {
        note(call)
        return elements.map { element, subject in
            do throws(TrashError) {
                try body(element, try answer(call, subject))
                return nil
            } catch {
                return error
            }
        }
    }

    private func enter(_ call: Call, _ subject: String) throws(TrashError) -> FilePath {
        note(call)
        return try answer(call, subject)
    }

    func note(_ call: Call) {
        let meddling = state.withLock { state in
            state.calls.append(call)
            return state.meddling
        }
        meddling?(call)
    }

    func answer(_ call: Call, _ subject: String) throws(TrashError) -> FilePath {
        if let error = state.withLock({ $0.refusals[Refusal(step: call.step, subject: subject)] }) { throw error }
        if directory == nil { Issue.record("Nothing was expected to be removed: \(call)") }
        return try home()
    }

    private func home() throws(TrashError) -> FilePath {
        guard let directory else { throw TrashError(.failed, "the test has no trash") }
        return directory
    }
}
