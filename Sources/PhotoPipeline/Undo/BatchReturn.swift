import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

/// Some groups that come back together: they share the commits of the journal and the waiting for disks.
///
/// The order is the law (SAFETY.md, "Writing down" and "Removing"): tickets first, then the intent, which holds what
/// comes back; then everything that takes long or may fail, the copies of destinations; only then names, the trash's
/// files and the fetched ones together; then the outcome.
///
/// Between the first and the last name of a group little can fail: names were looked at, files were proved, copies lie
/// on the same file system. Where it does, the files that have their names keep them. To take them away again would be
/// a removal that nobody asked for, without the proof at a destination that a removal needs, and of whatever has come
/// to lie there meanwhile. The group has failed then, and they are held; the next undo finds these files at their names
/// and brings the others.
struct BatchReturn {
    let index: PhotoIndex
    /// The run's number in the journal.
    let run: Int64
    let files: FileNumbers
    let environment: Environment
    let progress: ByteProgress
    /// Of each way one for all steps: what makes a file knows where its directory is, also when that is renamed.
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

    /// Brings groups back.
    ///
    /// - Parameter looked: the groups, with where their files are.
    /// - Returns: what became of each, in the journal already where nothing is left to be settled.
    /// - Throws: `IndexError`.
    func bringBack(_ looked: [UndoAct.Group]) async throws -> [UndoAct.Group] {
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
            groups[place].leaveWhatWaits()
            for words in groups[place].details.lacks { groups[place].add(words) }
        }
        let over = groups.filter { !$0.hasLeftovers }
        try index.conclude(over.map(\.outcome), run: run, at: environment.clock.now)
        return groups
    }

    /// Finds names for the files that have to be fetched. What a killed run was to fetch has one.
    private func prepare(_ group: inout UndoAct.Group) {
        let first = files.take(group.members.count)
        for (place, file) in group.members.enumerated() where group.isOpen {
            guard case .copied(let copies) = file, let copy = copies.first else { continue }
            let member = group.action.members[place]
            if group.details.isInterrupted {
                guard member.ticket.flatMap(RemovalWay.init(ticket:)) == .permanent else {
                    group.end(.failed, .notFound, "\(member.shownPath) is no longer in the trash")
                    continue
                }
                continue
            }
            do throws(TrashError) {
                group.action.members[place].ticket = try service(.permanent)
                    .prepare(member.path, run: run, number: first + place)
                group.action.members[place].target = copy.receipt.target
                group.action.destination = DestinationName(
                    id: copy.destination.destination?.id, name: copy.destination.name)
            } catch {
                group.end(error)
            }
        }
    }

    /// Writes down what is about to come back, durably, with the holds that keep it.
    private func announce(_ groups: inout [UndoAct.Group]) throws {
        let new = groups.indices.filter { groups[$0].isOpen && !groups[$0].isAnnounced }
        if new.isEmpty { return }
        for (place, intent) in zip(new, try index.intendUndo(new.map { groups[$0].action }, run: run)) {
            groups[place].note(intent)
        }
    }

    /// Fills the files that are nowhere but at destinations.
    private func fetch(_ group: inout UndoAct.Group) async {
        for (place, file) in group.members.enumerated() where group.isOpen {
            let member = group.action.members[place]
            guard let ticket = member.ticket else { continue }
            let removal = TicketedRemoval(path: member.path, ticket: ticket)
            let waiting = waitingFile(member, removal)
            do throws(WaitingFile.Failure) {
                switch file {
                case .copied(let copies):
                    if group.details.isInterrupted, await !waiting.removeLeftover(copies) {
                        throw .library(TrashError(.failed, "the file where it was to be fetched is another one"))
                    }
                    let fetched = try await waiting.fetch(
                        from: copies, progress: progress, hasLeftover: &group.hasLeftovers)
                    group.members[place] = .parked(
                        ParkedName(removal: removal, way: .permanent, file: fetched, proven: nil))
                case .parked(var parked) where parked.way == .permanent:
                    parked.file = try waiting.complete()
                    group.members[place] = .parked(parked)
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

    private func waitingFile(_ member: Action.Member, _ removal: TicketedRemoval) -> WaitingFile {
        WaitingFile(member: member, removal: removal, environment: environment, service: service(.permanent))
    }

    /// Gives the files of all groups their names, and makes sure that they have them.
    private func giveNames(_ groups: inout [UndoAct.Group]) {
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
                    if let status { groups[place.group].noteLack(of: place.file, status) }
                    groups[place.group].members[place.file] = .back(
                        status?.fingerprint ?? place.parked.file.fingerprint)
                } catch {
                    groups[place.group].end(error)
                }
            }
        }
    }

    /// The file that has its name again; nil where somebody has renamed its directory since, or taken the file: it was
    /// back.
    private func status(of parked: ParkedName) throws(TrashError) -> FileStatus? {
        let status: FileStatus
        do throws(Errno) {
            status = try LibraryFiles().status(of: parked.removal.path)
        } catch .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels {
            return nil
        } catch {
            throw TrashError(error, doing: "cannot be looked at")
        }
        let print = status.fingerprint
        let now = ParkedFile(
            identity: status.identity, size: print.size, modified: print.modified, isRegular: status.isRegular)
        guard now == parked.file else { throw TrashError(.changed, "is not the file that was restored") }
        return status
    }

    /// Ends the groups whose files are back, and takes away what was fetched for the others.
    private func tidyUp(_ group: inout UndoAct.Group) {
        if group.isOpen, group.isAnnounced, group.isBack {
            for (place, file) in group.members.enumerated() {
                if case .back(let fingerprint) = file { group.action.members[place].fingerprint = fingerprint }
            }
            (group.action.state, group.action.why) = (.done, group.details.wasBack ? .alreadyThere : nil)
            return
        }
        for (place, file) in group.members.enumerated() {
            guard case .parked(let parked) = file, parked.way == .permanent, group.isAnnounced else { continue }
            let waiting = waitingFile(group.action.members[place], parked.removal)
            // What a killed run fetched stays where it is until it can have its name: there may be no other by now.
            if group.details.isInterrupted || !waiting.remove(parked.file.identity) { group.hasLeftovers = true }
        }
    }
}
