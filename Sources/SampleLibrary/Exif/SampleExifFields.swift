/// The fields of the Exif directory (EXIF 3.0, 4.6.5).
enum SampleExifFields {
    typealias Field = (tag: UInt16, value: SampleTIFFValue)

    /// `note` is the MakerNote, `interop` the offset of the Interoperability directory.
    static func all(_ shot: Shot, _ content: SampleExifBlock.Content, note: [UInt8], interop: Int) -> [Field] {
        var fields: [Field] = [
            (0x927C, .undefined(note)), (0xA002, .long(content.width)), (0xA003, .long(content.height)),
            (0xA005, .long(interop)), (0x9214, subjectArea(content)),
        ]
        fields.reserveCapacity(48)
        fields += constant
        fields += time(shot)
        fields += exposure(shot)
        fields += lens(shot.camera)
        fields += version(shot)
        return fields
    }

    private static let constant: [Field] = [
        (0x8822, .short(2)), (0x9101, .undefined([1, 2, 3, 0])), (0x9204, .signedRational(0, 1)),
        (0x9207, .short(5)), (0x9208, .short(0)), (0xA000, .undefined(Array("0100".utf8))), (0xA001, .short(1)),
        (0xA217, .short(2)), (0xA300, .undefined([3])), (0xA301, .undefined([1])), (0xA401, .short(0)),
        (0xA402, .short(0)), (0xA403, .short(0)), (0xA404, .rational(1, 1)), (0xA406, .short(0)),
        (0xA408, .short(0)), (0xA409, .short(0)), (0xA40A, .short(0)), (0xA40C, .short(0)),
    ]

    private static func subjectArea(_ content: SampleExifBlock.Content) -> SampleTIFFValue {
        .shorts([content.width / 2, content.height / 2, content.width / 2, content.height / 3])
    }

    private static func time(_ shot: Shot) -> [Field] {
        let text = SampleTIFFValue.ascii(shot.taken.exifText)
        let fraction = SampleTIFFValue.ascii(shot.taken.subSecond(digits: shot.camera.subSecondDigits))
        var fields: [Field] = [
            (0x9003, text), (0x9004, text), (0x9290, fraction), (0x9291, fraction), (0x9292, fraction),
        ]
        if shot.camera.writesOffset {
            let offset = SampleTIFFValue.ascii(Zone.text(offset: shot.offset))
            fields += [(0x9010, offset), (0x9011, offset), (0x9012, offset)]
        }
        return fields
    }

    private static func exposure(_ shot: Shot) -> [Field] {
        let light = Light(hour: shot.taken.hour)
        let lens = shot.camera.lens
        return [
            (0x829A, .rational(1, light.shutter)), (0x829D, .rationals([lens.fNumber])),
            (0x8827, .short(light.sensitivity)), (0x9201, .signedRational(light.shutterValue, 1_000)),
            (0x9202, .rationals([lens.aperture])), (0x9203, .signedRational(light.brightness, 1_000)),
            (0x9205, .rationals([lens.aperture])), (0x9209, .short(16)),
        ]
    }

    private static func lens(_ camera: Camera) -> [Field] {
        let lens = camera.lens
        return [(0x920A, .rationals([lens.focalLength])), (0xA405, .short(lens.equivalent))]
    }

    /// Fields of later versions of the standard.
    private static func version(_ shot: Shot) -> [Field] {
        let camera = shot.camera
        var fields: [Field] = [
            (0x9000, .undefined(Array(camera.exifVersion.utf8))),
            (0xA420, .ascii(digits(shot.serial, 32))),
        ]
        if camera.exifVersion >= "0230" {
            fields += [
                (0x8830, .short(2)), (0x8832, .long(Light(hour: shot.taken.hour).sensitivity)),
                (0xA432, .rationals(camera.lens.range)), (0xA433, .ascii(camera.lens.make)),
                (0xA434, .ascii(camera.lens.model)),
            ]
        }
        if camera.exifVersion >= "0232" { fields.append((0xA460, .short(camera.note == .google ? 3 : 1))) }
        return fields
    }
}

