import PhotoModel
import Testing
import WorkphotosTestSupport

struct ExifPositionProblemTests {
    private func problem(
        _ latitude: ExifEntry?, _ latitudeRef: String?, _ longitude: ExifEntry?, _ longitudeRef: String?
    ) throws -> PositionProblem? {
        let photo = try facts(.position(latitude, latitudeRef, longitude, longitudeRef))
        #expect(photo.positionSource == nil)
        return photo.position.problem
    }

    @Test(arguments: ["", " ", "X", "Northern", "NS", "East", "E", "0"])
    func `A reference other than its two letters is missing`(reference: String) throws {
        #expect(try problem(.latitude, reference, .longitude, "E") == .missingReference)
        #expect(try problem(.longitude, reference, .longitude, nil) == .incomplete)
    }

    @Test func `An absent reference is missing`() throws {
        #expect(try problem(.latitude, nil, .longitude, "E") == .missingReference)
        #expect(try problem(.latitude, "S", .longitude, nil) == .missingReference)
    }

    @Test func `One angle without the other is incomplete`() throws {
        #expect(try problem(.latitude, "S", nil, nil) == .incomplete)
        #expect(try problem(nil, "S", .longitude, "E") == .incomplete)
    }

    @Test(arguments: 0..<3) func `A denominator of zero in any place is reported`(place: Int) throws {
        var parts: [(UInt32, UInt32)] = [(33, 1), (51, 1), (24, 1)]
        parts[place].1 = 0
        let latitude = ExifEntry.fractions(0x02, parts[0], parts[1], parts[2])
        #expect(try problem(latitude, "S", .longitude, "E") == .zeroDenominator)
    }

    @Test func `Fractions of 0/0 without references are denominators of zero`() throws {
        let latitude = ExifEntry.fractions(0x02, (0, 0), (0, 0), (0, 0))
        let longitude = ExifEntry.fractions(0x04, (0, 0), (0, 0), (0, 0))
        #expect(try problem(latitude, "", longitude, "") == .zeroDenominator)
    }

    @Test func `Angles beyond the poles and the antimeridian are out of range`() throws {
        #expect(try problem(.latitude(90, 0, 1), "N", .longitude, "E") == .outOfRange)
        #expect(try problem(.latitude(91, 0, 0), "S", .longitude, "E") == .outOfRange)
        #expect(try problem(.latitude, "S", .longitude(180, 0, 1), "E") == .outOfRange)
        #expect(try problem(.latitude, "S", .longitude(4_294_967_295, 0, 0), "E") == .outOfRange)
    }

    @Test func `Minutes and seconds above 60 are out of range`() throws {
        #expect(try problem(.latitude(33, 61, 0), "S", .longitude, "E") == .outOfRange)
        #expect(try problem(.latitude, "S", .longitude(151, 0, 61), "E") == .outOfRange)
    }

    @Test func `Zero and zero is null island`() throws {
        #expect(try problem(.latitude(0, 0, 0), "N", .longitude(0, 0, 0), "E") == .nullIsland)
        #expect(try problem(.latitude(0, 0, 0), "S", .longitude(0, 0, 0), "W") == .nullIsland)
    }

    @Test func `A negative number with a reference to the north is contradictory`() throws {
        let latitude = ExifEntry.signedFractions(0x02, (-33, 1), (51, 1), (24, 1))
        #expect(try problem(latitude, "N", .longitude, "E") == .malformed)
    }

    @Test func `Angles of a wrong type, count or place are malformed`() throws {
        let wrong: [ExifEntry] = [
            .bytes(0x02, .undefined, [33]), .numbers(0x02, .double, [.nan]), .numbers(0x02, .double, [33, .infinity]),
            .numbers(0x02, .float, [.nan]), .numbers(0x02, .short, [33, 51, 24, 0]),
            .fractions(0x02, (33, 1), (51, 1), (24, 1), (0, 1)), .latitude.claiming(count: 0),
            .latitude.claiming(count: 0xFFFF_FFFF), .latitude.claiming(count: 0x2000_0001),
            .latitude.claiming(offset: 0xFFFF_FFF0), .latitude.claiming(kind: 0), .latitude.claiming(kind: 99),
        ]
        for entry in wrong {
            #expect(try problem(entry, "S", .longitude, "E") == .malformed)
        }
    }

    @Test(arguments: ["", "abc", "52,00000,50,00000,34,01180", "33.85.68", "33  51", "-33.8", "1e2", "1 2 3 4", "nan"])
    func `Text that is not a plain number is malformed`(text: String) throws {
        #expect(try problem(.text(0x02, text), "S", .longitude, "E") == .malformed)
    }
}
