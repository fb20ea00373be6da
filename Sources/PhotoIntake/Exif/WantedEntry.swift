/// A directory (IFD) of an EXIF block.
enum ExifDirectory {
    /// The directory that IFD0's tag 0x8825 points to: where the picture was taken.
    case gps
    /// IFD0: the picture.
    case primary
    /// The directory that IFD0's tag 0x8769 points to: how the picture was taken.
    case exif

    /// The places of its entries (``WantedEntry/place``).
    var places: Range<Int> {
        switch self {
        case .gps: 0..<10
        case .primary: 10..<13
        case .exif: 13..<19
        }
    }
}

/// An entry that is read from an EXIF block, by its tag (EXIF 3.0, 4.6.5 and 4.6.6).
enum WantedEntry: UInt16 {
    case latitudeRef = 0x01, latitude, longitudeRef, longitude, altitudeRef, altitude, timeStamp
    case processingMethod = 0x1B
    case dateStamp = 0x1D
    case horizontalError = 0x1F
    case make = 0x010F, model
    case orientation = 0x0112
    case dateTimeOriginal = 0x9003, dateTimeDigitized
    case offsetTimeOriginal = 0x9011, offsetTimeDigitized
    case subSecTimeOriginal = 0x9291, subSecTimeDigitized

    /// The place among all wanted entries: directory by directory, by tag.
    var place: Int {
        switch self {
        case .latitudeRef, .latitude, .longitudeRef, .longitude, .altitudeRef, .altitude, .timeStamp: Int(rawValue) - 1
        case .processingMethod: 7
        case .dateStamp: 8
        case .horizontalError: 9
        case .make: 10
        case .model: 11
        case .orientation: 12
        case .dateTimeOriginal: 13
        case .dateTimeDigitized: 14
        case .offsetTimeOriginal: 15
        case .offsetTimeDigitized: 16
        case .subSecTimeOriginal: 17
        case .subSecTimeDigitized: 18
        }
    }

    /// Where the entry belongs.
    var directory: ExifDirectory {
        switch rawValue {
        case ..<0x0100: .gps
        case ..<0x8000: .primary
        default: .exif
        }
    }

    /// Whether the entry counts where it is met in `found`: in its own directory, and between IFD0 and the EXIF
    /// directory in the other as well. TIFF/EP (ISO 12234-2) keeps the time in IFD0; some phones put the model beside
    /// the time. The GPS directory shares no tags with them.
    func counts(in found: ExifDirectory) -> Bool {
        (directory == .gps) == (found == .gps)
    }
}

extension WantedEntry {
    /// What of an entry's value is taken over.
    enum Form {
        /// Text of any length.
        case text
        /// Text that says nothing beyond its first 64 bytes: dates, references, digits.
        case shortText
        /// Up to three numbers, or text in their place.
        case angle
        /// Up to three numbers.
        case fractions
        /// One whole number.
        case number
    }

    /// What of the value is taken over.
    var form: Form {
        switch self {
        case .make, .model, .processingMethod: .text
        case .latitude, .longitude: .angle
        case .altitude, .timeStamp, .horizontalError: .fractions
        case .altitudeRef, .orientation: .number
        default: .shortText
        }
    }

    /// Whether a value is of a kind and a count that can mean something here.
    func accepts(_ value: TIFFValue) -> Bool {
        let isFew = value.count <= 3 && (value.kind.isFraction || value.kind.isWhole)
        return switch form {
        case .text, .shortText: value.kind.isText
        case .number: value.kind.isWhole || value.kind == .undefined
        case .fractions: isFew
        case .angle: isFew || value.kind == .ascii || value.kind == .utf8
        }
    }
}

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

/// Whether what a GPS pointer leads to is a GPS directory, and not whatever else stands there: it has at least one
/// entry, as every directory (TIFF 6.0, section 2), and one that belongs there.
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
