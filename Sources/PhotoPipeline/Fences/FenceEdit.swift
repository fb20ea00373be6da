import PhotoIndex
package import PhotoModel
package import SystemPackage

/// A change of the fences, and what it does to the verdicts of the library.
package struct FenceEdit {
    /// The fences.
    package let store: FenceStore
    private let index: FilePath
    private let owner: String
    private let settings: JudgingSettings

    /// - Parameters:
    ///   - store: the fences.
    ///   - index: the index that is judged anew; made where there is none.
    ///   - owner: who makes it.
    ///   - settings: what is judged by besides.
    package init(store: FenceStore, index: FilePath, owner: String, settings: JudgingSettings) {
        self.store = store
        self.index = index
        self.owner = owner
        self.settings = settings
    }

    /// Changes the file and judges the index anew, without opening a photo.
    ///
    /// - Parameters:
    ///   - isDryRun: whether nothing is written, and the verdicts change in a copy in memory only.
    ///   - listing: gets each photo whose verdict changes, in the order of the paths; nil where nobody asks, which
    ///     saves looking at every photo.
    ///   - edit: gets the file as it is and gives the bytes it is to have.
    /// - Returns: how many photos become what; from the verdicts by the file as it was, whatever the index held.
    /// - Throws: what `edit` and `listing` throw; `PipelineError`, before the file is changed where the index cannot be
    ///   used.
    package func make(
        isDryRun: Bool, listing: ((ChangedPhoto) throws -> Void)? = nil, _ edit: (FenceFile) throws -> [UInt8]
    ) throws -> [VerdictChange] {
        let before = try JudgingRules(fences: try store.load(), settings: settings)
        let index = try translatingIndexErrors { [index] in
            let opened =
                isDryRun
                ? try PhotoIndex.copyInMemory(of: index, owner: owner)
                : try PhotoIndex.open(forWritingAt: index, owner: owner)
            try opened.judgeAnew(by: before)
            return opened
        }
        // What the file would say has to mean something before it says it.
        let preview = try store.preview(edit)
        _ = try JudgingRules(fences: preview, settings: settings)
        let snapshot = try translatingIndexErrors { try listing.map { _ in try index.verdictSnapshot() } }
        let after = try JudgingRules(fences: isDryRun ? preview : try store.change(edit), settings: settings)
        let changes = try translatingIndexErrors { try index.judgeAnew(by: after) }
        if let snapshot, let listing { try index.list(changesSince: snapshot, listing) }
        return changes
    }

    /// What the fences and settings as they are now change, against the verdicts that the index holds: after the file
    /// or the configuration was edited by hand. Nothing is written.
    ///
    /// - Parameter listing: as for ``make(isDryRun:listing:_:)``.
    /// - Returns: how many photos become what.
    /// - Throws: what `listing` throws; `PipelineError` where there is no index.
    package func pending(listing: ((ChangedPhoto) throws -> Void)?) throws -> [VerdictChange] {
        let rules = try JudgingRules(fences: try store.load(), settings: settings)
        let copy = try translatingIndexErrors { [index] in
            // A copy of an index that is not there would be an empty one.
            _ = try PhotoIndex.open(forReadingAt: index, owner: owner)
            return try PhotoIndex.copyInMemory(of: index, owner: owner)
        }
        let snapshot = try translatingIndexErrors { try listing.map { _ in try copy.verdictSnapshot() } }
        let changes = try translatingIndexErrors { try copy.judgeAnew(by: rules) }
        if let snapshot, let listing { try copy.list(changesSince: snapshot, listing) }
        return changes
    }
}

extension PhotoIndex {
    fileprivate func list(changesSince snapshot: VerdictSnapshot, _ listing: (ChangedPhoto) throws -> Void) throws {
        do {
            try photosJudgedOtherwise(than: snapshot) { photo in
                try listing(photo)
                return true
            }
        } catch let error as IndexError {
            throw PipelineError(error)
        }
    }
}

/// A destination as a fence has it, and where that is written.
package struct FenceDestination: Hashable, Sendable {
    /// As users write it: a name or a spec.
    package let text: String
    /// The fences file.
    package let path: FilePath
    /// The line there, from 1.
    package let line: Int

    package init(text: String, path: FilePath, line: Int) {
        self.text = text
        self.path = path
        self.line = line
    }
}
