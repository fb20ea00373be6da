/// What a structure says of where a directory is: not at all, by an entry that nobody can follow, or by an offset.
struct DirectoryPointer {
    /// The tag of the entry that points to the EXIF directory.
    static let exif: UInt16 = 0x8769
    /// The tag of the entry that points to the GPS directory. It belongs into IFD0, and some writers put it elsewhere.
    static let gps: UInt16 = 0x8825

    /// Whether an entry names the directory.
    private(set) var isNamed = false
    /// Where it is; nil where no entry says so by a whole number.
    private(set) var offset: Int?

    /// Takes what an entry says; nil for one that is of no use. Of several the last that is counts.
    mutating func take(_ number: Int?) {
        isNamed = true
        offset = number ?? offset
    }

    /// Takes what another directory says where nothing is known.
    mutating func add(_ other: DirectoryPointer) {
        isNamed = isNamed || other.isNamed
        offset = offset ?? other.offset
    }
}

/// Whether what a GPS pointer leads to is a GPS directory, and not whatever else stands there: it has at least one entry,
/// as every directory (TIFF 6.0, section 2), and one that belongs there.
struct GPSSoundness {
    /// The last tag of the GPS directory (EXIF 3.0, 4.6.6).
    private static let lastTag: UInt16 = 0x1F
    /// Room that Windows leaves in every directory, and all that is in some from which it took the position.
    private static let paddingTag: UInt16 = 0xEA1C

    private var hasOwn = false
    private var hasUnknown = false

    /// Takes an entry: its tag, and whether there is such a type as it says.
    mutating func take(_ tag: UInt16, isKnown: Bool) {
        if tag <= Self.lastTag || tag == Self.paddingTag { hasOwn = true }
        if !isKnown { hasUnknown = true }
    }

    /// Whether all that was taken is a GPS directory's.
    var isSound: Bool { hasOwn && !hasUnknown }
}
