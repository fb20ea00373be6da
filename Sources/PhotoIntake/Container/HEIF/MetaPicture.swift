/// The primary item of a `meta` box with its description.
struct MetaPicture {
    private let meta: MetaBox
    private let items: ItemList
    private var bytes: ItemBytes?

    init(_ meta: MetaBox, in source: inout PhotoSource) {
        self.meta = meta
        items = ItemList(meta.items, primary: meta.primary, in: &source)
        bytes = ItemBytes(meta, in: &source)
    }

    /// Adds size, orientation and metadata blocks. The picture's properties are read first, since reading a long block
    /// may evict a `meta` box that is far back in the file.
    mutating func describe(_ content: inout ContainerContent, in source: inout PhotoSource) {
        if let item = meta.primary {
            if let properties = meta.properties {
                let properties = ItemProperties(properties, of: item, in: &source)
                (content.width, content.height) = (properties.width, properties.height)
                content.orientation = properties.orientation
            }
            if content.width == nil, items.primaryType == .grid { describeGrid(item, &content, in: &source) }
        }
        let exif = ordered(items.exif, in: &source).map { bytes?.block(of: $0, in: &source) }
        let xmp = ordered(items.xmp, in: &source).map { bytes?.block(of: $0, in: &source) }
        content.exif = exif.flatMap { ExifItem.sources(in: $0, &source) }
        content.xmp = xmp.map(XMPSource.init)
    }

    /// Of several items, the first that describes the primary item (a reference of type `cdsc`), then the others.
    private func ordered(_ candidates: [Int], in source: inout PhotoSource) -> [Int] {
        guard candidates.count > 1, let primary = meta.primary,
            let references = ItemReferences(meta.references, in: &source)
        else { return candidates }
        for item in candidates
        where references.targets(of: item, by: .cdsc, in: &source).contains(primary) {
            return [item] + candidates.filter { $0 != item }
        }
        return candidates
    }

    /// The size of a picture composed of tiles (ISO/IEC 23008-12, 6.6.2.3.2): version, flags, rows, columns, then width
    /// and height, which have four bytes each if the lowest flag is set, and two otherwise.
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
    /// In bytes.
    var count: Int {
        switch self {
        case .file(let range): range.count
        case .parts(let parts): parts.reduce(0) { $0 + $1.count }
        case .bytes(let bytes): bytes.count
        }
    }
}

/// The properties of one item (`iprp`; ISO/IEC 23008-12, 9.3).
struct ItemProperties {
    private enum Property {
        case size(width: Int, height: Int)
        case rotation(Int)
        case mirror(Int)
    }

    /// The maximum number of properties per item.
    private static let mostAssociations = 64
    private static let mostProperties = 65_536
    private static let mostBoxes = 64

    /// Columns of the item's picture before rotation and cropping (`ispe`; 6.5.3); nil if missing or 0.
    private(set) var width: Int?
    /// Rows of the item's picture before rotation and cropping; nil if missing or 0.
    private(set) var height: Int?
    /// The EXIF orientation equivalent to the item's rotations and mirrorings, in the order in which they are
    /// associated; nil if it has none.
    ///
    /// HEIF readers must apply these properties, and EXIF's orientation is only informative beside them: a rotation by
    /// 0 is an orientation of 1 whatever EXIF contains. A file without any such property may have been written by a
    /// program that uses only EXIF, so EXIF's value is kept. Cropping (`clap`) is ignored, because the size of the
    /// stored picture is wanted.
    private(set) var orientation: Int?

    /// The properties of `item`, from the content of `iprp`.
    init(_ content: Range<Int>, of item: Int, in source: inout PhotoSource) {
        var container: Range<Int>?
        var associations: [Int] = []
        source.forEachBox(in: content, most: Self.mostBoxes) { box, source in
            if box.type == .ipco {
                container = container ?? box.content
            } else if box.type == .ipma, associations.isEmpty {
                associations = Self.associations(of: item, box.content, in: &source)
            }
            return true
        }
        guard let container, !associations.isEmpty else { return }
        take(Self.properties(associations, container, in: &source))
    }

