import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Restores groups together, sharing the commits of the journal and the waits for disks.
///
/// The order of the steps must not change: first tickets, then the intents, which hold the photos that come back; then
/// everything that takes long or may fail, that is, fetching copies from destinations; only then names, for files from
/// the trash and fetched ones together; then the outcomes.
///
/// Between the first and the last name of a group little can fail: names were checked, files were proved, and fetched
/// copies are on the same file system. If something fails, files that have their names keep them. To take the names
/// away again would be a removal that nobody asked for, without the proof at a destination that a removal needs, of
/// whatever has that name by then. Then the group has failed, and its files are held; the next undo finds these files
/// under their names and restores the others.
struct BatchReturn {
    let index: PhotoIndex
    /// The run's number in the journal.
    let run: Int64
    let files: FileNumbers
    let environment: Environment
    let progress: ByteProgress
    /// One service for each way, used for all steps: a service that makes a file knows its directory even after a
    /// rename.
    private let services: [RemovalWay: any TrashService]

    init(index: PhotoIndex, run: Int64, files: FileNumbers, environment: Environment, progress: ByteProgress) {
        self.index = index
        self.run = run
        self.files = files
        self.environment = environment
        self.progress = progress
        services = Dictionary(uniqueKeysWithValues: RemovalWay.allCases.map { ($0, environment.trashService($0)) })
    }

    private func service(_ way: RemovalWay) -> any TrashService { services[way] ?? environment.trashService(way) }

    /// Restores groups.
    ///
    /// - Returns: the groups that ended, already recorded in the journal unless they have leftovers.
    func bringBack(_ looked: [GroupToReturn]) async throws -> [GroupToReturn] {
        var groups = looked
        for place in groups.indices { prepare(&groups[place]) }
        try announce(&groups)
        for place in groups.indices where groups[place].isAnnounced {
            if environment.interruption.signal != nil { groups[place].end(.skipped, .interrupted) }
            await fetch(&groups[place])
        }
        giveNames(&groups)
        for place in groups.indices {
            tidyUp(&groups[place])
            groups[place].leaveForLaterRun()
            for words in groups[place].lacks { groups[place].add(words) }
        }
        let over = groups.filter { !$0.hasLeftovers }
        try index.conclude(over.map(\.outcome), run: run, at: environment.clock.now)
        return groups
    }

    /// Chooses tickets for the files that have to be fetched. Those of a killed run have one.
    private func prepare(_ group: inout GroupToReturn) {
        let first = files.take(group.members.count)
        for (index, file) in group.members.enumerated() where group.isOpen {
            guard case .copied(let copies) = file, let copy = copies.first else { continue }
            let member = group.action.members[index]
            if group.isInterrupted {
                guard member.ticket.flatMap(RemovalWay.init(ticket:)) == .permanent else {
                    group.end(.failed, .notFound, "\(member.shownPath) is no longer in the trash")
                    continue
                }
                continue
            }
            do throws(TrashError) {
                group.action.members[index].ticket = try service(.permanent)
                    .prepare(member.path, run: run, number: first + index)
                group.action.members[index].target = copy.receipt.target
                group.action.destination = DestinationName(
                    id: copy.destination.destination?.id, name: copy.destination.name)
            } catch {
                group.end(error)
            }
        }
    }

    /// Records the intents durably, with the holds that keep the photos.
    private func announce(_ groups: inout [GroupToReturn]) throws {
        let new = groups.indices.filter { groups[$0].isOpen && !groups[$0].isAnnounced }
        if new.isEmpty { return }
        for (place, intent) in zip(new, try index.intendUndo(new.map { groups[$0].action }, run: run)) {
            groups[place].note(intent)
        }
    }

    /// Fetches the files that exist only at destinations.
    private func fetch(_ group: inout GroupToReturn) async {
        for (index, file) in group.members.enumerated() where group.isOpen {
            let member = group.action.members[index]
            guard let ticket = member.ticket else { continue }
            let removal = TicketedRemoval(path: member.path, ticket: ticket)
            let waiting = waitingFile(member, removal)
            do throws(ReturningFile.Failure) {
                switch file {
                case .copied(let copies):
                    if group.isInterrupted, await !waiting.removeLeftover(copies) {
                        throw .library(TrashError(.failed, "the file where it was to be fetched is another one"))
                    }
                    let fetched = try await waiting.fetch(
                        from: copies, progress: progress, hasLeftover: &group.hasLeftovers)
                    group.members[index] = .parked(
                        ParkedName(removal: removal, way: .permanent, file: fetched, proven: nil))
                case .parked(var parked) where parked.way == .permanent:
                    parked.file = try waiting.complete()
                    group.members[index] = .parked(parked)
                default:
                    progress.add(member.fingerprint.size)
                }
            } catch {
                switch error {
                case .library(let error): group.end(error)
                case .destination(let error): group.end(error)
                }
            }
        }
    }

    private func waitingFile(_ member: Action.Member, _ removal: TicketedRemoval) -> ReturningFile {
        ReturningFile(member: member, removal: removal, environment: environment, service: service(.permanent))
    }

    /// Gives the files of all groups their names, and checks the result.
    private func giveNames(_ groups: inout [GroupToReturn]) {
        for way in RemovalWay.allCases {
            var places: [(group: Int, file: Int, parked: ParkedName)] = []
            for group in groups.indices where groups[group].isOpen && groups[group].isAnnounced {
                for (file, state) in groups[group].members.enumerated() {
                    if case .parked(let parked) = state, parked.way == way { places.append((group, file, parked)) }
                }
            }
            if places.isEmpty { continue }
            let errors = service(way).putBack(places.map(\.parked.removal))
            for (place, error) in zip(places, errors) {
                do throws(TrashError) {
                    if let error { throw error }
                    let status = try status(of: place.parked)
                    if let status { groups[place.group].noteDifferences(of: place.file, status) }
                    groups[place.group].members[place.file] = .back(
                        status?.fingerprint ?? place.parked.file.fingerprint)
                } catch {
                    groups[place.group].end(error)
                }
            }
        }
    }

    /// The status of a file that has its name again; nil if somebody has meanwhile renamed its directory or taken the
    /// file: it was back.
    private func status(of parked: ParkedName) throws(TrashError) -> FileStatus? {
        let status: FileStatus
        do throws(Errno) {
            status = try LibraryFiles().status(of: parked.removal.path)
        } catch .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels {
            return nil
        } catch {
            throw TrashError(error, doing: "cannot be looked at")
        }
        guard ParkedFile(status) == parked.file else { throw TrashError(.changed, "is not the file that was restored") }
        return status
    }

    /// Ends the groups whose files are back, and removes what was fetched for the others.
    private func tidyUp(_ group: inout GroupToReturn) {
        if group.isOpen, group.isAnnounced, group.isBack {
            for (index, file) in group.members.enumerated() {
                if case .back(let fingerprint) = file { group.action.members[index].fingerprint = fingerprint }
            }
            (group.action.state, group.action.why) = (.done, group.wasBack ? .alreadyThere : nil)
            return
        }
        for (index, file) in group.members.enumerated() {
            guard case .parked(let parked) = file, parked.way == .permanent, group.isAnnounced else { continue }
            let waiting = waitingFile(group.action.members[index], parked.removal)
            // What a killed run fetched stays until it can have its name: it may be the only copy by now.
            if group.isInterrupted || !waiting.remove(parked.file.identity) { group.hasLeftovers = true }
        }
    }
}
