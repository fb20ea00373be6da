import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// Finds photos that are parked at the moment, by a removal that is under way or was killed, so that a person can still
/// keep one.
struct ParkedPlaces {
    private let index: PhotoIndex
    private let environment: Environment
    private let members: [Action.Member]

    init(index: PhotoIndex, environment: Environment) throws(IndexError) {
        (self.index, self.environment) = (index, environment)
        members = try index.underWay(.purge).flatMap(\.members)
    }

    /// Hashes a parked file.
    ///
    /// - Parameters:
    ///   - path: the path that it had.
    ///   - hasher: reads it.
    /// - Returns: the file under that path; nil where it is not parked, or is not the file that was to be removed.
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
    /// A file that is missing because a purge removed it.
    init(path: FilePath, removedBy run: Int64) {
        self.init(path: path, kind: .missing, detail: "was removed by run \(run)", remedy: .undo(run: run))
    }
}

/// A file that a killed removal has parked, or may have parked.
package struct ParkedPhoto: Hashable, Sendable {
    /// The path that it had and will have again.
    package let path: FilePath
    /// Where it is parked; nil if it is not there or cannot be looked for.
    package let place: FilePath?
    /// Why the next command cannot rename it back; nil if it can, as far as is known.
    package let obstacle: TrashError?
}

extension Library {
    /// The files that killed removals have parked. They have temporary names until the next command that changes
    /// something finishes them or puts them back.
    ///
    /// - Parameter environment: the world, whose trash is asked.
    /// - Returns: the files, in the order of their removal, without those of a run that is under way.
    package func parked(in environment: Environment) throws -> [ParkedPhoto] {
        let actions = try index.underWay(.purge)
        if actions.isEmpty { return [] }
        let runs = try index.unfinishedRuns()
        if runs.contains(where: { $0.command != "scan" && $0.isAlive }) { return [] }
        return actions.flatMap(\.members).compactMap { member in
            guard let ticket = member.ticket else { return nil }
            let service = environment.trashService(RemovalWay(ticket: ticket) ?? .trash)
            let removal = TicketedRemoval(path: member.path, ticket: ticket)
            return service.standings(of: [removal]).first.flatMap { ParkedPhoto(removal, $0, in: service) }
        }
    }
}

extension ParkedPhoto {
    /// Nil for a file that has its own name, or is gone.
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
