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
