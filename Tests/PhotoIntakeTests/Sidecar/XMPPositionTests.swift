import PhotoModel
import Testing
import WorkphotosTestSupport

struct XMPPositionTests {
    private func isNear(_ position: Position, _ latitude: Double, _ longitude: Double) -> Bool {
        guard let coordinate = position.coordinate else { return false }
        return abs(coordinate.latitude - latitude) < 1e-9 && abs(coordinate.longitude - longitude) < 1e-9
    }

    @Test(
        arguments: [
            ("33,51,24S", "151,12,54E", -33.856666666667, 151.215),
            ("33,51.4S", "151,12.9E", -33.856666666667, 151.215),
            ("33,51.4N", "151,12.9W", 33.856666666667, -151.215),
            ("33,51.4n", " 151,12.9 w ", 33.856666666667, -151.215),
            ("33,0,3600/100S", "151,129/10,0E", -33.01, 151.215),
            ("0,0,0N", "0,0,1E", 0, 1.0 / 3_600), ("90,0,0S", "180,0,0W", -90, -180),
            ("0,60,60N", "0,0.000001E", 1.016666666667, 0.000001 / 60),
            ("48.8583736N", "2.291901E", 48.8583736, 2.291901),
        ] as [(String, String, Double, Double)])
    func `Degrees with minutes, seconds and a letter are a position`(
        latitude: String, longitude: String, north: Double, east: Double
    ) throws {
        let said = try said(.position(latitude, longitude))
        #expect(isNear(said.position, north, east))
        #expect(said.positionSource == .xmp)
    }

    @Test(arguments: [("52.5250816", "13.369367199999999"), ("-52.5250816", "+13.369367199999999")])
    func `Decimal degrees without any letter are signed`(latitude: String, longitude: String) throws {
        let sign = latitude.hasPrefix("-") ? -1.0 : 1.0
        #expect(isNear(try said(.position(latitude, longitude)).position, sign * 52.5250816, 13.3693672))
    }

    @Test func `A letter in a separate property gives the sign`() throws {
        let elements = """
            <exif:GPSLatitude>33.5</exif:GPSLatitude><exif:GPSLatitudeRef>S</exif:GPSLatitudeRef>
            <exif:GPSLongitude>-70.25</exif:GPSLongitude><exif:GPSLongitudeRef>W</exif:GPSLongitudeRef>
            """
        #expect(isNear(try said(XMPPacket(elements: elements)).position, -33.5, -70.25))
    }

    @Test(arguments: [("South", "West"), ("SOUTH", "west")])
    func `A word in a separate property gives the sign like its letter`(latitude: String, longitude: String) throws {
        let packet = XMPPacket([
            "exif:GPSLatitude": "40.5", "exif:GPSLatitudeRef": latitude, "exif:GPSLongitude": "76,15",
            "exif:GPSLongitudeRef": longitude,
        ])
        #expect(isNear(try said(packet).position, -40.5, -76.25))
    }

    @Test func `A letter that agrees changes nothing`() throws {
        let packet = XMPPacket([
            "exif:GPSLatitude": "40,30N", "exif:GPSLatitudeRef": "N", "exif:GPSLongitude": "76,15W",
            "exif:GPSLongitudeRef": "W",
        ])
        #expect(isNear(try said(packet).position, 40.5, -76.25))
    }

    @Test(arguments: [
        ("0,0,0N", "0,0,0E", PositionProblem.nullIsland), ("0.0", "-0.0", .nullIsland),
        ("90,0,1N", "0,1E", .outOfRange), ("1,2N", "180,0.1W", .outOfRange), ("1,61N", "1,2E", .outOfRange),
        ("1,2,61N", "1,2E", .outOfRange), ("1e300N", "1,2E", .outOfRange),
        ("33,51", "151,12E", .missingReference), ("33,51E", "151,12E", .missingReference),
        ("33,51Q", "151,12E", .missingReference), ("33.5", "151.2E", .missingReference),
        ("north", "151,12E", .malformed), ("-33,51N", "151,12E", .malformed), ("1,2,3,4N", "1,2E", .malformed),
        ("1,,2N", "1,2E", .malformed), ("1;2N", "1,2E", .malformed), ("nanN", "1E", .malformed),
        ("0x10N", "1E", .malformed), ("1/2/3N", "1E", .malformed), ("N", "1E", .malformed),
        ("1/0,2N", "1,2E", .zeroDenominator), ("1,2N", "1,0/0E", .zeroDenominator),
    ])
    func `An invalid position is reported`(latitude: String, longitude: String, problem: PositionProblem) throws {
        #expect(try said(.position(latitude, longitude)).position == .invalid(problem))
    }

    @Test func `Contradictory letters give no side`() throws {
        let packet = XMPPacket([
            "exif:GPSLatitude": "40,30N", "exif:GPSLatitudeRef": "S", "exif:GPSLongitude": "76,15W",
        ])
        #expect(try said(packet).position == .invalid(.malformed))
    }

    @Test func `One angle is no position, and a letter alone is nothing`() throws {
        #expect(try said(XMPPacket(["exif:GPSLatitude": "1,2N"])).position == .invalid(.incomplete))
        #expect(try said(XMPPacket(["exif:GPSLongitude": "1,2E"])).position == .invalid(.incomplete))
        #expect(try said(XMPPacket(["exif:GPSLatitudeRef": "N"])).position == .absent)
        #expect(try said(XMPPacket(["exif:GPSLatitude": " "])).position == .absent)
    }

    @Test(
        arguments: [
            ("69/10", nil, 6.9), ("12.5", "0", 12.5), ("25/2", "1", -12.5), ("-12.5", nil, -12.5),
            ("-12.5", "1", -12.5),
            ("0", "1", 0.0), ("1/0", nil, nil), ("high", nil, nil),
        ] as [(String, String?, Double?)])
    func `Altitude is metres above the sea, or below it with reference 1`(
        value: String, reference: String?, metres: Double?
    ) throws {
        let packet = XMPPacket(["exif:GPSAltitude": value, "exif:GPSAltitudeRef": reference ?? ""])
        #expect(try said(packet).altitude == metres)
    }

    @Test(arguments: [("1", 1.0), ("47/10", 4.7), ("0", nil), ("-3", nil), ("100001", nil)] as [(String, Double?)])
    func `Accuracy is a radius above 0 and up to 100 km`(value: String, radius: Double?) throws {
        #expect(try said(XMPPacket(["exif:GPSHPositioningError": value])).horizontalAccuracy == radius)
    }

    @Test func `How and when the position was found is read, in UTC`() throws {
        let packet = XMPPacket([
            "exif:GPSProcessingMethod": "CELLID", "exif:GPSTimeStamp": "2021-03-26T10:18:59.25+01:00",
        ])
        let said = try said(packet)
        #expect(said.processingMethod == "CELLID")
        #expect(said.gpsTime?.text == "2021-03-26T09:18:59.250")
        #expect(try fixTime("2021-03-26T09:18:59") == "2021-03-26T09:18:59")
        #expect(try fixTime("09:18:59") == nil)
    }

    private func fixTime(_ fix: String) throws -> String? {
        try said(XMPPacket(["exif:GPSTimeStamp": fix])).gpsTime?.text
    }
}
