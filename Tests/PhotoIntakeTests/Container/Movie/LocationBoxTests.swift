import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct LocationBoxTests {
    private func position(_ box: [UInt8]) throws -> Position {
        try #require(try content(MovieFile([MovieFile.header(), box]).bytes).facts).position
    }

    private let place: Position

    init() throws {
        place = .valid(try #require(Coordinate(latitude: -33.5, longitude: 151.25)))
    }

    private static let names: [[UInt8]] = [
        [0], Array("Büro\0".utf8), [0xFE, 0xFF, 0, 0x42, 0x01, 0, 0, 0], [0xFF, 0xFE, 0x42, 0, 0, 0],
        [0xFE, 0xFF, 0, 0],
    ]

    @Test(arguments: names) func `The place follows a name in UTF-8 or UTF-16`(name: [UInt8]) throws {
        let box = MovieFile.location(longitude: 151.25, latitude: -33.5, altitude: 1, name: name)
        #expect(try position(box) == place)
    }

    @Test func `A fictional place, or one on another body, is ignored`() throws {
        for (role, body, isPlace) in [
            (0, "earth", true), (1, "Earth", true), (0, "", true), (2, "earth", false),
            (0xFF, "earth", false), (0, "moon", false),
        ] as [(UInt8, String, Bool)] {
            let box = MovieFile.location(longitude: 151.25, latitude: -33.5, altitude: 1, role: role, body: body)
            #expect(try position(box) == (isPlace ? place : .absent), "\(role) \(body)")
        }
    }

    @Test func `Zeros and angles out of range are reported`() throws {
        let zero = MovieFile.location(longitude: 0, latitude: 0, altitude: 0)
        #expect(try position(zero) == .invalid(.nullIsland))
        let far = MovieFile.location(longitude: 0, latitude: 90.5, altitude: 0)
        #expect(try position(far) == .invalid(.outOfRange))
    }

    @Test func `A box that ends before its position is malformed, not absent`() throws {
        let whole = MovieFile.location(longitude: 1, latitude: 2, altitude: 3, name: [0])
        for count in 0..<20 {
            let cut = BoxWriter.box("udta", BoxWriter.box("loci", Array(whole[16..<16 + count])))
            #expect(try position(cut) == .invalid(.malformed), "\(count) bytes")
        }
        let nameless = MovieFile.location(
            longitude: 1, latitude: 2, altitude: 3, name: Array(repeating: 0x41, count: 10_000))
        #expect(try position(nameless) == .invalid(.malformed))
    }
}
