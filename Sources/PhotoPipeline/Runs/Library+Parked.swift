import PhotoIndex
import PhotoModel
package import SystemPackage

/// A file that a removal which was killed has given another name for now, or may have.
package struct ParkedPhoto: Hashable, Sendable {
    /// Where it was, and is to be again.
    package let path: FilePath
    /// Where it waits; nil where it is not there, or nobody can look.
    package let place: FilePath?
    /// Why the next command cannot give it its name back, with what to do; nil where it can, as far as anybody knows.
    package let obstacle: String?
}

extension Library {
    /// The files that removals which were killed have parked: they have another name for now, and the next command that
    /// changes something finishes them or puts them back.
    ///
    /// - Parameter environment: the world, whose trash is asked.
    /// - Returns: the files, in the order of their removal. Those of a run that is under way are not among them.
    /// - Throws: `PipelineError` where the index fails.
    package func parked(in environment: Environment) throws(PipelineError) -> [ParkedPhoto] {
        let actions = try fromIndex { try index.underWay(.purge) }
        if actions.isEmpty { return [] }
        let runs = try fromIndex { try index.status().unfinishedRuns }
        if runs.contains(where: { $0.command != "scan" && RunProcess(host: $0.host, pid: $0.pid).isAlive }) {
            return []
        }
        return actions.flatMap(\.members).compactMap { member in
            guard let ticket = member.ticket else { return nil }
            let service = environment.trashService(RemovalWay(ticket: ticket) ?? .trash)
            let removal = TicketedRemoval(path: member.path, ticket: ticket)
            return service.standings(of: [removal]).first.flatMap { ParkedPhoto(removal, $0, in: service) }
        }
    }
}

extension ParkedPhoto {
    /// Nil for a file that is under its own name, or gone.
    fileprivate init?(
        _ removal: TicketedRemoval, _ standing: Result<RemovalStanding, TrashError>, in service: any TrashService
    ) {
        path = removal.path
        switch standing {
        case .success(.home), .success(.gone): return nil
        case .success(.lost), .success(.away):
            (place, obstacle) = (nil, (try? standing.get())?.obstacle(removal.path)?.detail)
        case .failure(let error): (place, obstacle) = (nil, error.detail)
        case .success(.parked):
            place = try? service.place(of: removal.ticket)
            obstacle = SmallFile.exists(path) ? "another file has its name; move that away" : nil
        }
    }
}
