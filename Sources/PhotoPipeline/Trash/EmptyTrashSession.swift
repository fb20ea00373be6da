import PhotoIndex
import PhotoModel

/// One emptying under way: what its steps share.
struct EmptyTrashSession {
    /// A batch is full at so many bytes.
    private static let mostBytes: Int64 = 64 << 20

    let index: PhotoIndex
    let environment: Environment
    let progress: any ProgressReporter
    let show: (Action, String?) throws -> Void

    /// The groups of a run of which the trash has a file. Those that a killed undo has begun to bring back are not among
    /// them.
    ///
    /// - Parameters:
    ///   - groups: what the run removed.
    ///   - failures: why what killed runs left of groups could not be put right, by their numbers.
    /// - Returns: the groups; those that stay are ended already.
    /// - Throws: `IndexError`.
    func plan(_ groups: [RemovedGroup], failures: [Int64: String] = [:]) throws -> [GroupInTrash] {
        let trash = environment.trashService(.trash)
        let waiting = Set(try index.underWay(.undo).map(\.undoes))
        return groups.filter { !waiting.contains($0.action.id) }.compactMap { group in
            GroupInTrash(group, in: trash, failure: group.action.id.flatMap { failures[$0] })
        }
    }

    /// Puts right what killed runs left of groups in the trash, and notes those as emptied of which nothing is there.
    ///
    /// - Returns: why it could not be put right, by the groups' numbers.
    func tidyUp(_ groups: [RemovedGroup]) throws(IndexError) -> [Int64: String] {
        let tidied = environment.trashService(.trash).tidyUp(groups)
        if !tidied.emptied.isEmpty { try index.noteEmptied(tidied.emptied, at: environment.clock.now) }
        return tidied.failures
    }

    /// Shows what would be removed, after the same proof as if it were.
    ///
    /// - Parameters:
    ///   - groups: what would go.
    ///   - finder: finds the copies.
    /// - Returns: what it would come to.
    /// - Throws: `PipelineError` and what `show` throws.
    func showAll(_ groups: [GroupInTrash], _ finder: CopyFinder) async throws -> ActionSummary {
        var summary = ActionSummary()
        let counter = counter(of: groups, "Looking")
        defer { counter.end() }
        var proof = TrashProof(environment: environment, trash: environment.trashService(.trash), finder: finder)
        for (place, group) in groups.enumerated() {
            if environment.interruption.signal != nil {
                summary.left += groups.count - place
                break
            }
            var group = group
            try await proof.prove(&group)
            counter.add(group.action.bytes)
            group.action.id = nil
            summary.count(group.action)
            counter.hide()
            try show(group.action, group.detail)
        }
        return summary
    }

    /// What a person is asked before anything is removed.
    func question(_ groups: [GroupInTrash], run: Int64) -> RemovalQuestion {
        let files = groups.reduce(0) { $0 + $1.action.members.count }
        let bytes = groups.reduce(0) { $0 + $1.action.bytes }
        let names = Set(groups.compactMap { $0.action.destination?.name }).sorted().map { terminalSafe($0) }
        var lines = ["\(groups.count.counting("group")), \(files.counting("file")), \(bytes.byteSize)"]
        if !names.isEmpty { lines.append("copies at \(names.joined(separator: ", ")); each is asked for first") }
        return RemovalQuestion(
            headline: "What run \(run) put into the trash is removed for good:", lines: lines, groups: groups.count)
    }

    /// Removes groups from the trash for good, each after its proof.
    ///
    /// - Parameters:
    ///   - groups: what goes.
    ///   - finder: finds the copies.
    /// - Returns: what it came to.
    /// - Throws: `IndexError`, `PipelineError` and what `show` throws.
    func empty(_ groups: [GroupInTrash], _ finder: CopyFinder) async throws -> ActionSummary {
        var summary = ActionSummary()
        let counter = counter(of: groups, "Emptying")
        defer { counter.end() }
        let trash = environment.trashService(.trash)
        var proof = TrashProof(environment: environment, trash: trash, finder: finder)
        var next = 0
        while next < groups.count, environment.interruption.signal == nil {
            var batch = Self.batch(of: groups, from: next)
            next += batch.count
            for place in batch.indices {
                try await proof.prove(&batch[place])
                counter.add(batch[place].action.bytes)
            }
            await BatchEmptying(trash: trash, environment: environment).remove(&batch)
            let emptied = batch.filter { $0.action.state == .done }.compactMap(\.number)
            if !emptied.isEmpty { try index.noteEmptied(emptied, at: environment.clock.now) }
            for group in batch {
                summary.count(group.action)
                counter.hide()
                try show(group.action, group.detail)
            }
        }
        summary.left += groups.count - next
        return summary
    }

    private func counter(of groups: [GroupInTrash], _ name: String) -> UploadProgress {
        UploadProgress(total: groups.reduce(0) { $0 + $1.action.bytes }, reporter: progress, name: name)
    }

    private static func batch(of groups: [GroupInTrash], from first: Int) -> [GroupInTrash] {
        var last = first
        var bytes: Int64 = 0
        while last < groups.count, last - first < PhotoIndex.actionsOfACommit, last == first || bytes < mostBytes {
            bytes += groups[last].action.bytes
            last += 1
        }
        return Array(groups[first..<last])
    }
}
