import PhotoModel
import Testing
import WorkphotosTestSupport

struct ExifPositionTests {
    private func coordinate(_ exif: ExifStructure) throws -> Coordinate {
        let photo = try facts(exif)
        #expect(photo.positionSource == .exif)
        return try #require(photo.position.coordinate)
    }

    private func isNear(_ left: Coordinate, _ latitude: Double, _ longitude: Double) -> Bool {
        abs(left.latitude - latitude) < 1e-9 && abs(left.longitude - longitude) < 1e-9
    }

    @Test(arguments: ExifStructure.Order.allCases, [("N", "E"), ("N", "W"), ("S", "E"), ("S", "W")])
    func `References determine the quadrant, in both byte orders`(
        order: ExifStructure.Order, references: (String, String)
    ) throws {
        let exif = ExifStructure.position(.latitude, references.0, .longitude, references.1, order: order)
        let sign = (latitude: references.0 == "S" ? -1.0 : 1, longitude: references.1 == "W" ? -1.0 : 1)
        #expect(isNear(try coordinate(exif), sign.latitude * 33.8568, sign.longitude * 151.2153))
    }

    @Test(arguments: [("South", "East"), ("SOUTH ", "east"), ("south\0", "EAST\0\0")])
    func `References that are words are understood`(latitude: String, longitude: String) throws {
        let place = try coordinate(.position(.latitude, latitude, .longitude, longitude))
        #expect(isNear(place, -33.8568, 151.2153))
    }

    @Test(arguments: ExifEntry.Kind.whole) func `Angles of whole numbers are understood`(kind: ExifEntry.Kind) throws {
        let latitude = ExifEntry.numbers(0x02, kind, [33, 51, 24])
        let longitude = ExifEntry.numbers(0x04, kind, [90])
        #expect(isNear(try coordinate(.position(latitude, "S", longitude, "E")), -(33 + 51.4 / 60), 90))
    }

    @Test(arguments: [("s", "e"), ("S ", "E  "), ("S\0\0", "E\0x")])
    func `References in lower case, with blanks or NULs after them, are understood`(
        latitude: String, longitude: String
    ) throws {
        let place = try coordinate(.position(.latitude, latitude, .longitude, longitude))
        #expect(isNear(place, -33.8568, 151.2153))
    }

    @Test func `Degrees alone and degrees with decimal minutes are understood`() throws {
        let degrees = ExifEntry.fractions(0x02, (338_568, 10_000))
        let minutes = ExifEntry.fractions(0x04, (151, 1), (129_180, 10_000))
        #expect(isNear(try coordinate(.position(degrees, "S", minutes, "E")), -33.8568, 151.2153))
    }

    @Test func `Decimal minutes with seconds of zero are understood`() throws {
        let latitude = ExifEntry.fractions(0x02, (33, 1), (514_080, 10_000), (0, 1))
        #expect(isNear(try coordinate(.position(latitude, "S", .longitude, "E")), -33.8568, 151.2153))
    }

    @Test func `Minutes or seconds of 60, a result of rounding up, count as the next degree`() throws {
        let place = try coordinate(.position(.latitude(33, 59, 60), "N", .longitude(150, 60, 0), "W"))
        #expect(isNear(place, 34, -151))
    }

    @Test func `A sign that agrees with the reference counts once`() throws {
        let latitude = ExifEntry.signedFractions(0x02, (-33, 1), (51, 1), (2_448, 100))
        let longitude = ExifEntry.signedFractions(0x04, (-151, 1), (-12, 1), (-5_508, 100))
        #expect(isNear(try coordinate(.position(latitude, "S", longitude, "W")), -33.8568, -151.2153))
    }

    @Test(arguments: ["33.8568", "33 51.408", "33 51 24.48"])
    func `Plain decimal numbers as text are understood`(text: String) throws {
        let exif = ExifStructure.position(.text(0x02, text), "S", .longitude, "E")
        #expect(isNear(try coordinate(exif), -33.8568, 151.2153))
    }

    @Test func `The poles and the antimeridian are positions`() throws {
        let pole = try coordinate(.position(.latitude(90, 0, 0), "S", .longitude(0, 0, 0), "E"))
        #expect(isNear(pole, -90, 0))
        let antimeridian = try coordinate(.position(.latitude(16, 0, 0), "S", .longitude(180, 0, 0), "W"))
        #expect(isNear(antimeridian, -16, -180))
    }

    @Test func `One angle of zero is a position`() throws {
        let equator = try coordinate(.position(.latitude(0, 0, 0), "S", .longitude(9, 0, 0), "E"))
        #expect(isNear(equator, 0, 9))
        #expect(equator.latitude.sign == .plus)
    }

    @Test func `No data about a place is no position and no problem`() throws {
        for exif in [
            ExifStructure(), ExifStructure(gps: [.bytes(0x00, .byte, [2, 3, 0, 0]), .text(0x1D, "2024:05:01")]),
        ] {
            let photo = try facts(exif)
            #expect(photo.position == .absent)
            #expect(photo.positionSource == nil)
        }
    }
}
