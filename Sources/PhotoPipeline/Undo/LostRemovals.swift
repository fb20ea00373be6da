import PhotoIndex
import PhotoModel
import SystemPackage

/// What a run put into the trash, by the trash alone: an index that was restored from a backup, or made anew, does not
/// know it.
struct LostRemovals {
    let context: ActionContext

    /// Searches the trash for files of the library that a run put there and that the journal does not know, and reads
    /// them. Each is a group of its own. A file that cannot be read is left out.
    ///
    /// - Parameter run: the run.
    /// - Returns: the groups, in the order of their paths, with the moments of their removal in nanoseconds since
    ///   1970-01-01T00:00:00Z; none where the trash cannot be searched.
    /// - Throws: `IndexError`.
    func find(ofRun run: Int64) throws -> [(action: Action, removed: Int64)] {
        let trash = context.environment.trashService(.trash)
        let roots = try context.index.roots().map(\.path)
        let found = ((try? trash.contents?.trashed(from: roots)) ?? []).filter { file in
            file.run == run && roots.contains { file.path.starts(with: $0) }
        }
        if found.isEmpty { return [] }
        let known = try context.index.removalTickets()
        return found.filter { !known.contains($0.ticket) }
            .sorted { $0.path.bytes.lexicographicallyPrecedes($1.path.bytes) }
            .compactMap { file in member(file, in: trash).map { (action(of: $0), file.deleted) } }
    }

    private func member(_ file: TrashedFile, in trash: any TrashService) -> Action.Member? {
        let proven = try? ProvenFile(
            parked: file.ticket, in: trash, interruption: context.environment.interruption)
        guard let proven else { return nil }
        return Action.Member(
            path: file.path, role: SidecarNames.isSidecar(file.path.bytes.span) ? .sidecar : .still,
            fingerprint: proven.fingerprint, ticket: file.ticket, sha256: proven.sha256,
            permissions: proven.permissions)
    }

    private func action(of member: Action.Member) -> Action {
        var action = Action(kind: .purge, group: 0, members: [member])
        action.state = .done
        return action
    }
}
