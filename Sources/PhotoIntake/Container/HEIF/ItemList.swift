/// The items of a `meta` box that matter here (`iinf` and its `infe`; ISO/IEC 14496-12, 8.11.6).
struct ItemList {
    /// The most items of one kind that are kept.
    private static let most = 16

    /// The type of the primary item; nil where it is not listed, or by an entry that has no types.
    private(set) var primaryType: FourCC?
    /// Identifiers of the items that hold EXIF (ISO/IEC 23008-12, annex A), in the file's order.
    private(set) var exif: [Int] = []
    /// Identifiers of the items that hold XMP, in the file's order.
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

    /// Versions 0 and 1 have a name and a media type, 2 and 3 a type, and a media type where that is `mime`. Items
    /// that are encrypted (item_protection_index) are of no use.
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

    /// Whether a name, the media type of XMP and no encoding follow.
    private static func isXMP(_ fields: inout BoxFields, in source: inout PhotoSource) -> Bool {
        let type: StaticString = "application/rdf+xml"
        guard fields.skipText(in: &source), source.holds(type, at: fields.offset), fields.skip(type.utf8CodeUnitCount)
        else { return false }
        let end = fields.number(1, in: &source) ?? 0
        let encoding = fields.number(1, in: &source) ?? 0
        return end == 0 && encoding == 0
    }
}
