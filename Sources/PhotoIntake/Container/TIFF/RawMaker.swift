internal import PhotoModel

/// A camera maker whose raw format is a TIFF file without a distinctive header.
///
/// Such a file is recognized by the maker's own compression scheme, or by sensor data together with the maker's name:
/// programs that develop raw files keep the name but write color pictures.
enum RawMaker: CaseIterable {
    case epson, hasselblad, kodak, leaf, mamiya, nikon, pentax, samsung, sony

    /// The maker's own values of Compression (registered in the Library of Congress's list for TIFF tag 259).
    private var compressions: [Int] {
        switch self {
        case .kodak: [262, 32_867, 65_000]
        case .nikon: [34_713]
        case .pentax: [65_535]
        case .samsung: [32_769, 32_770, 32_772]
        case .sony: [32_767]
        case .epson, .hasselblad, .leaf, .mamiya: []
        }
    }

    /// The prefixes of Make.
    private var names: [StaticString] {
        switch self {
        case .epson: ["SEIKO EPSON", "EPSON"]
        case .hasselblad: ["Hasselblad", "HASSELBLAD", "Imacon"]
        case .kodak: ["EASTMAN KODAK", "Eastman Kodak", "KODAK", "Kodak"]
        case .leaf: ["Leaf"]
        case .mamiya: ["Mamiya"]
        case .nikon: ["NIKON"]
        case .pentax: ["PENTAX", "Pentax", "RICOH"]
        case .samsung: ["SAMSUNG", "Samsung"]
        case .sony: ["SONY", "Sony"]
        }
    }

    /// The maker's raw format; of several, the one of the model.
    func format(_ excerpt: TIFFExcerpt) -> PhotoFormat {
        switch self {
        case .epson: .erf
        case .hasselblad: .threeFR
        // Professional models have a number after letters.
        case .kodak: ["DCS", "Kodak DCS", "KODAK DCS"].contains { excerpt.values.holds($0, in: .model) } ? .dcr : .kdc
        case .leaf: .mos
        case .mamiya: .mef
        case .nikon: excerpt.values.holds("COOLPIX", in: .model) ? .nrw : .nef
        case .pentax: .pef
        case .samsung: .srw
        case .sony: excerpt.values.holds("DSC-R1", in: .model) ? .sr2 : .arw
        }
    }

    /// The maker of a raw file with these pictures; nil if it is not a raw file.
    init?(_ pictures: TIFFPictures, _ excerpt: TIFFExcerpt) {
        let found = Self.allCases.first { maker in
            maker.packed(pictures) || maker.isNamed(in: excerpt) && maker.hasSensorData(pictures, excerpt)
        }
        guard let found else { return nil }
        self = found
    }

    private func packed(_ pictures: TIFFPictures) -> Bool {
        pictures.all.contains { picture in picture.compression.map(compressions.contains) ?? false }
    }

    /// Leaf also has a block of its own in tag 0x8606, and some of its files have no Make.
    private func isNamed(in excerpt: TIFFExcerpt) -> Bool {
        if self == .leaf, excerpt.primary.holds(0x8606) { return true }
        return names.contains { excerpt.values.holds($0, in: .make) }
    }

    /// Sony's oldest files have no sensor data in their directories, but the maker's block in tag 0xC634 beside a small
    /// picture.
    private func hasSensorData(_ pictures: TIFFPictures, _ excerpt: TIFFExcerpt) -> Bool {
        if pictures.all.contains(where: \.isSensorData) { return true }
        return self == .sony && pictures.first.kind == 1 && excerpt.primary.holds(0xC634)
    }
}
