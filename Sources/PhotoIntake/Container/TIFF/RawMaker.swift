internal import PhotoModel

/// A maker of cameras whose raw format is a TIFF file with nothing in its header that tells.
///
/// Such a file is told from a TIFF by how its data are packed, where the maker has a number of its own for that, or by
/// data of a sensor beside the maker's name: what programs develop from raw files keeps the name and has colours.
enum RawMaker: CaseIterable {
    case epson, hasselblad, kodak, leaf, mamiya, nikon, pentax, samsung, sony

    /// Numbers in Compression that are the maker's own (the registry is the Library of Congress's, TIFF tag 259).
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

    /// What Make begins with.
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

    /// The maker's raw format; of several, the one that the model wrote.
    func format(_ excerpt: TIFFExcerpt) -> PhotoFormat {
        switch self {
        case .epson: .erf
        case .hasselblad: .threeFR
        // The professional cameras are numbered, with the letters before.
        case .kodak: ["DCS", "Kodak DCS", "KODAK DCS"].contains { excerpt.values.holds($0, in: .model) } ? .dcr : .kdc
        case .leaf: .mos
        case .mamiya: .mef
        case .nikon: excerpt.values.holds("COOLPIX", in: .model) ? .nrw : .nef
        case .pentax: .pef
        case .samsung: .srw
        case .sony: excerpt.values.holds("DSC-R1", in: .model) ? .sr2 : .arw
        }
    }

    /// The maker whose raw format a file of these pictures has; nil where it is none.
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

    /// Leaf has a block of its own in tag 0x8606 besides, and some of its files no maker.
    private func isNamed(in excerpt: TIFFExcerpt) -> Bool {
        if self == .leaf, excerpt.primary.holds(0x8606) { return true }
        return names.contains { excerpt.values.holds($0, in: .make) }
    }

    /// The oldest of Sony's files show no sensor data in their directories: they have the maker's block in tag 0xC634
    /// beside a small picture.
    private func hasSensorData(_ pictures: TIFFPictures, _ excerpt: TIFFExcerpt) -> Bool {
        if pictures.all.contains(where: \.isSensorData) { return true }
        return self == .sony && pictures.first.kind == 1 && excerpt.primary.holds(0xC634)
    }
}
