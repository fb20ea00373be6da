/// The fields of the two image directories (EXIF 3.0, 4.6.4).
enum ImageFields {
    typealias Field = (tag: UInt16, value: TIFFValue)

    /// IFD0. `gps` is nil for photos without a GPS directory.
    static func main(_ shot: Shot, exif: Int, gps: Int?) -> [Field] {
        let camera = shot.camera
        var fields: [Field] = [
            (0x010F, .ascii(camera.make)), (0x0110, .ascii(camera.model)), (0x0112, .short(shot.orientation)),
            (0x011A, .rational(72, 1)), (0x011B, .rational(72, 1)), (0x0128, .short(2)),
            (0x0131, .ascii(camera.software)), (0x0132, .ascii(shot.taken.exifText)),
            (0x0213, .short(1)), (0x8769, .long(exif)),
        ]
        if camera.make == "Apple" { fields.append((0x013C, .ascii(camera.model))) }
        if camera.receiver == nil { fields.append((0x013B, .ascii(""))) }
        if let gps { fields.append((0x8825, .long(gps))) }
        return fields
    }

    /// IFD1 with the place of a JPEG thumbnail.
    static func thumbnail(offset: Int, length: Int) -> [Field] {
        [
            (0x0103, .short(6)), (0x011A, .rational(72, 1)), (0x011B, .rational(72, 1)), (0x0128, .short(2)),
            (0x0201, .long(offset)), (0x0202, .long(length)),
        ]
    }
}