/// The light at an hour of the day, for exposures.
private struct Light {
    /// The exposure time is 1/`shutter` s.
    let shutter: Int
    /// The exposure time in APEX units and the brightness value, in thousandths (EXIF 3.0, annex C).
    let shutterValue: Int
    let brightness: Int
    /// ISO speed.
    let sensitivity: Int

    init(hour: Int) {
        (shutter, shutterValue, brightness, sensitivity) =
            switch hour {
            case 11..<16: (1_000, 9_966, 8_900, 50)
            case 9..<18: (500, 8_966, 7_900, 64)
            case 7..<20: (125, 6_966, 5_000, 100)
            default: (30, 4_907, 500, 800)
            }
    }
}

/// The fields of the GPS directory (EXIF 3.0, 4.6.6).
enum GPSFields {
    typealias Field = (tag: UInt16, value: SampleTIFFValue)

    /// The directory; nil if the photo has none. A Nikon without a receiver writes only the version.
    static func directory(_ shot: Shot) -> SampleTIFFDirectory? {
        let version: Field = (0x0000, .bytes([2, 3, 0, 0]))
        guard let position = position(shot) else {
            return shot.camera.note == .nikon ? SampleTIFFDirectory([version]) : nil
        }
        return SampleTIFFDirectory([version] + position + motion(shot) + time(shot) + quality(shot))
    }

    private static func position(_ shot: Shot) -> [Field]? {
        let latitude: SampleTIFFValue, longitude: SampleTIFFValue
        switch shot.fix {
        case .absent: return nil
        case .null:
            latitude = .rationals([Rational(0, 1), Rational(0, 1), Rational(0, 100)])
            longitude = latitude
        case .zeroDenominators:
            latitude = .rationals([Rational(0, 0), Rational(0, 0), Rational(0, 0)])
            longitude = latitude
        case .point(let north, let east):
            latitude = north.rationals
            longitude = east.rationals
        }
        let point = shot.fix.coordinate ?? GeoPoint(0, 0)
        return [
            (0x0001, .ascii(point.latitude < 0 ? "S" : "N")), (0x0002, latitude),
            (0x0003, .ascii(point.longitude < 0 ? "W" : "E")), (0x0004, longitude),
        ]
    }

    /// Altitude, speed and directions, which phones write with a fix.
    private static func motion(_ shot: Shot) -> [Field] {
        guard shot.fix.coordinate != nil else { return [] }
        let altitude: [Field] = [(0x0005, .bytes([0])), (0x0006, .rational(shot.altitude, 100))]
        guard shot.camera.note == .apple else { return altitude }
        let direction = 1_000 + shot.serial * 7_919 % 35_000
        return altitude + [
            (0x000C, .ascii("K")), (0x000D, .rational(shot.serial * 31 % 500, 100)),
            (0x0010, .ascii("T")), (0x0011, .rational(direction, 100)),
            (0x0017, .ascii("T")), (0x0018, .rational(direction, 100)),
        ]
    }

    /// The moment of the fix in UTC; none if there was no fix.
    private static func time(_ shot: Shot) -> [Field] {
        guard let fix = shot.fixTime else { return [] }
        let parts = [Rational(fix.hour, 1), Rational(fix.minute, 1), Rational(fix.second, 1)]
        return [(0x0007, .rationals(parts)), (0x001D, .ascii(fix.date.text(separator: ":")))]
    }

    private static func quality(_ shot: Shot) -> [Field] {
        var fields: [Field] = []
        if shot.camera.note == .samsung { fields.append((0x0012, .ascii("WGS-84"))) }
        if let method = shot.processingMethod {
            fields.append((0x001B, .undefined(Array("ASCII\0\0\0".utf8) + Array(method.utf8))))
        }
        if let accuracy = shot.accuracy {
            fields.append((0x001F, .rational(accuracy.numerator, accuracy.denominator)))
        }
        return fields
    }
}

