import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// Finds photos that have no name of their own just now, since a removal that is under way, or was killed, has parked
/// them: in time for a person who wants to keep one.
struct ParkedPlaces {
    private let index: PhotoIndex
    private let environment: Environment
    private let members: [Action.Member]

    /// - Throws: `IndexError`.
    init(index: PhotoIndex, environment: Environment) throws(IndexError) {
        (self.index, self.environment) = (index, environment)
        members = try index.underWay(.purge).flatMap(\.members)
    }

    /// Hashes a parked file.
    ///
    /// - Parameters:
    ///   - path: the path that it had.
    ///   - hasher: reads it.
    /// - Returns: the file under that path; nil where none of it is parked that is what was to be removed.
    func hash(_ path: FilePath, _ hasher: inout FileHasher) -> HashedFile? {
        for member in members where member.path == path {
            guard let ticket = member.ticket, let way = RemovalWay(ticket: ticket),
                let file = try? environment.trashService(way).open(ticket),
                let hashed = try? hasher.hash(owning: file, as: path), hashed.sha256 == member.sha256
            else { continue }
            return hashed
        }
        return nil
    }
}

extension Finding {
    /// A file that is not there since a purge took it away.
    init(path: FilePath, removedBy run: Int64) {
        self.init(path: path, kind: .missing, detail: "was removed by run \(run)", remedy: .undo(run: run))
    }
}

/// A file that a removal which was killed has given another name for now, or may have.
package struct ParkedPhoto: Hashable, Sendable {
    /// Where it was, and is to be again.
    package let path: FilePath
    /// Where it waits; nil where it is not there, or nobody can look.
    package let place: FilePath?
    /// Why the next command cannot give it its name back; nil where it can, as far as anybody knows.
    package let obstacle: TrashError?
}

extension Library {
    /// The files that removals which were killed have parked: they have another name for now, and the next command that
    /// changes something finishes them or puts them back.
    ///
    /// - Parameter environment: the world, whose trash is asked.
    /// - Returns: the files, in the order of their removal. Those of a run that is under way are not among them.
    /// - Throws: `PipelineError` where the index fails.
    package func parked(in environment: Environment) throws(PipelineError) -> [ParkedPhoto] {
        let actions = try translatingIndexErrors { try index.underWay(.purge) }
        if actions.isEmpty { return [] }
        let runs = try translatingIndexErrors { try index.status().unfinishedRuns }
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
            (place, obstacle) = (nil, (try? standing.get())?.obstacle(removal.path))
        case .failure(let error): (place, obstacle) = (nil, error)
        case .success(.parked):
            place = try? service.place(of: removal.ticket)
            obstacle = SmallFile.exists(path) ? TrashError(.occupied, "another file has its name; move that away") : nil
        }
    }
}
