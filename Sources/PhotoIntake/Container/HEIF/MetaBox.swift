/// What a file's `meta` box holds of its picture: where its parts are (ISO/IEC 14496-12, 8.11).
struct MetaBox {
    /// The longest box that is read at one go where it is not in memory already. One that is longer holds pictures in
    /// its `idat` and is read part by part.
    private static let mostBytes = 524_288

    /// The identifier of the primary item (`pitm`); nil where none is named.
    private(set) var primary: Int?
    /// The content of `iinf`: which items there are.
    private(set) var items: Range<Int>?
    /// The content of `iloc`: where their bytes are.
    private(set) var locations: Range<Int>?
    /// The content of `iref`: what they have to do with each other.
    private(set) var references: Range<Int>?
    /// The content of `iprp`: their properties.
    private(set) var properties: Range<Int>?
    /// The content of `idat`: bytes of items.
    private(set) var data: Range<Int>?

    /// The box with this content; nil where its handler says that it is about something else than pictures.
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
