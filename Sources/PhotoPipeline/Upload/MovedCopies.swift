import PhotoFiles
import PhotoModel
import SystemPackage

/// What killed uploads left in directories of a folder that have other paths by now. The journal knows the directories
/// by their paths; whoever moves one takes the copies along.
struct MovedCopies {
    /// The paths of what has the name of a copy or of its temporary file, below the top, by that name.
    private var found: [FilePath: [FilePath]] = [:]
    /// The directories of targets that do not exist under their paths any more.
    private let missing: Set<FilePath>
    private var isComplete = true

    /// Searches all of a folder, if a directory of a target does not exist.
    ///
    /// - Parameters:
    ///   - actions: uploads without an outcome.
    ///   - open: their destination; what is no folder is not searched.
    ///   - interruption: ends the search.
    init(of actions: [Action], at open: OpenDestination, _ interruption: any Interruption) {
        guard let top = open.named.spec.resolved.directory else {
            missing = []
            return
        }
        let members = actions.flatMap(\.members)
        let directories = Set(members.compactMap { $0.target?.path.removingLastComponent() })
        let missing = directories.filter { (try? FileStatus(at: top.pushing($0)))?.isDirectory != true }
        self.missing = missing
        let lost = members.filter { $0.target.map { missing.contains($0.path.removingLastComponent()) } == true }
        let names = lost.flatMap { [$0.target?.path.lastComponent?.path, $0.part] }.compactMap(\.self)
        if names.isEmpty { return }
        var paths: [FilePath] = []
        var search = NameSearch(for: Set(names.map(\.bytes)))
        isComplete = search.search(below: top) {
            interruption.signal != nil
        } found: { path in
            paths.append(path)
        }
        for var path in paths.sorted(by: { $0.bytes.lexicographicallyPrecedes($1.bytes) }) {
            guard path.removePrefix(top), let name = path.lastComponent else { continue }
            found[name.path, default: []].append(path)
        }
    }

    /// Whether the directory of a file's target does not exist any more.
    private func isLost(_ member: Action.Member) -> Bool {
        member.target.map { missing.contains($0.path.removingLastComponent()) } == true
    }

    /// Where the copy of a file may be: under its name, in a directory with the name of its own. Only its bytes tell
    /// whether it is.
    func copies(of member: Action.Member) -> [CopyLocation] {
        guard isLost(member), let target = member.target?.path, let name = target.lastComponent else { return [] }
        let home = target.removingLastComponent().lastComponent
        return (found[name.path] ?? []).filter { $0.removingLastComponent().lastComponent == home }
            .map { CopyLocation($0) }
    }

    /// The target of a file in the directory where its temporary file is now; nil where it is not found.
    func target(of member: Action.Member) -> CopyLocation? {
        guard isLost(member), let part = member.part, let place = found[part]?.first,
            let name = member.target?.path.lastComponent
        else { return nil }
        return CopyLocation(place.removingLastComponent().appending(name))
    }

    /// Whether something of a file may be where the search did not come.
    func mayHide(_ member: Action.Member) -> Bool { !isComplete && isLost(member) }
}

extension Action.Member {
    /// The temporary name of its upload to a folder; nil if it has none.
    fileprivate var part: FilePath? { ticket.map { FilePath($0) } }
}
