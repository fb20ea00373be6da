/// What of rclone's options would make its answers lies: files left out, not copied, or taken for equal unread.
///
/// Its command line and environment are ours, and its configuration has only remotes, so none of these is ever set. It
/// is looked at all the same, since everything rests on it.
enum RcloneOptions {
    private static let watched: [String: Set<String>] = [
        // Every rule by which files are left out.
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
            // Files go to another place than was said, or come from one.
            "BackupDir", "CompareDest", "CopyDest", "ServerSideAcrossConfigs", "Suffix",
            // It ends early, or does less than was asked.
            "DisableFeatures", "IgnoreErrors", "MaxDepth", "MaxDuration", "MaxTransfer", "NoUpdateModTime",
            // What is sent is changed, or who answers is not made sure of.
            "DownloadHeaders", "Headers", "InsecureSkipVerify", "Metadata", "MetadataSet", "UploadHeaders",
            // Requests are written to standard error, with what is secret in them.
            "Dump",
        ],
        "rc": ["NoAuth"],
    ]

    /// The first option that is set and must not be; nil where all is well. What a version does not have is not set.
    static func unwanted(in blocks: [String: [String: RcloneValue]]) -> String? {
        for (block, names) in watched.sorted(by: { $0.key < $1.key }) {
            if let name = names.sorted().first(where: { !isUnset(blocks[block]?[$0] ?? .null) }) {
                return "\(block).\(name)"
            }
        }
        return nil
    }

    /// Off, empty, or a limit that limits nothing.
    private static func isUnset(_ value: RcloneValue) -> Bool {
        switch value {
        case .null, .flag(false), .number(0), .number(-1), .number(.max), .text(""), .text("off"): true
        case .list(let values): values.isEmpty
        case .object(let values): values.isEmpty
        default: false
        }
    }
}
