/// The names of directories that are emptied, by people, desktops and servers. What is put below one is gone some day.
package enum TrashDirectory {
    /// By whom, in lowercase.
    private static let names: Set<String> = [
        ".trash",  // `$topdir/.Trash/$uid` of the FreeDesktop specification
        ".trashes",  // macOS, on every volume
        "$recycle.bin", "recycler",  // Windows, on NTFS, FAT and exFAT
        "@recycle", "#recycle", ".recycle",  // QNAP, Synology, Samba's vfs_recycle
    ]

    /// How many of a path's names lead to a trash.
    ///
    /// - Parameter path: names, from the top down.
    /// - Returns: the number, its own name included; nil where none of them is one.
    package static func depth(in path: [[UInt8]]) -> Int? {
        for (index, name) in path.enumerated() {
            let text = String(decoding: name, as: UTF8.self).lowercased()
            if names.contains(text) || text.hasPrefix(".trash-") { return index + 1 }
            // A home trash, whoever's: what is in its two directories goes.
            let next = index + 1 < path.count ? String(decoding: path[index + 1], as: UTF8.self) : ""
            if text == "trash", ["files", "info"].contains(next) { return index + 1 }
        }
        return nil
    }
}
