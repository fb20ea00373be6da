/// Writes a photo's HEIC file like a phone's (ISO/IEC 23008-12): all boxes that describe the items, and in `mdat` the
/// EXIF block followed by the picture, in tiles if it is large. The tiles contain no picture: no encoder is needed to
/// make the file, and no decoder can show it.
///
/// The thumbnail stays in the EXIF block.
struct HEICFile {
    /// The longest side of a picture without tiles.
    private static let wholeSide = 128
    /// The side of a tile. A picture of 800 by 600 has as many tiles as a phone's of 4,032 by 3,024 with tiles of 512
    /// by 512.
    private static let tileSide = 112

    private let exif: [UInt8]
    private let picture: PictureStore.Encoded
    private let items: HEICItems

    /// The file of a picture with the EXIF block `tiff`. `orientation` is 1, 3, 6 or 8.
    static func bytes(tiff: [UInt8], _ picture: PictureStore.Encoded, orientation: Int, size: Int) -> [UInt8] {
        HEICFile(tiff: tiff, picture, orientation: orientation).bytes(size: size)
    }

    private init(tiff: [UInt8], _ picture: PictureStore.Encoded, orientation: Int) {
        // The distance from here to the TIFF header (ISO/IEC 23008-12, A.2.1).
        exif = BoxWriter.long(6) + Array("Exif\0\0".utf8) + tiff
        self.picture = picture
        let isWhole = max(picture.width, picture.height) <= Self.wholeSide
        items = HEICItems(
            width: picture.width, height: picture.height, tileSide: isWhole ? nil : Self.tileSide,
            orientation: orientation)
    }

    /// The file, padded to `size` bytes unless it is larger.
    private func bytes(size: Int) -> [UInt8] {
        let brands = BoxWriter.box("ftyp", Array("heic\0\0\0\0mif1heic".utf8))
        let start = brands.count + meta(lengths: [], at: 0).count + BoxWriter.headerSize
        let room = max(size - start - exif.count, items.tileCount)
        let data = picture.filler(room)
        var bytes = brands + meta(lengths: lengths(of: data.count), at: start)
        bytes += BoxWriter.header("mdat", contentSize: exif.count + data.count)
        bytes += exif
        bytes += data
        return bytes
    }

    /// The length of each tile; the last one gets the rest.
    private func lengths(of count: Int) -> [Int] {
        let each = count / items.tileCount
        return Array(repeating: each, count: items.tileCount - 1) + [count - each * (items.tileCount - 1)]
    }

    /// The `meta` box. Its size does not depend on lengths and positions.
    private func meta(lengths: [Int], at start: Int) -> [UInt8] {
        var locations: [HEICItems.Location] = []
        var place = start + exif.count
        for tile in 0..<items.tileCount {
            let length = lengths.isEmpty ? 0 : lengths[tile]
            locations.append(HEICItems.Location(offset: place, length: length))
            place += length
        }
        return items.meta(tiles: locations, exif: HEICItems.Location(offset: start, length: exif.count))
    }
}

/// The items of a HEIC file and the `meta` box that describes them (ISO/IEC 14496-12, 8.11, and 23008-12): the tiles,
/// the grid if there are several, and the EXIF block.
struct HEICItems {
    /// The position of an item in the file.
    struct Location {
        let offset: Int
        let length: Int
    }

    /// The number of tiles.
    let tileCount: Int
    private let width: Int
    private let height: Int
    private let columns: Int
    private let rows: Int
    /// The sides of each tile.
    private let tile: (width: Int, height: Int)
    private let orientation: Int

    /// The items of a picture in square tiles, or without tiles if `tileSide` is nil.
    init(width: Int, height: Int, tileSide: Int?, orientation: Int) {
        self.width = width
        self.height = height
        self.orientation = orientation
        tile = tileSide.map { ($0, $0) } ?? (width, height)
        columns = (width + tile.width - 1) / tile.width
        rows = (height + tile.height - 1) / tile.height
        tileCount = columns * rows
    }

    private var isGrid: Bool { tileCount > 1 }
    private var primary: Int { isGrid ? tileCount + 1 : 1 }
    private var exif: Int { primary + 1 }

    /// The `meta` box with the positions of tiles and EXIF block in the file.
    func meta(tiles: [Location], exif location: Location) -> [UInt8] {
        let handler = BoxWriter.full("hdlr", BoxWriter.zeros(4), Array("pict".utf8), BoxWriter.zeros(13))
        let reference = BoxWriter.full("dref", BoxWriter.long(1), BoxWriter.full("url ", flags: 1))
        let parts = [
            handler, BoxWriter.box("dinf", reference), BoxWriter.full("pitm", BoxWriter.short(primary)), information,
            references,
            HEICProperties.box(self.properties, tileCount: tileCount, primary: primary),
        ]
        return BoxWriter.full("meta", parts.flatMap { $0 } + (isGrid ? gridData : []) + locations(tiles, location))
    }

    private var properties: HEICProperties.Values {
        HEICProperties.Values(tile: tile, picture: (width, height), orientation: orientation)
    }

