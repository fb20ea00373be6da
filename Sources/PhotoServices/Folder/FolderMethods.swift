package import PhotoFiles

/// The ways to use the kernel and a folder's file system, in order: if one is refused, the next is tried.
///
/// Not every file system can rename without replacing, or has links; not every kernel can open beneath a directory.
package struct FolderMethods: Sendable {
    /// How a file gets a name that nothing else has.
    package enum Naming: CaseIterable, Sendable {
        /// `renameat2` with RENAME_NOREPLACE.
        case rename
        /// `linkat`, then `unlinkat` of the old name.
        case link
        /// A new file is made under the final name, with O_EXCL, and the bytes are copied.
        case copy
    }

    /// How a copy is read back.
    package enum Reading: CaseIterable, Sendable {
        /// Past the cache, with O_DIRECT.
        case direct
        /// After asking the system to drop it from the cache.
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
