internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension World {
    /// What people type for the destination.
    var destination: String { remote?.spec ?? "folder:\(path("backup").string)" }

    /// What lies at the destination, by the paths from its top.
    var copies: [String: FileState] {
        get throws { try remote?.copies() ?? FileState.tree(path("backup")) }
    }

    /// The destination's own lists of receipts, with what they are called there: one that grows in a folder, one a run
    /// at a remote.
    ///
    /// - Parameter copies: what lies there.
    /// - Returns: their names and bytes.
    /// - Throws: where one cannot be read.
    func receiptLists(_ copies: [String: FileState]) throws -> [(name: String, bytes: [UInt8])] {
        let names = copies.keys.filter { $0.hasSuffix(".ndjson") && DestinationCheck.isOwn($0) }.sorted()
        return try names.map { ($0, try remote?.bytes(of: $0) ?? tree.read(FilePath("backup/" + $0))) }
    }

    /// Whether a call is about this world, or about the program's talk with rclone.
    func isAbout(_ call: Trace.Call) -> Bool {
        guard let remote else { return call.isAbout(tree.path.string) }
        return call.isAbout(tree.path.string) || call.isOnSocket
            || remote.remote.place.map { call.isAbout($0.string) } == true
    }
}
