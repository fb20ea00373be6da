import GRDB
import PhotoModel
import SystemPackage

/// What earlier runs were about to remove, with no outcome, since it could not be settled yet.
///
/// It may be in its place, if it was never parked, or was put back. Were it removed anew, its settling would find it gone
/// and take it for removed by the earlier run as well.
struct UnsettledRemovals {
    private struct File: Hashable {
        let path: FilePath
        let sha256: [UInt8]?
    }
    private let files: Set<File>

    /// - Parameters:
    ///   - db: the index.
    ///   - run: the run whose own removals do not count.
    /// - Throws: what befalls a read.
    init(_ db: Database, before run: Int64) throws {
        let members = try PreparedQuery(
            db,
            """
            SELECT m.path, m.sha256 FROM action a CROSS JOIN actionMember m ON m.action = a.id
            WHERE \(Removals.areUnderWay) AND a.run <> ?
            """)
        members.bind(run, at: 1)
        var files: Set<File> = []
        try members.forEachRow {
            files.insert(File(path: members.path(0), sha256: members.isNull(1) ? nil : members.bytes(1)))
        }
        self.files = files
    }

    /// Whether an action removes such a file. Another file that has come to have its name is not it.
    func include(anyOf action: Action) -> Bool {
        action.kind == .purge && action.members.contains { files.contains(File(path: $0.path, sha256: $0.sha256)) }
    }
}
