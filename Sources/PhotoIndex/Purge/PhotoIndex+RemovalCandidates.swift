import GRDB
package import PhotoModel
package import SystemPackage

extension PhotoIndex {
    /// Gives each group that is work and of which a photo is in a selection to `body`, until `body` says false; each
    /// once, in the selection's order by its first photo there. Sidecars of every format are among its members.
    ///
    /// As ``uploadCandidates(matching:destination:distance:_:)`` in all else.
    ///
    /// - Parameters:
    ///   - selection: which photos, in which order. Its limit counts groups that are given to `body`.
    ///   - distance: as for ``photos(matching:distance:_:)``.
    ///   - body: gives whether to go on.
    /// - Returns: how many groups of the selection are not work, whether or not `body` ended it.
    /// - Throws: what `body` throws, and `IndexError`.
    package func removalCandidates(
        matching selection: PhotoSelection, distance: @escaping (Coordinate, Coordinate) -> Double,
        _ body: (RemovalCandidate) throws -> Bool
    ) throws -> UploadCandidate.LeftOut {
        var failure: (any Error)?
        let leftOut = try read { db in
            let filter = PhotoFilter(selection, distance: distance)
            let row = try RemovalRow(db)
            try CandidateStream(selection, filter: filter, destination: nil, db).run { group in
                do {
                    return try row.candidate(group).map(body) ?? true
                } catch {
                    failure = error
                    return false
                }
            }
            return failure == nil ? try LeftOutGroups(selection, filter: filter, db).count() : UploadCandidate.LeftOut()
        }
        if let failure { throw failure }
        return leftOut
    }

    /// The groups of the photos or sidecars at paths, whatever their verdicts, by one state of the index.
    ///
    /// - Parameter paths: as for ``photo(at:)``.
    /// - Returns: for each, in their order, its group as it stands; nil where the index knows none there, or that it is
    ///   gone, or where nobody has judged it.
    /// - Throws: what befalls a read.
    package func removalCandidates(ofGroupsOf paths: [FilePath]) throws(IndexError) -> [RemovalCandidate?] {
        try read { db in
            let row = try RemovalRow(db)
            return try Self.uploadCandidates(ofGroupsOf: paths, destination: nil, in: db).map { group in
                try group.flatMap(row.candidate)
            }
        }
    }
}
