enum ExifDirectory {
    /// The GPS directory, which IFD0's tag 0x8825 points to: where the picture was taken.
    case gps
    /// IFD0: the picture.
    case primary
    /// The EXIF directory, which IFD0's tag 0x8769 points to: how the picture was taken.
    case exif

    /// The range of ``WantedEntry/place`` for its entries.
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

    var directory: ExifDirectory {
        switch rawValue {
        case ..<0x0100: .gps
        case ..<0x8000: .primary
        default: .exif
        }
    }

    /// Whether the entry is accepted when it is found in `found`: in its own directory, and with IFD0 and the EXIF
    /// directory also in the other. TIFF/EP (ISO 12234-2) stores the time in IFD0; some phones store the model next to
    /// the time. The GPS directory has no tags in common with them.
    func counts(in found: ExifDirectory) -> Bool {
        (directory == .gps) == (found == .gps)
    }
}

extension WantedEntry {
    /// How much of an entry's value is copied.
    enum Form {
        /// Text of any length.
        case text
        /// Text whose first 64 bytes suffice: dates, references, digits.
        case shortText
        /// Up to three numbers, or text instead.
        case angle
        /// Up to three numbers.
        case fractions
        /// One whole number.
        case number
    }

    /// How much of the value is copied.
    var form: Form {
        switch self {
        case .make, .model, .processingMethod: .text
        case .latitude, .longitude: .angle
        case .altitude, .timeStamp, .horizontalError: .fractions
        case .altitudeRef, .orientation: .number
        default: .shortText
        }
    }

    /// Whether the type and count of a value are valid for the entry.
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

/// The location of a directory as stored in a structure: missing, unusable, or an offset.
struct DirectoryPointer {
    /// The tag of the entry that points to the EXIF directory.
    static let exif: UInt16 = 0x8769
    /// The tag of the entry that points to the GPS directory. It belongs in IFD0, but some writers put it elsewhere.
    static let gps: UInt16 = 0x8825

    /// Whether an entry for the directory exists.
    private(set) var isNamed = false
    /// The directory's offset; nil if no entry has it as a whole number.
    private(set) var offset: Int?
    /// Other offsets of such a directory, as far as they are few.
    private(set) var others: [Int] = []

    private static let mostOthers = 4

    /// Records an entry's value, nil if it is unusable. Of several, the last usable one counts; the others are kept.
    mutating func take(_ number: Int?) {
        isNamed = true
        guard let number, number != offset else { return }
        let before = offset
        offset = number
        others.removeAll { $0 == number }
        if let before { keep(before) }
    }

    /// Adds what another directory contains, in place of nothing, or as others.
    mutating func add(_ other: DirectoryPointer) {
        isNamed = isNamed || other.isNamed
        guard let first = other.offset else { return }
        if offset == nil { offset = first } else { keep(first) }
        for number in other.others { keep(number) }
    }

    private mutating func keep(_ number: Int) {
        if number == offset || others.contains(number) || others.count == Self.mostOthers { return }
        others.append(number)
    }
}

/// Checks whether a GPS pointer leads to a GPS directory and not to other data. A directory must have an entry (TIFF
/// 6.0, section 2), and one of its entries has to belong there.
struct GPSSoundness {
    /// The last tag of the GPS directory (EXIF 3.0, 4.6.6).
    private static let lastTag: UInt16 = 0x1F
    /// Padding that Windows adds to every directory; the only entry in some from which it removed the position.
    private static let paddingTag: UInt16 = 0xEA1C

    private var hasOwn = false
    private var hasUnknown = false

    /// Records an entry: its tag, and whether its type exists.
    mutating func take(_ tag: UInt16, isKnown: Bool) {
        if tag <= Self.lastTag || tag == Self.paddingTag { hasOwn = true }
        if !isKnown { hasUnknown = true }
    }

    /// Whether some entry belongs in a GPS directory, and the types of all entries exist.
    var isSound: Bool { hasOwn && !hasUnknown }
}
