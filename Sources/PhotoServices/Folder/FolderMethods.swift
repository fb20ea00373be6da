package import PhotoFiles

/// What the kernel and a folder's file system are asked for, in this order: what one refuses is done by the next.
///
/// Not every file system can rename without replacing, or has links; not every kernel opens beneath a directory.
package struct FolderMethods: Sendable {
    /// How a file gets a name that nothing else has.
    package enum Naming: CaseIterable, Sendable {
        /// `renameat2` with RENAME_NOREPLACE.
        case rename
        /// `linkat`, then `unlinkat` of the old name.
        case link
        /// A new file under the final name, made with O_EXCL, gets a copy of the bytes.
        case copy
    }

    /// How a copy is read back.
    package enum Reading: CaseIterable, Sendable {
        /// Past the cache, with O_DIRECT.
        case direct
        /// Having asked that the cache forget it.
        case cached
    }

    /// How a file gets its name.
    package var naming: [Naming]
    /// How files are opened.
    package var opening: [OpeningWay]
    /// How copies are read back.
    package var reading: [Reading]

    package init(
        naming: [Naming] = Naming.allCases, opening: [OpeningWay] = OpeningWay.allCases,
        reading: [Reading] = Reading.allCases
    ) {
        self.naming = naming
        self.opening = opening
        self.reading = reading
    }
}
