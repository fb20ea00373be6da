import PhotoFiles
import PhotoIndex
import PhotoModel
import SystemPackage

/// Settles what killed runs had parked: puts it back, or finishes the removal if a part of the group is already
/// permanently gone.
///
/// What a run only intended is not done: an old confirmation is no authority. So everything goes back that can. If a
/// permanent removal had begun to unlink, or if another file has taken the name of a file in the trash, putting the
/// group back would split it; then the removal is finished, after the usual proof. A group of which nothing is gone yet
/// is never removed permanently: it waits until its names are free.
///
/// A file that is not found counts as gone only if its root and its directory still exist. Parked files move with their
/// directory: if that has been replaced or is missing, the whole library is searched for them, and a file that is found
/// gets its own name where it is. A file that is not found is left until the directory is back. Another file with its
/// name does not replace it, since the parked file may have left the library together with its directory. A person who
/// knows that it was deleted can say so (`scan --accept-missing`).
struct InterruptedPurges {
    let index: PhotoIndex
    let destinations: OpenDestinations
    let environment: Environment
    let run: Int64
    /// Whether a person has confirmed that files in no directory of the library are gone.
    let acceptsMissing: Bool

    /// Settles removals. One that cannot be settled now is left for the next run.
    ///
    /// - Parameter actions: announced actions without an outcome.
    /// - Returns: how many are settled, and why the others are not.
    func settle(_ actions: [Action]) async throws -> Settlement {
        var left: [Unsettled] = []
        var outcomes: [ActionOutcome] = []
        var strays = StrayFiles(of: actions, index: index, environment: environment)
        for action in actions {
            do throws(TrashError) {
                outcomes.append(ActionOutcome(action: try await settle(action, &strays)))
            } catch {
                left.append(
                    Unsettled(path: action.members.first?.path, detail: error.detail, remedy: error.remedy))
            }
        }
        for some in outcomes.chunks(of: PhotoIndex.actionsOfACommit) {
            try index.conclude(Array(some), run: run, at: environment.clock.now)
        }
        return Settlement(settled: outcomes.count, left: left)
    }

    private func settle(_ action: Action, _ strays: inout StrayFiles) async throws(TrashError) -> Action {
        guard let ticket = action.members.first?.ticket, let way = RemovalWay(ticket: ticket) else {
            return action.ended(.skipped, .interrupted)
        }
        let trash = environment.trashService(way)
        let found = try InterruptedMembers(action.members, in: trash, &strays, acceptsMissing: acceptsMissing) {
            path throws(TrashError) in
            try checkFileSystem(of: path)
        }
        if found.hasBegunToGo { return try await finishRest(of: action, found, in: trash) }
        if let path = found.taken {
            if way == .permanent {
                throw TrashError(.occupied, "another file has the name \(terminalSafe(path.bytes)); move that away")
            }
            if (try? await finish(action, found.parked, in: trash)) != nil { return action.ended(.done, nil) }
        }
        try putBack(found.removals, in: trash)
        // If a person has renamed the other files back, the removal is still done for what is permanently gone.
        if way == .permanent, !found.gone.isEmpty { return partlyDone(action, found) }
        var ended = action.ended(.skipped, .interrupted)
        // Includes files that have their names already: a run that was killed while settling may have put them back.
        ended.takeFingerprints(at: found.removals.map(\.path))
        return ended
    }

    private func putBack(_ removals: [TicketedRemoval], in trash: any TrashService) throws(TrashError) {
        for case let error? in trash.putBack(removals) where error.kind != .missing { throw error }
        try tidy(removals, in: trash)
    }

    /// Removes the trash's records of files that are not in it; nothing else would. A trash that does not exist has no
    /// records: it was never made, or has been removed since, and no file waits in it.
    private func tidy(_ removals: [TicketedRemoval], in trash: any TrashService) throws(TrashError) {
        for case .failure(let error) in trash.contents?.tidy(removals) ?? [] where error.kind != .missing {
            throw error
        }
    }

    /// Finishes a removal of which a part is gone. Files that somebody has edited meanwhile are not removed, and
    /// neither are files without their proof where a person accepts that. They get their names back, and the action is
    /// done for the others only.
    private func finishRest(
        of action: Action, _ found: InterruptedMembers, in trash: any TrashService
    ) async throws(TrashError) -> Action {
        try tidy(found.removals.filter { found.gone.contains($0.path) }, in: trash)
        if found.parked.isEmpty { return action.ended(.done, nil) }
        do throws(TrashError) {
            try await finish(action, found.parked, in: trash)
        } catch {
            guard error.kind == .changed || acceptsMissing else {
                throw TrashError(
                    error.kind, error.detail + "; part of its group is gone", remedy: .acceptMissing(.partOfGroup))
            }
            try putBack(found.parked.map(\.removal), in: trash)
            return partlyDone(action, found)
        }
        return action.ended(.done, nil)
    }

    /// A removal that is done for the files that are gone; the others have their names again.
    private func partlyDone(_ action: Action, _ found: InterruptedMembers) -> Action {
        var ended = action.ended(.done, nil)
        ended.members.removeAll { !found.gone.contains($0.path) }
        return ended
    }

    /// Checks that a missing file is really gone: the mount point of an unmounted disk is an empty directory, and a
    /// root that was moved does not exist.
    private func checkFileSystem(of path: FilePath) throws(TrashError) {
        do {
            if let root = try index.roots().first(where: { path.starts(with: $0.path) }), !SmallFile.exists(root.path) {
                throw TrashError(.failed, "its root does not exist; is it mounted, or was it moved?")
            }
            guard let known = try index.fileSystem(ofFileAt: path) else { return }
            var directory = path.removingLastComponent()
            while !SmallFile.exists(directory), !directory.components.isEmpty { directory.removeLastComponent() }
            if try FileSystemIdentity(ofDirectory: directory).name == known { return }
        } catch let error as TrashError {
            throw error
        } catch {
            throw TrashError(.failed, "its directory cannot be looked at: \(error)")
        }
        throw TrashError(.failed, "its disk is not mounted")
    }

    /// Finishes a removal that is partly done, if every byte is unchanged and the copies are at as many destinations as
    /// required.
    private func finish(
        _ action: Action, _ parked: [InterruptedMembers.Parked], in trash: any TrashService
    ) async throws(TrashError) {
        var files: [FilePath: ProvenFile] = [:]
        for (member, removal) in parked {
            let file = try ProvenFile(
                parked: removal.ticket, in: trash, isForGood: RemovalWay(ticket: removal.ticket) == .permanent,
                interruption: environment.interruption)
            guard file.sha256 == member.sha256 else {
                throw TrashError(.changed, "the file that waits to be removed is not the one that was parked")
            }
            files[member.path] = file
        }
        try await lookForCopies(of: action.members.map { ($0, files[$0.path]) }, first: action.destination)
        var proofs: [RemovalProof] = []
        for (member, removal) in parked {
            if let file = files[member.path] { proofs.append(try file.proof(of: removal, in: trash)) }
        }
        for case let error? in trash.finish([proofs]).flatMap(\.self) { throw error }
    }

    private func lookForCopies(of files: GroupCopies.Files, first: DestinationName?) async throws(TrashError) {
        do {
            let copies = try GroupCopies(index: index, destinations: destinations, environment: environment)
            guard case .failure(let shortfall) = try await copies.find(files, first: first) else { return }
            throw PipelineError(.destination, shortfall.words)
        } catch {
            throw TrashError(.failed, PipelineError(of: error).message)
        }
    }
}
