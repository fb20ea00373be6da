/// The primary item of a `meta` box and what describes it.
struct MetaPicture {
    private let meta: MetaBox
    private let items: ItemList
    private var bytes: ItemBytes?

    init(_ meta: MetaBox, in source: inout PhotoSource) {
        self.meta = meta
        items = ItemList(meta.items, primary: meta.primary, in: &source)
        bytes = ItemBytes(meta, in: &source)
    }

    /// Notes size, orientation and metadata blocks. Those of the picture come first, since reading a long block may
    /// take the place of a `meta` box that lies far back in the file.
    mutating func describe(_ content: inout ContainerContent, in source: inout PhotoSource) {
        if let item = meta.primary {
            if let properties = meta.properties {
                let properties = ItemProperties(properties, of: item, in: &source)
                (content.width, content.height) = (properties.width, properties.height)
                content.orientation = properties.orientation
            }
            if content.width == nil, items.primaryType == .grid { describeGrid(item, &content, in: &source) }
        }
        let exif = described(items.exif, in: &source).flatMap { bytes?.block(of: $0, in: &source) }
        let xmp = described(items.xmp, in: &source).flatMap { bytes?.block(of: $0, in: &source) }
        content.exif = exif.flatMap { ExifItem.tiff(in: $0, &source) }
        content.xmp = xmp.flatMap { $0.count <= PhotoSource.mostBytes ? $0 : nil }
    }

    /// Of several items that describe pictures the one that describes the primary item (a reference of type `cdsc`),
    /// else the first.
    private func described(_ candidates: [Int], in source: inout PhotoSource) -> Int? {
        guard candidates.count > 1, let primary = meta.primary,
            let references = ItemReferences(meta.references, in: &source)
        else { return candidates.first }
        for item in candidates
        where references.targets(of: item, by: .cdsc, in: &source).contains(primary) { return item }
        return candidates.first
    }

    /// The size of a picture that is put together from tiles (ISO/IEC 23008-12, 6.6.2.3.2): version, flags, rows,
    /// columns, then width and height, of four bytes each where the lowest flag is set and of two where it is not.
    private mutating func describeGrid(_ item: Int, _ content: inout ContainerContent, in source: inout PhotoSource) {
        guard case .file(let range)? = bytes?.block(of: item, in: &source) else { return }
        var fields = BoxFields(range)
        guard let flags = fields.number(2, in: &source), fields.skip(2) else { return }
        let byteCount = flags & 1 == 0 ? 2 : 4
        guard let width = fields.number(byteCount, in: &source), let height = fields.number(byteCount, in: &source),
            width > 0, height > 0
        else { return }
        (content.width, content.height) = (width, height)
    }
}

extension MetadataBlock {
    /// The length in bytes.
    var count: Int {
        switch self {
        case .file(let range): range.count
        case .bytes(let bytes): bytes.count
        }
    }
}
