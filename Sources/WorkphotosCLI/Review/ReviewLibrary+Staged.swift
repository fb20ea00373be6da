import PhotoModel
import PhotoPipeline
import PhotoReview

// What is staged: the page shows it and drops it. It carries nothing out.
extension ReviewLibrary {
    func staged() throws(ReviewRefusal) -> [StagedAction] {
        try refusing {
            var actions: [StagedAction] = []
            try session.unjudgedLibrary().staged { action in
                guard let id = action.id else { return true }
                let rows = action.members.compactMap { row(of: $0.path) }
                actions.append(
                    StagedAction(
                        id: id, kind: action.kind,
                        words: terminalSafe(ReviewRows.Fate(action, hidesPlaces: false).words), rows: rows,
                        bytes: action.bytes))
                return true
            }
            return actions
        }
    }

    func unstage(_ ids: [Int64], confirmed: Bool) throws(ReviewRefusal) -> UnstageAnswer {
        try refusing {
            let staging = Staging(path: try session.places.index(), owner: session.environment.owner)
            let all = try staging.unstage(nil, isDryRun: true)
            let isAll = Set(all.ids).isSubset(of: ids)
            let question = isAll ? ChangeQuestion(droppingAll: all.photos) : nil
            if let overview = unseen(question, of: ["unstage", ids], confirmed) { return .ask(overview) }
            let (dropped, photos) = try staging.unstage(ids, isDryRun: false)
            try readAgain()
            return .done(toldChanges, actions: dropped.count, words: "Dropped \(photos.counting("photo"))")
        }
    }
}

/// What is typed after the page.
enum ReviewNext {
    /// The most numbers of actions in a command.
    private static let mostIDs = 10

    /// The commands to type now.
    ///
    /// - Returns: the commands, what is staged first.
    static func commands(staged: [Int64]) -> [String] {
        let numbers = staged.count > mostIDs ? [] : staged.map { "\($0)" }
        let apply = (["workphotos apply"] + numbers).joined(separator: " ")
        return (staged.isEmpty ? [] : [apply]) + ["workphotos upload --dry-run"]
    }
}