    /// The type of each item; phones hide the tiles (8.11.6).
    private var information: [UInt8] {
        var entries: [[UInt8]] = []
        for item in 1...tileCount { entries.append(Self.entry(item, "hvc1", isHidden: isGrid)) }
        if isGrid { entries.append(Self.entry(primary, "grid", isHidden: false)) }
        entries.append(Self.entry(exif, "Exif", isHidden: true))
        return BoxWriter.full("iinf", BoxWriter.short(entries.count), entries.flatMap { $0 })
    }

    private static func entry(_ item: Int, _ type: String, isHidden: Bool) -> [UInt8] {
        BoxWriter.full(
            "infe", version: 2, flags: isHidden ? 1 : 0, BoxWriter.short(item), BoxWriter.short(0), Array(type.utf8),
            [0])
    }

    /// The grid is made from its tiles, the EXIF block describes the picture (8.11.12).
    private var references: [UInt8] {
        let description = BoxWriter.box("cdsc", BoxWriter.short(exif), BoxWriter.short(1), BoxWriter.short(primary))
        guard isGrid else { return BoxWriter.full("iref", description) }
        let tiles = (1...tileCount).flatMap { BoxWriter.short($0) }
        return BoxWriter.full(
            "iref", BoxWriter.box("dimg", BoxWriter.short(primary), BoxWriter.short(tileCount), tiles), description)
    }

    /// The arrangement of the tiles (ISO/IEC 23008-12, 6.6.2.3).
    private var gridData: [UInt8] {
        let shape = [0, 0, UInt8(rows - 1), UInt8(columns - 1)]
        return BoxWriter.box("idat", shape, BoxWriter.short(width), BoxWriter.short(height))
    }

    /// One extent for each item, with 32-bit offsets and lengths. The grid's extent is in `idat` (8.11.3).
    private func locations(_ tiles: [Location], _ exifLocation: Location) -> [UInt8] {
        var entries: [[UInt8]] = []
        for (index, location) in tiles.enumerated() { entries.append(Self.entry(index + 1, location, isInFile: true)) }
        if isGrid { entries.append(Self.entry(primary, Location(offset: 0, length: 8), isInFile: false)) }
        entries.append(Self.entry(exif, exifLocation, isInFile: true))
        return BoxWriter.full("iloc", version: 1, [0x44, 0x00], BoxWriter.short(entries.count), entries.flatMap { $0 })
    }

    private static func entry(_ item: Int, _ location: Location, isInFile: Bool) -> [UInt8] {
        let head = BoxWriter.short(item) + BoxWriter.short(isInFile ? 0 : 1) + BoxWriter.short(0) + BoxWriter.short(1)
        return head + BoxWriter.long(location.offset) + BoxWriter.long(location.length)
    }
}

/// The properties of a HEIC file's items, and their associations (ISO/IEC 23008-12, 9.3).
enum HEICProperties {
    /// The properties' values.
    struct Values {
        /// The sides of each tile.
        let tile: (width: Int, height: Int)
        /// The sides of the whole picture.
        let picture: (width: Int, height: Int)
        /// EXIF orientation: 1, 3, 6 or 8.
        let orientation: Int
    }

    // Positions in the list of properties, from 1.
    private static let decoder: UInt8 = 1
    private static let tileSize: UInt8 = 2
    private static let pictureSize: UInt8 = 3
    private static let turn: UInt8 = 4
    /// A reader that does not know the property must not show the item.
    private static let essential: UInt8 = 0x80

    /// The `iprp` box for tiles numbered from 1 and a picture. With a single tile, that is the picture.
    static func box(_ values: Values, tileCount: Int, primary: Int) -> [UInt8] {
        let list = BoxWriter.box(
            "ipco", BoxWriter.box("hvcC", [1] + BoxWriter.zeros(22)), size(values.tile), size(values.picture),
            BoxWriter.box("irot", [quarters(values.orientation)]))
        var entries: [[UInt8]] = []
        if primary == 1 {
            entries.append(entry(1, [essential | decoder, pictureSize, essential | turn]))
        } else {
            for item in 1...tileCount { entries.append(entry(item, [essential | decoder, tileSize])) }
            entries.append(entry(primary, [pictureSize, essential | turn]))
        }
        let associations = BoxWriter.full("ipma", BoxWriter.long(entries.count), entries.flatMap { $0 })
        return BoxWriter.box("iprp", list, associations)
    }

    private static func entry(_ item: Int, _ properties: [UInt8]) -> [UInt8] {
        BoxWriter.short(item) + [UInt8(properties.count)] + properties
    }

    private static func size(_ sides: (width: Int, height: Int)) -> [UInt8] {
        BoxWriter.full("ispe", BoxWriter.long(sides.width), BoxWriter.long(sides.height))
    }

    /// Quarter turns anticlockwise.
    private static func quarters(_ orientation: Int) -> UInt8 {
        switch orientation {
        case 3: 2
        case 6: 3
        case 8: 1
        default: 0
        }
    }
}
