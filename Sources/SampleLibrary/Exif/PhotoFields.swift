/// The fields of the Exif directory (EXIF 3.0, 4.6.5).
enum PhotoFields {
    typealias Field = (tag: UInt16, value: TIFFValue)

    /// `note` is the MakerNote, `interop` the offset of the Interoperability directory.
    static func all(_ shot: Shot, _ content: ExifBlock.Content, note: [UInt8], interop: Int) -> [Field] {
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

    private static func subjectArea(_ content: ExifBlock.Content) -> TIFFValue {
        .shorts([content.width / 2, content.height / 2, content.width / 2, content.height / 3])
    }

    private static func time(_ shot: Shot) -> [Field] {
        let text = TIFFValue.ascii(shot.taken.exifText)
        let fraction = TIFFValue.ascii(shot.taken.subSecond(digits: shot.camera.subSecondDigits))
        var fields: [Field] = [
            (0x9003, text), (0x9004, text), (0x9290, fraction), (0x9291, fraction), (0x9292, fraction),
        ]
        if shot.camera.writesOffset {
            let offset = TIFFValue.ascii(Zone.text(offset: shot.offset))
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

    /// What the later versions of the standard brought.
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

/// The light of an hour of the day, as exposures see it.
private struct Light {
    /// One second through this is the exposure time.
    let shutter: Int
    /// The same in APEX units and the brightness value, in thousandths (EXIF 3.0, annex C).
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
