import PhotoIndex
import PhotoModel
package import SystemPackage

/// What the trash holds of the photos that a run removed.
package struct TrashedRun: Hashable, Sendable {
    /// The run.
    package let run: Int64
    /// When it began, nanoseconds since 1970-01-01T00:00:00Z; nil where nobody knows any more.
    package fileprivate(set) var removed: Int64?
    /// Groups of which the trash has a file.
    package fileprivate(set) var groups = 0
    /// The files that it has.
    package fileprivate(set) var files = 0
    /// Their bytes.
    package fileprivate(set) var bytes: Int64 = 0
}

extension Library {
    /// What the trash holds of each run's purges, looked at on the disk: users empty their trash by other means too.
    ///
    /// - Parameter environment: the world.
    /// - Returns: the runs of which it holds something, the newest first.
    /// - Throws: `PipelineError` where the index fails.
    package func trash(in environment: Environment) throws(PipelineError) -> [TrashedRun] {
        try translatingIndexErrors {
            let service = environment.trashService(.trash)
            var byRun: [Int64: TrashedRun] = [:]
            try index.removedGroups { run, group in
                let there = group.parked(in: service)
                if there.isEmpty { return true }
                var trashed = byRun[run] ?? TrashedRun(run: run)
                trashed.groups += 1
                trashed.files += there.count
                trashed.bytes += there.reduce(0) { $0 + $1.file.size }
                byRun[run] = trashed
                return true
            }
            guard let oldest = byRun.keys.min() else { return [] }
            try index.runs(limit: nil) { record in
                byRun[record.id]?.removed = record.started
                return record.id > oldest
            }
            return byRun.values.sorted { $0.run > $1.run }
        }
    }
}

extension TrashedRun {
    fileprivate init(run: Int64) { self.run = run }
}

extension RemovedGroup {
    /// The files of a group that are in the trash still. What is there, but cannot be looked at, is not among them.
    ///
    /// - Parameter service: the trash.
    /// - Returns: the place of each among the members, its path and ticket, and what lies there.
    func parked(in service: any TrashService) -> [(place: Int, removal: TicketedRemoval, file: ParkedFile)] {
        looks(in: service).compactMap { place, removal, look in
            guard case .success(let file?) = look, file.isRegular else { return nil }
            return (place, removal, file)
        }
    }

    /// Looks where the trash has each file of a group that is neither back nor was taken out of it.
    ///
    /// - Parameter service: the trash.
    /// - Returns: the place of each file that went there among the members, its path and ticket, and what lies there,
    ///   nil where nothing does, or why nobody could look.
    func looks(
        in service: any TrashService
    ) -> [(place: Int, removal: TicketedRemoval, look: Result<ParkedFile?, TrashError>)] {
        if isUndone || emptiedAt != nil { return [] }
        let trashed = action.members.enumerated().compactMap { place, member in
            member.trashed.map { (place: place, removal: $0) }
        }
        return zip(trashed, service.parked(trashed.map(\.removal.ticket))).map { ($0.place, $0.removal, $1) }
    }
}

/// Where the user's own trash directory is: `$XDG_DATA_HOME/Trash`, where that is not set `~/.local/share/Trash`.
package enum HomeTrashPath {
    /// The trash directory.
    ///
    /// - Parameter variables: the environment. A variable that is empty or no absolute path does not count.
    /// - Returns: the path; nil where there is no home.
    package static func path(_ variables: [String: String]) -> FilePath? { all(variables).first }

    /// The trash directory, and the one that programs have which are told nothing of `XDG_DATA_HOME`, as cron's.
    static func all(_ variables: [String: String]) -> [FilePath] {
        BaseDirectory.data.all(variables).map { $0.lexicallyNormalized().appending("Trash") }
    }
}
