import PhotoFiles
import PhotoModel
import SystemPackage

/// What killed uploads left in directories of a folder that have other paths by now. The journal knows the directories
/// by their paths; whoever moves one takes the files along.
struct MovedCopies {
    /// The folder's top; nil where nothing was searched.
    private var top: FilePath?
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
        missing = directories.filter { (try? FileStatus(at: top.pushing($0)))?.isDirectory != true }
        let names = members.filter(isLost).flatMap { [$0.target?.path.lastComponent?.path, $0.part] }.compactMap(\.self)
        if names.isEmpty { return }
        self.top = top
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

    /// The files that may be the copy of a file that was about to get its name: they have that name and its size. They
    /// are no copies of ours, since anybody may have put them there, whatever their bytes.
    func likeCopies(of member: Action.Member) -> [FilePath] {
        guard member.isMoving, isLost(member), let top, let name = member.target?.path.lastComponent else { return [] }
        return (found[name.path] ?? []).filter { path in
            guard let status = try? FileStatus(at: top.pushing(path)), status.isRegular else { return false }
            return status.fingerprint.size == member.fingerprint.size
        }
    }

    /// The targets of a file in the directories where its temporary file is now: several if one was copied, none where
    /// it is not found.
    func targets(of member: Action.Member) -> [CopyLocation] {
        guard isLost(member), let part = member.part, let name = member.target?.path.lastComponent else { return [] }
        return (found[part] ?? []).map { CopyLocation($0.removingLastComponent().appending(name)) }
    }

    /// Whether something of a file may be where the search did not come.
    func mayHide(_ member: Action.Member) -> Bool { !isComplete && isLost(member) }
}

extension Action.Member {
    /// The temporary name of its upload to a folder; nil if it has none.
    fileprivate var part: FilePath? { ticket.map { FilePath($0) } }
}
