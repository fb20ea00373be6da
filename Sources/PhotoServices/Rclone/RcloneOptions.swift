/// Options of rclone that would make its answers wrong: files left out, not copied, or taken for equal without reading.
///
/// Its command line and environment are ours, and its configuration has only remotes, so none of these is ever set.
/// They are checked all the same, since everything depends on them.
enum RcloneOptions {
    private static let watched: [String: Set<String>] = [
        // All filter rules.
        "filter": [
            "DeleteExcluded", "ExcludeFile", "ExcludeFrom", "ExcludeRule", "FilesFrom", "FilesFromRaw", "FilterFrom",
            "FilterRule", "IncludeFrom", "IncludeRule", "MaxAge", "MaxSize", "MinAge", "MinSize",
        ],
        "main": [
            // Nothing is done, or a person at a terminal is asked.
            "DryRun", "Interactive",
            // Another file is taken for this one.
            "CheckSum", "IgnoreChecksum", "IgnoreExisting", "IgnoreSize", "IgnoreTimes", "Immutable", "NoCheckDest",
            "SizeOnly", "UpdateOlder", "UseServerModTime",
            // Files go to, or come from, another place than requested.
            "BackupDir", "CompareDest", "CopyDest", "ServerSideAcrossConfigs", "Suffix",
            // It ends early, or does less than requested.
            "DisableFeatures", "IgnoreErrors", "MaxDepth", "MaxDuration", "MaxTransfer", "NoUpdateModTime",
            // What is sent is changed, or the server's identity is not checked.
            "DownloadHeaders", "Headers", "InsecureSkipVerify", "Metadata", "MetadataSet", "UploadHeaders",
            // Requests are written to standard error, with their secrets.
            "Dump",
        ],
        "rc": ["NoAuth"],
    ]

    /// The first option that is set but must not be; nil if there is none. An option that a version does not have is
    /// not set.
    static func unwanted(in blocks: [String: [String: RcloneValue]]) -> String? {
        for (block, names) in watched.sorted(by: { $0.key < $1.key }) {
            if let name = names.sorted().first(where: { !isUnset(blocks[block]?[$0] ?? .null) }) {
                return "\(block).\(name)"
            }
        }
        return nil
    }

    /// Off, empty, or a limit without effect.
    private static func isUnset(_ value: RcloneValue) -> Bool {
        switch value {
        case .null, .flag(false), .number(0), .number(-1), .number(.max), .text(""), .text("off"): true
        case .list(let values): values.isEmpty
        case .object(let values): values.isEmpty
        default: false
        }
    }
}
