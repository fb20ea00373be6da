internal import PhotoModel

/// A file's `meta` box: the locations of its parts (ISO/IEC 14496-12, 8.11).
struct MetaBox {
    /// The maximum length of a box that is read at once if it is not yet in memory. A longer box has picture data in
    /// its `idat` and is read part by part.
    private static let mostBytes = 524_288

    /// The identifier of the primary item (`pitm`); nil if there is none.
    private(set) var primary: Int?
    /// The content of `iinf`: the list of items.
    private(set) var items: Range<Int>?
    /// The content of `iloc`: the locations of their bytes.
    private(set) var locations: Range<Int>?
    /// The content of `iref`: the references between them.
    private(set) var references: Range<Int>?
    /// The content of `iprp`: their properties.
    private(set) var properties: Range<Int>?
    /// The content of `idat`: bytes of items.
    private(set) var data: Range<Int>?

    /// Reads the content of the box; nil if its handler is not for pictures.
    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        if content.upperBound > source.headCount, content.count <= Self.mostBytes {
            source.withBytes(content) { _ in }
        }
        var isPicture = true
        var fields = BoxFields(content)
        guard fields.versionAndFlags(in: &source) != nil else { return nil }
        source.forEachBox(in: fields.rest) { box, source in
            switch box.type {
            case .hdlr: isPicture = Self.isPicture(box.content, in: &source)
            case .pitm: primary = primary ?? Self.primary(box.content, in: &source)
            case .iinf: items = items ?? box.content
            case .iloc: locations = locations ?? box.content
            case .iref: references = references ?? box.content
            case .iprp: properties = properties ?? box.content
            case .idat: data = data ?? box.content
            default: break
            }
            return isPicture
        }
        guard isPicture else { return nil }
    }

    private static func isPicture(_ handler: Range<Int>, in source: inout PhotoSource) -> Bool {
        var fields = BoxFields(handler)
        guard fields.skip(8), let type = fields.number(4, in: &source) else { return false }
        return type == FourCC.pict.value
    }

    private static func primary(_ content: Range<Int>, in source: inout PhotoSource) -> Int? {
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version else { return nil }
        return fields.number(version == 0 ? 2 : 4, in: &source)
    }
}

/// Determines the format from the brands of a HEIF file (ISO/IEC 23008-12, clause 10; AV1 Image File Format, section
/// 8).
enum HEIFBrand {
    /// The format by the major brand. Files with a structural major brand (`mif1`, `msf1`) are of the generic format,
    /// whatever compatible brands they list; only a minimized file (`mif3`) has its codec in place of the minor
    /// version. Files with `heix`, which have more than 8 bits per sample, are of the generic format too: cameras name
    /// them `.HIF`, and other programs also distinguish them from HEIC.
    static func format(of source: inout PhotoSource) -> PhotoFormat {
        guard let major = source.uint32(at: 8), let minor = source.uint32(at: 12) else { return .heif }
        return format(of: FourCC(major == FourCC("mif3").value ? minor : major))
    }

    private static func format(of brand: FourCC) -> PhotoFormat {
        switch brand {
        case "heic", "heim", "heis", "hevc", "hevx", "hevm", "hevs": .heic
        case "avif", "avis": .avif
        default: .heif
        }
    }
}

// Types of boxes, items and references in ISO/IEC 14496-12 and ISO/IEC 23008-12.
extension FourCC {
    static let meta: FourCC = "meta"
    static let mini: FourCC = "mini"
    static let hdlr: FourCC = "hdlr"
    static let pict: FourCC = "pict"
    static let pitm: FourCC = "pitm"
    static let iinf: FourCC = "iinf"
    static let infe: FourCC = "infe"
    static let iloc: FourCC = "iloc"
    static let iref: FourCC = "iref"
    static let idat: FourCC = "idat"
    static let iprp: FourCC = "iprp"
    static let ipco: FourCC = "ipco"
    static let ipma: FourCC = "ipma"
    static let ispe: FourCC = "ispe"
    static let irot: FourCC = "irot"
    static let imir: FourCC = "imir"
    static let cdsc: FourCC = "cdsc"
    static let grid: FourCC = "grid"
    static let mime: FourCC = "mime"
    static let exif: FourCC = "Exif"
}

