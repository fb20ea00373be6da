internal import Foundation
internal import SystemPackage
internal import WorkphotosTestSupport

extension World {
    /// The destination's spec on the command line.
    var destination: String { remote?.spec ?? "folder:\(path("backup").string)" }

    /// The files at the destination by relative path.
    var copies: [String: FileState] {
        get throws { try remote?.copies() ?? FileState.tree(path("backup")) }
    }

    /// The destination's own lists of receipts: one that grows in a folder, or one for each run at a remote.
    func receiptLists(_ copies: [String: FileState]) throws -> [(name: String, bytes: [UInt8])] {
        let names = copies.keys.filter { $0.hasSuffix(".ndjson") && DestinationCheck.isOwn($0) }.sorted()
        return try names.map { ($0, try remote?.bytes(of: $0) ?? tree.read(FilePath("backup/" + $0))) }
    }

    /// Whether a call concerns this world, or the connection to rclone.
    func isAbout(_ call: Trace.Call) -> Bool {
        guard let remote else { return call.isAbout(tree.path.string) }
        return call.isAbout(tree.path.string) || call.isOnSocket
            || remote.remote.place.map { call.isAbout($0.string) } == true
    }
}
