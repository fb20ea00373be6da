/// Where the items of a `meta` box are (`iloc`; ISO/IEC 14496-12, 8.11.3).
struct ItemLocations {
    /// The most extents of an item that is read.
    static let mostExtents = 64

    private let version: Int
    private let offsetBytes: Int
    private let lengthBytes: Int
    private let baseBytes: Int
    private let indexBytes: Int
    private let count: Int
    private let entries: BoxFields

    /// The locations in the content of `iloc`; nil for an unknown version, and for fields of another size than the
    /// standard allows.
    init?(_ content: Range<Int>, in source: inout PhotoSource) {
        var fields = BoxFields(content)
        guard let version = fields.versionAndFlags(in: &source)?.version, version <= 2,
            let sizes = fields.number(2, in: &source),
            let count = fields.number(version == 2 ? 4 : 2, in: &source)
        else { return nil }
        self.version = version
        self.count = count
        offsetBytes = sizes >> 12
        lengthBytes = sizes >> 8 & 0xF
        baseBytes = sizes >> 4 & 0xF
        indexBytes = version == 0 ? 0 : sizes & 0xF
        entries = fields
        for size in [offsetBytes, lengthBytes, baseBytes, indexBytes] where size != 0 && size != 4 && size != 8 {
            return nil
        }
    }

    /// Where `item` is; nil where it is not listed or lies in another file, and where its entry is damaged or has
    /// more than ``mostExtents`` extents.
    ///
    /// Each step takes at least six bytes, so the walk ends however many entries are said to be there.
    func location(of item: Int, in source: inout PhotoSource) -> ItemLocation? {
        var fields = entries
        for _ in 0..<count {
            guard let found = fields.number(version == 2 ? 4 : 2, in: &source) else { return nil }
            if found == item { return location(from: &fields, in: &source) }
            guard fields.skip((version == 0 ? 2 : 4) + baseBytes), let extents = fields.number(2, in: &source),
                fields.skip(extents * (indexBytes + offsetBytes + lengthBytes))
            else { return nil }
        }
        return nil
    }

    private func location(from fields: inout BoxFields, in source: inout PhotoSource) -> ItemLocation? {
        guard let method = version == 0 ? 0 : fields.number(2, in: &source),
            let origin = ItemLocation.Origin(rawValue: method & 0xF),
            let reference = fields.number(2, in: &source), reference == 0,
            let base = fields.number(baseBytes, in: &source),
            let count = fields.number(2, in: &source), count <= Self.mostExtents
        else { return nil }
        var extents: [ItemLocation.Extent] = []
        for _ in 0..<count {
            guard let index = fields.number(indexBytes, in: &source),
                let offset = fields.number(offsetBytes, in: &source),
                let length = fields.number(lengthBytes, in: &source)
            else { return nil }
            let (start, isBeyond) = base.addingReportingOverflow(offset)
            guard !isBeyond else { return nil }
            extents.append(ItemLocation.Extent(index: index, start: start, length: length))
        }
        return ItemLocation(origin: origin, extents: extents)
    }
}

/// Where one item is.
struct ItemLocation {
    /// What offsets are counted in (construction_method).
    enum Origin: Int {
        /// The file.
        case file
        /// The content of `idat`.
        case data
        /// The bytes of another item, which a reference of type `iloc` names.
        case item
    }

    /// A stretch of the item.
    struct Extent {
        /// Which of the references is meant, counted from 1; 0 where the entry does not say, which means the first.
        var index: Int
        /// Its first byte, counted in what the origin says; not negative.
        var start: Int
        /// How many bytes it has; 0 for all up to the end.
        var length: Int
    }

    /// What offsets are counted in.
    var origin: Origin
    /// The stretches in order.
    var extents: [Extent]
}
