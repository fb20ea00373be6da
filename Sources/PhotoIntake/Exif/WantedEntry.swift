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

    /// How many places there are.
    static let placeCount = 19

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
