import PhotoIndex
package import PhotoModel
package import SystemPackage

/// The staged actions, for listing and removing them. It writes briefly, and waits for no long run.
package struct Staging {
    private let path: FilePath
    private let owner: String

    package init(path: FilePath, owner: String) {
        self.path = path
        self.owner = owner
    }

    /// Removes staged actions.
    ///
    /// - Parameters:
    ///   - ids: their numbers; nil for all.
    ///   - isDryRun: whether only to return the numbers.
    /// - Returns: the numbers of the removed actions, and how many photos they have. Numbers that are not staged are
    ///   not included.
    package func unstage(_ ids: [Int64]?, isDryRun: Bool) throws -> (ids: [Int64], photos: Int) {
        let index = try PhotoIndex.open(forReadingAt: path, owner: owner)
        var photos: [Int64: Int] = [:]
        try index.staged(ids) { action in
            if let id = action.id { photos[id] = action.photos }
            return true
        }
        let dropped =
            isDryRun
            ? photos.keys.sorted()
            : try PhotoIndex.open(forWritingAt: path, owner: owner).unstage(ids)
        return (dropped, dropped.reduce(0) { $0 + (photos[$1] ?? 1) })
    }
}

extension Library {
    /// Calls `body` with each staged action, by number, until it returns false.
    ///
    /// - Parameters:
    ///   - ids: the numbers to list; nil for all. Numbers that are not staged are ignored.
    ///   - includingUnderWay: whether to include actions that a run has begun and not concluded. Their state is
    ///     `running`.
    ///   - body: returns whether to go on.
    package func staged(
        _ ids: [Int64]? = nil, includingUnderWay: Bool = false, _ body: (Action) throws -> Bool
    ) throws {
        try index.staged(ids, includingUnderWay: includingUnderWay, body)
    }

    /// What an action is counted under, by its leader in the index.
    ///
    /// - Returns: the fence and the time; neither where the index does not know the leader.
    package func ground(of action: Action) throws -> Action.Ground {
        guard let leader = action.members.first?.path,
            let photo = try index.photo(at: leader, includingGone: true)
        else { return Action.Ground() }
        let fence = photo.judgement.flatMap { $0.reason == .marked ? nil : $0.fence }
        return Action.Ground(fence: fence, taken: photo.facts.captureTime?.wall)
    }
}
