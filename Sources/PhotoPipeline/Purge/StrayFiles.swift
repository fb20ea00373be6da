import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Searches for files of interrupted removals that are not where they were because their directories were renamed, with
/// the files parked in them.
///
/// All directories of all roots are searched, once, and only if a file is missing.
struct StrayFiles {
    private let index: PhotoIndex
    private let interruption: any Interruption
    /// The missing files, by the names that they may have.
    private let wanted: [[UInt8]: [Wanted]]
    private var found: [FilePath: FilePath] = [:]
    private var isComplete: Bool?

    private struct Wanted {
        let member: Action.Member
        /// Whether the name is the ticket's, which no other file has.
        let isParked: Bool
    }

    /// - Parameters:
    ///   - actions: the removals.
    ///   - index: knows the library's roots.
    init(of actions: [Action], index: PhotoIndex, environment: Environment) {
        self.index = index
        interruption = environment.interruption
        var wanted: [[UInt8]: [Wanted]] = [:]
        for member in actions.flatMap(\.members) {
            guard let ticket = member.ticket, let way = RemovalWay(ticket: ticket),
                let own = member.path.lastComponent
            else { continue }
            wanted[own.bytes, default: []].append(Wanted(member: member, isParked: false))
            guard way == .permanent, let place = try? environment.trashService(way).place(of: ticket),
                let name = place.lastComponent
            else { continue }
            wanted[name.bytes, default: []].append(Wanted(member: member, isParked: true))
        }
        self.wanted = wanted
    }

    /// Searches for a file that is neither parked where it was nor under its own name.
    ///
    /// - Returns: the directory that contains it under either name; nil where none does.
    /// - Throws: `failed` where the index fails.
    mutating func directory(of member: Action.Member) throws(TrashError) -> FilePath? {
        if isComplete == nil { isComplete = try search() }
        return found[member.path]
    }

    /// Checks that the search was complete, so that a file that was not found is in no directory of the library.
    ///
    /// - Throws: `failed` where not all of it could be searched; `interrupted`.
    func checkSearch() throws(TrashError) {
        if isComplete == true { return }
        if interruption.signal != nil { throw TrashError(.interrupted, "stopped") }
        throw TrashError(
            .failed, "its directory was renamed, and the library cannot be searched completely for it now")
    }

    /// The directory of the library that a path leads to, through links or not; nil if it leads to none.
    func directory(at path: FilePath) -> FilePath? {
        guard let directory = try? SmallFile.resolvingLinks(path), let roots = try? index.roots() else { return nil }
        return roots.contains { directory.starts(with: $0.path) } ? directory : nil
    }

    private mutating func search() throws(TrashError) -> Bool {
        let roots: [FilePath]
        do {
            roots = try index.roots().map(\.path)
        } catch {
            throw TrashError(.failed, "\(error)")
        }
        var search = NameSearch(for: Set(wanted.keys))
        var isComplete = true
        for root in roots {
            let isRead = search.search(below: root) {
                interruption.signal != nil
            } found: { path in
                note(path)
            }
            if !isRead { isComplete = false }
        }
        return isComplete
    }

    private mutating func note(_ path: FilePath) {
        guard let name = path.lastComponent, let status = try? FileStatus(at: path), status.isRegular else { return }
        for one in wanted[name.bytes] ?? [] where isSame(status, one, path) {
            found[one.member.path] = path.removingLastComponent()
        }
    }

    /// Whether a file is the missing one. A parked file may have been edited since; under its own name it must be
    /// unchanged, since another file may have that name.
    private func isSame(_ status: FileStatus, _ wanted: Wanted, _ path: FilePath) -> Bool {
        let (now, before) = (status.fingerprint, wanted.member.fingerprint)
        let isAlike = now.size == before.size && now.modified == before.modified
        if now.inode == before.inode { return isAlike || wanted.isParked }
        return isAlike && (wanted.isParked || !keepsInodes(path.removingLastComponent()))
    }

    private func keepsInodes(_ directory: FilePath) -> Bool {
        (try? FileSystemIdentity(ofDirectory: directory))?.keepsInodes ?? true
    }
}