extension Shot {
    /// Centimetres above sea level.
    var altitude: Int { place.altitude * 100 + serial * 37 % 400 }

    /// When the position was fixed, in UTC to the second; nil if there was no fix.
    var fixTime: WallClock? {
        guard fix.coordinate != nil else { return nil }
        return WallClock(milliseconds: utc.milliseconds / 1_000 * 1_000 - fixAge * 1_000)
    }
}

/// The fields of the two image directories (EXIF 3.0, 4.6.4).
enum ImageFields {
    typealias Field = (tag: UInt16, value: SampleTIFFValue)

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

    /// IFD1 with the position of a JPEG thumbnail.
    static func thumbnail(offset: Int, length: Int) -> [Field] {
        [
            (0x0103, .short(6)), (0x011A, .rational(72, 1)), (0x011B, .rational(72, 1)), (0x0128, .short(2)),
            (0x0201, .long(offset)), (0x0202, .long(length)),
        ]
    }
}

/// Writes a photo's EXIF: header, IFD0, Exif, Interoperability and GPS directories, IFD1 and the thumbnail (EXIF 3.0,
/// 4.5).
enum SampleExifBlock {
    /// The picture's part of the EXIF.
    struct Content {
        let width: Int
        let height: Int
        let thumbnail: [UInt8]
        /// The requested length of the MakerNote.
        let noteSize: Int
    }

    private static let makerNote: UInt16 = 0x927C

    /// The TIFF block, without the `Exif\0\0` before it.
    static func bytes(_ shot: Shot, _ content: Content, random: SplitMix64) -> [UInt8] {
        let camera = shot.camera
        let gps = GPSFields.directory(shot)
        var exif = SampleTIFFDirectory(
            SampleExifFields.all(shot, content, note: note(camera, content, at: 0, random), interop: 0))
        let interop = SampleTIFFDirectory([(0x0001, .ascii("R98")), (0x0002, .undefined(Array("0100".utf8)))])
        let mainSize = SampleTIFFDirectory(ImageFields.main(shot, exif: 0, gps: gps.map { _ in 0 })).size
        let exifOffset = 8 + mainSize
        let interopOffset = exifOffset + exif.size
        let gpsOffset = interopOffset + interop.size
        let thumbnailOffset = gpsOffset + (gps?.size ?? 0)
        exif.replace(0xA005, by: .long(interopOffset))
        if let offset = exif.valueOffset(of: makerNote, at: exifOffset) {
            exif.replace(makerNote, by: .undefined(note(camera, content, at: offset, random)))
        }

        var sink = ByteSink(order: camera.byteOrder)
        sink.bytes.reserveCapacity(thumbnailOffset + 200 + content.thumbnail.count)
        sink.bytes += camera.byteOrder.mark
        sink.append16(42)
        sink.append32(8)
        let main = SampleTIFFDirectory(ImageFields.main(shot, exif: exifOffset, gps: gps.map { _ in gpsOffset }))
        main.append(to: &sink, at: 8, next: thumbnailOffset)
        exif.append(to: &sink, at: exifOffset, next: 0)
        interop.append(to: &sink, at: interopOffset, next: 0)
        gps?.append(to: &sink, at: gpsOffset, next: 0)
        let size = SampleTIFFDirectory(ImageFields.thumbnail(offset: 0, length: 0)).size
        let second = ImageFields.thumbnail(offset: thumbnailOffset + size, length: content.thumbnail.count)
        SampleTIFFDirectory(second).append(to: &sink, at: thumbnailOffset, next: 0)
        sink.bytes += content.thumbnail
        return sink.bytes
    }

    private static func note(_ camera: Camera, _ content: Content, at offset: Int, _ random: SplitMix64) -> [UInt8] {
        var random = random
        return camera.note.bytes(size: content.noteSize, at: offset, order: camera.byteOrder, random: &random)
    }
}