/// The relevant items of a `meta` box (`iinf` and its `infe`; ISO/IEC 14496-12, 8.11.6).
struct ItemList {
    /// The maximum number of items kept of each kind.
    private static let most = 16

    /// The type of the primary item; nil if it is not listed, or if its entry has no type.
    private(set) var primaryType: FourCC?
    /// Identifiers of the items that contain EXIF (ISO/IEC 23008-12, annex A), in the file's order.
    private(set) var exif: [Int] = []
    /// Identifiers of the items that contain XMP, in the file's order.
    private(set) var xmp: [Int] = []
    private let primary: Int?

    /// The items in the content of `iinf`.
    init(_ content: Range<Int>?, primary: Int?, in source: inout PhotoSource) {
        self.primary = primary
        guard let content else { return }
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version,
            let count = fields.number(version == 0 ? 2 : 4, in: &source)
        else { return }
        source.forEachBox(in: fields.rest, most: count) { box, source in
            if box.type == .infe { take(box.content, in: &source) }
            return true
        }
    }

    /// Versions 0 and 1 have a name and a media type; versions 2 and 3 have a type, and a media type if the type is
    /// `mime`. Encrypted items (item_protection_index) are skipped.
    private mutating func take(_ entry: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(entry)
        guard let version = fields.versionAndFlags(in: &source)?.version,
            let item = fields.number(version >= 3 ? 4 : 2, in: &source),
            let protection = fields.number(2, in: &source)
        else { return }
        var type = FourCC.mime
        if version >= 2 {
            guard let named = fields.number(4, in: &source) else { return }
            type = FourCC(UInt32(truncatingIfNeeded: named))
            if item == primary { primaryType = type }
        }
        guard protection == 0 else { return }
        if type == .exif, exif.count < Self.most {
            exif.append(item)
        } else if type == .mime, xmp.count < Self.most, Self.isXMP(&fields, in: &source) {
            xmp.append(item)
        }
    }

    /// Whether the next fields are a name, the media type of XMP, and no encoding.
    private static func isXMP(_ fields: inout BoxFields, in source: inout PhotoSource) -> Bool {
        let type: StaticString = "application/rdf+xml"
        guard fields.skipText(in: &source), source.holds(type, at: fields.offset), fields.skip(type.utf8CodeUnitCount)
        else { return false }
        let end = fields.number(1, in: &source) ?? 0
        let encoding = fields.number(1, in: &source) ?? 0
        return end == 0 && encoding == 0
    }
}

/// The references between the items of a `meta` box (`iref`; ISO/IEC 14496-12, 8.11.12).
struct ItemReferences {
    private static let mostTargets = 256
    private static let mostReferences = 65_536

    private let isLong: Bool
    private let references: Range<Int>

    /// The references in the content of `iref`; nil if there is no such box.
    init?(_ content: Range<Int>?, in source: inout PhotoSource) {
        guard let content else { return nil }
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version else { return nil }
        isLong = version > 0
        references = fields.rest
    }

    /// The targets of the first reference of this type from `item`, in order, up to a limit.
    func targets(of item: Int, by type: FourCC, in source: inout PhotoSource) -> [Int] {
        var targets: [Int] = []
        source.forEachBox(in: references, most: Self.mostReferences) { box, source in
            guard box.type == type else { return true }
            var fields = BoxFields(box.content)
            guard fields.number(isLong ? 4 : 2, in: &source) == item else { return true }
            for _ in 0..<min(fields.number(2, in: &source) ?? 0, Self.mostTargets) {
                guard let target = fields.number(isLong ? 4 : 2, in: &source) else { break }
                targets.append(target)
            }
            return false
        }
        return targets
    }
}
