import PhotoIndex
import PhotoIntake
import PhotoModel
import SystemPackage

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

    /// Why a file cannot be read, with who took it away, where that was a purge.
    func failure(_ failure: ReadFailure, at path: FilePath) -> ReadFailure {
        guard failure.kind == .missing, let run = try? index.removingRun(of: path) else { return failure }
        return ReadFailure(.missing, Self.words(removedBy: run))
    }

    /// That a purge took a file away, and what to type to have it back.
    static func words(removedBy run: Int64) -> String {
        "was removed by run \(run); workphotos undo \(run) brings it back"
    }
}
