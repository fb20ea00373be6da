import PhotoFiles
import PhotoIndex
package import PhotoModel
package import SystemPackage

/// Looks whether photos are as the last scan found them, with the files beside them: by fingerprints and by the names
/// in their directories. Only what could be the clip of a live photo is opened.
package struct LookSinceScan {
    private let index: PhotoIndex
    private let files: LibraryFiles
    private let clock: any Clock
    private var partners: PartnerLook

    /// - Parameter rules: say what scans leave out.
    package init(of library: Library, rules: JudgingRules, clock: any Clock) throws {
        index = library.index
        files = try index.libraryFiles()
        self.clock = clock
        partners = PartnerLook(index: index, files: files, clock: clock, excludes: rules.excludes)
    }

    /// What is different in the group of a photo.
    ///
    /// - Parameter path: as the index has it.
    /// - Returns: `changedSinceScan` where a file is gone or another one; `membersDiffer` or `companyUnreadable` where
    ///   a file would join it; nil where all is as it was, or nothing was judged at the path.
    package mutating func difference(at path: FilePath) -> Action.Reason? {
        guard let group = try? index.group(ofFileAt: path, .removal) else { return nil }
        if !files.state(of: group, now: clock.now).isUnchanged { return .changedSinceScan }
        let (sidecars, photos) = (
            group.members.filter { $0.role == .sidecar }, group.members.filter { $0.role != .sidecar }
        )
        return partners.newPartner(
            of: photos.map(\.path), sidecars.map(\.path), contentIdentifier: group.leader.contentIdentifier)?.reason
    }
}
