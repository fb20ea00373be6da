import PhotoIndex
import PhotoModel
import SystemPackage

/// Tells parked files that the journal knows, and that whoever acts next settles, from those that nobody would ever come
/// back to: of an index that was lost, or of a directory that was moved meanwhile.
struct UnknownParked {
    private let service: any TrashService
    private let known: Set<String>

    /// - Throws: `IndexError`.
    init(index: PhotoIndex, environment: Environment) throws(IndexError) {
        service = environment.trashService(.permanent)
        known = Set(try index.underWay(nil).flatMap(\.members).compactMap(\.ticket))
    }

    /// The problem with a parked file; nil where there is none.
    func finding(_ path: FilePath) -> Finding? {
        guard let ticket = service.ticket(ofParked: path), !known.contains(ticket) else { return nil }
        return Finding(path: path, kind: .parked, detail: words(on: path))
    }

    private func words(on path: FilePath) -> String {
        if let own = ParkedFileName(path)?.own {
            return
                "is \(terminalSafe(own.bytes)), which a run that was killed had parked, and nobody knows of it any more"
        }
        return
            "is a photo that a run which was killed had parked, or a part of one that was to come back, and nobody knows "
            + "of it any more"
    }
}
