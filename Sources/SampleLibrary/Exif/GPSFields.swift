/// The fields of the GPS directory (EXIF 3.0, 4.6.6).
enum GPSFields {
    typealias Field = (tag: UInt16, value: TIFFValue)

    /// Nil where the photo has none. A Nikon without a receiver writes the version alone.
    static func directory(_ shot: Shot) -> TIFFDirectory? {
        let version: Field = (0x0000, .bytes([2, 3, 0, 0]))
        guard let position = position(shot) else {
            return shot.camera.note == .nikon ? TIFFDirectory([version]) : nil
        }
        return TIFFDirectory([version] + position + motion(shot) + time(shot) + quality(shot))
    }

    private static func position(_ shot: Shot) -> [Field]? {
        let latitude: TIFFValue, longitude: TIFFValue
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

    /// Altitude, speed and directions, which phones write where they have a fix.
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

    /// The moment of the fix in UTC; none where there was no fix.
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

    /// When the position was fixed, in UTC to the second; nil where it was not.
    var fixTime: WallClock? {
        guard fix.coordinate != nil else { return nil }
        return WallClock(milliseconds: utc.milliseconds / 1_000 * 1_000 - fixAge * 1_000)
    }
}
