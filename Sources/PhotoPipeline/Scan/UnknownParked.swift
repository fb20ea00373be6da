import PhotoIndex
import PhotoModel
import SystemPackage

/// Distinguishes parked files that the journal knows, and that the next act settles, from those that no command would
/// return to: of an index that was lost, or of a directory that was moved.
struct UnknownParked {
    private let service: any TrashService
    private let known: Set<FilePath>

    /// - Throws: `IndexError`.
    init(index: PhotoIndex, environment: Environment) throws(IndexError) {
        service = environment.trashService(.permanent)
        known = service.places(of: try index.underWay(nil))
    }

    /// The problem with a parked file; nil if there is none.
    func finding(_ path: FilePath) -> Finding? {
        guard service.beside?.ticket(ofParked: path) != nil, !known.contains(path) else { return nil }
        return Finding(path: path, kind: .parked, detail: words(on: path))
    }

    private func words(on path: FilePath) -> String {
        if let own = ParkedFileName(path)?.own {
            return
                "is \(terminalSafe(own.bytes)), which a killed run parked and no journal knows any more"
        }
        return
            "is a photo that a killed run parked, or part of one that was being restored, and no journal knows it any "
            + "more"
    }
}

extension TrashService {
    /// The paths at which this service has parked the files of actions, or may have.
    func places(of actions: [Action]) -> Set<FilePath> {
        Set(actions.flatMap(\.members).compactMap { member in member.ticket.flatMap { try? place(of: $0) } })
    }
}
