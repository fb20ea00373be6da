import PhotoIndex
import PhotoModel
package import SystemPackage

/// What the trash contains of the photos that a run removed.
package struct TrashedRun: Hashable, Sendable {
    /// The run's number.
    package let run: Int64
    /// When the run began, in nanoseconds since 1970-01-01T00:00:00Z; nil if unknown.
    package fileprivate(set) var removed: Int64?
    /// The number of groups of which the trash has a file.
    package fileprivate(set) var groups = 0
    /// The number of their photos that are in the trash.
    package fileprivate(set) var photos = 0
    /// The number of files in the trash.
    package fileprivate(set) var files = 0
    /// The size of those files, in bytes.
    package fileprivate(set) var bytes: Int64 = 0
}

extension Library {
    /// What the trash contains of each run's purges, according to the disk: users empty their trash by other means too.
    ///
    /// - Returns: the runs of which it contains something, the newest first.
    package func trash(in environment: Environment) throws -> [TrashedRun] {
        let service = environment.trashService(.trash)
        var byRun: [Int64: TrashedRun] = [:]
        try index.removedGroups { run, group in
            let there = group.parked(in: service)
            if there.isEmpty { return true }
            var trashed = byRun[run] ?? TrashedRun(run: run)
            trashed.groups += 1
            trashed.photos += there.count { group.action.members[$0.place].role != .sidecar }
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

extension TrashedRun {
    fileprivate init(run: Int64) { self.run = run }
}

extension RemovedGroup {
    /// The files of a group that are still in the trash, without those that cannot be examined.
    ///
    /// - Returns: the index of each among the members, its path and ticket, and the file.
    func parked(in service: any TrashService) -> [(place: Int, removal: TicketedRemoval, file: ParkedFile)] {
        looks(in: service).compactMap { place, removal, look in
            guard case .success(let file?) = look, file.isRegular else { return nil }
            return (place, removal, file)
        }
    }

    /// Looks in the trash for each file of a group that is neither back nor was removed from it.
    ///
    /// - Returns: for each file that went there, its index among the members, its path and ticket, and the file, nil
    ///   where there is none, or why it cannot be examined.
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

/// The user's own trash directory: `$XDG_DATA_HOME/Trash`, or `~/.local/share/Trash` if that is not set.
package enum HomeTrashPath {
    /// The trash directory.
    ///
    /// - Parameter variables: the environment. A variable that is empty or not an absolute path is ignored.
    /// - Returns: the path; nil where there is no home.
    package static func path(_ variables: [String: String]) -> FilePath? { all(variables).first }

    /// The trash directory, and the one used by programs without `XDG_DATA_HOME`, such as those started by cron.
    static func all(_ variables: [String: String]) -> [FilePath] {
        BaseDirectory.data.all(variables).map { $0.lexicallyNormalized().appending("Trash") }
    }
}