    private mutating func take(_ properties: [Property?]) {
        var turn: PictureTurn?
        for case let property? in properties {
            switch property {
            case .size(let columns, let rows):
                width = width ?? (columns == 0 ? nil : columns)
                height = height ?? (rows == 0 ? nil : rows)
            case .rotation(let angle): turn = Self.changed(turn) { $0.rotate(anticlockwise: angle) }
            case .mirror(let mode): turn = Self.changed(turn) { $0.mirror(mode) }
            }
        }
        orientation = turn?.orientation
    }

    private static func changed(_ turn: PictureTurn?, _ change: (inout PictureTurn) -> Void) -> PictureTurn {
        var changed = turn ?? PictureTurn()
        change(&changed)
        return changed
    }

    /// The numbers of the item's properties in order, from 1, by the content of an `ipma`. Each step consumes at least
    /// three bytes.
    private static func associations(of item: Int, _ content: Range<Int>, in source: inout PhotoSource) -> [Int] {
        var fields = BoxFields(content)
        guard let (version, flags) = fields.versionAndFlags(in: &source), let count = fields.number(4, in: &source)
        else { return [] }
        let numberBytes = flags & 1 == 0 ? 1 : 2
        let mask = flags & 1 == 0 ? 0x7F : 0x7FFF
        for _ in 0..<count {
            guard let found = fields.number(version == 0 ? 2 : 4, in: &source),
                let count = fields.number(1, in: &source)
            else { return [] }
            if found == item {
                return (0..<min(count, mostAssociations)).compactMap { _ in
                    fields.number(numberBytes, in: &source).map { $0 & mask }
                }
            }
            guard fields.skip(count * numberBytes) else { return [] }
        }
        return []
    }

    /// The properties with the given numbers, in the same order; nil for those of other kinds.
    private static func properties(
        _ numbers: [Int], _ container: Range<Int>, in source: inout PhotoSource
    ) -> [Property?] {
        var properties = [Property?](repeating: nil, count: numbers.count)
        var number = 0
        source.forEachBox(in: container, most: mostProperties) { box, source in
            number += 1
            if let property = property(box, in: &source) {
                for index in numbers.indices where numbers[index] == number { properties[index] = property }
            }
            return true
        }
        return properties
    }

    private static func property(_ box: Box, in source: inout PhotoSource) -> Property? {
        var fields = BoxFields(box.content)
        switch box.type {
        case .ispe:
            guard fields.skip(4), let width = fields.number(4, in: &source), let height = fields.number(4, in: &source)
            else { return nil }
            return .size(width: width, height: height)
        case .irot: return fields.number(1, in: &source).map(Property.rotation)
        case .imir: return fields.number(1, in: &source).map(Property.mirror)
        default: return nil
        }
    }
}

/// A mirroring and a rotation by quarter turns, composed from transformative properties.
struct PictureTurn {
    /// Whether left and right are exchanged before the rotation.
    private var isMirrored = false
    /// The number of quarter turns clockwise; 0...3.
    private var quarters = 0

    /// Adds a rotation by `angle` quarter turns anticlockwise (`irot`; ISO/IEC 23008-12, 6.5.10).
    mutating func rotate(anticlockwise angle: Int) {
        quarters = (quarters + 4 - angle & 3) & 3
    }

    /// Adds a mirroring: exchanges top and bottom if `mode` is 0, left and right if it is 1 (`imir`; ISO/IEC
    /// 23008-12:2022, 6.5.12). The wording of 2017 also allows the opposite reading; files do not use it.
    mutating func mirror(_ mode: Int) {
        isMirrored.toggle()
        quarters = (mode & 1 == 0 ? 6 - quarters : 4 - quarters) & 3
    }

    /// The EXIF orientation with the same effect (EXIF 3.0, 4.6.5, tag 0x0112).
    var orientation: Int {
        switch (isMirrored, quarters) {
        case (false, 0): 1
        case (false, 1): 6
        case (false, 2): 3
        case (false, _): 8
        case (true, 0): 2
        case (true, 1): 7
        case (true, 2): 4
        case (true, _): 5
        }
    }
}
