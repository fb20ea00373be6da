import PhotoFiles
import PhotoIndex
import PhotoModel
package import SystemPackage

/// Renames parked files back that no journal knows any more, since the index was lost or the directory was moved.
/// Parked files that a journal knows are settled by the next run that acts.
package struct RestoreNamesAct: Sendable {
    /// A parked file, and the name that it will have in its directory.
    package struct File: Sendable {
        let path: FilePath
        let name: FilePath

        /// - Parameters:
        ///   - path: the file; absolute.
        ///   - name: a name, without directories.
        package init(path: FilePath, name: FilePath) {
            self.path = path
            self.name = name
        }
    }

    var files: [File]

    /// - Parameter files: the files to rename.
    package init(files: [File]) { self.files = files }
}

extension RestoreNamesAct: Act {
    /// A parked file, under its future name.
    struct Group: GroupUnderWay {
        var action: Action
        let path: FilePath
        var isAnnounced = false
        var detail: String?
    }

    var kind: Action.Kind { .undo }
    var command: String { "undo" }
    var progressName: (doing: String, looking: String?) { ("Restoring names", nil) }
    var goesByVerdicts: Bool { false }
    // It has one step, after which nothing is under way.
    var isJournalled: Bool { false }
    var batches: BatchLimits { BatchLimits(mostElements: PhotoIndex.actionsOfACommit, mostBytes: .max) }

    /// Each file is a group of its own, under its future name. Files that the journal knows are refused, and so are
    /// names that another file has.
    func plan(
        _ context: ActionContext, note: @escaping (ActionNote) -> Void, show: ((Action) throws -> Void)?
    ) async throws -> ActionPlan<Group> {
        let known = context.environment.trashService(.permanent).places(of: try context.index.underWay(nil))
        var plan = ActionPlan<Group>()
        for file in files { plan.add(group(of: file, known, context)) }
        return plan
    }

    private func group(of file: File, _ known: Set<FilePath>, _ context: ActionContext) -> Group {
        let service = context.environment.trashService(.permanent)
        let path = resolvedToLastName(file.path)
        let own = path.removingLastComponent().appending(file.name.components)
        var member = Action.Member(
            path: own, role: .still, fingerprint: Fingerprint(size: 0, modified: 0, changed: 0, inode: 0))
        member.ticket = service.beside?.ticket(ofParked: path)
        let looked = Result { () throws(TrashError) in try member.ticket.flatMap(service.parked) }
        if case .success(let parked?) = looked {
            member.fingerprint = parked.fingerprint
        }
        var group = Group(action: Action(kind: .undo, group: 0, members: [member]), path: path)
        switch looked {
        case .success(let parked) where parked?.isRegular != true: group.tell(.failed, .notFound, "does not exist")
        case .success where known.contains(path):
            group.tell(.refused, .interrupted, "is known to the journal, but cannot be settled now")
        case .success where (try? context.files.status(of: own)) != nil:
            group.tell(.refused, .nameTaken, "another file is called \(terminalSafe(file.name.bytes))")
        case .success: break
        case .failure(let error): group.tell(error)
        }
        return group
    }

    func steps(for part: ActionPlan<Group>.Part, _ run: RunContext) throws -> PartSteps<Group> {
        let service = run.environment.trashService(.permanent)
        return PartSteps { planned in
            var groups = planned
            for (index, error) in zip(groups.indices, service.putBack(groups.flatMap(\.removals))) {
                if let error { groups[index].tell(error) } else { groups[index].action.state = .done }
            }
            return BatchOutcome(groups: groups)
        }
    }
}

extension RestoreNamesAct.Group {
    /// Ends the group, and says where the file is.
    fileprivate mutating func tell(_ state: Action.State, _ why: Action.Reason, _ words: String) {
        end(state, why, "\(terminalSafe(path.bytes)): \(words)")
    }

    /// Ends the group because of an error.
    fileprivate mutating func tell(_ error: TrashError) {
        let (state, why) = action.kind.outcome(of: error)
        tell(state, why, error.detail)
    }
}
