import PhotoModel
import Testing
import WorkphotosTestSupport

struct CR3Tests {
    private let file = CR3File(
        primary: [.short(0x0100, 6_024), .long(0x0101, 4_020), .text(0x010F, "Canon"), .short(0x0112, 8)],
        exif: [.text(0x9003, "2023:06:05 10:11:12"), .text(0x9291, "25"), .text(0x9011, "+09:00")],
        gps: ExifStructure.sydney(.bytes(0x05, .byte, [0]), .fractions(0x06, (125, 10))).gps)

    private func facts(_ file: CR3File) throws -> PhotoFacts {
        try #require(try content(file.bytes, named: "photo.cr3").facts)
    }

    private func inOrder(_ order: ExifStructure.Order) -> CR3File {
        var file = file
        file.primary?.order = order
        file.exif?.order = order
        file.gps?.order = order
        return file
    }

    @Test(arguments: ExifStructure.Order.allCases) func `The directories are read as one block`(
        order: ExifStructure.Order
    ) throws {
        let photo = try facts(inOrder(order))
        #expect(photo.format == .cr3)
        #expect(photo.width == 6_024)
        #expect(photo.height == 4_020)
        #expect(photo.make == "Canon")
        #expect(photo.orientation == 8)
        #expect(photo.altitude == 12.5)
        #expect(photo.captureTime?.offset?.seconds == 9 * 3_600)
        let wall = try #require(WallTime(year: 2023, month: 6, day: 5, hour: 10, minute: 11, second: 12))
        #expect(photo.captureTime?.wall.microseconds == wall.microseconds + 250_000)
        let coordinate = try #require(photo.position.coordinate)
        #expect(abs(coordinate.latitude + 33.8568) < 1e-9)
        #expect(abs(coordinate.longitude - 151.2153) < 1e-9)
    }

    @Test(arguments: [60_000, 65_400, 200_000]) func `They are found beyond 64 KiB, and after the picture`(
        padding: Int
    ) throws {
        var file = file
        file.padding = padding
        #expect(try facts(file).make == "Canon")
        file.isPictureFirst = true
        #expect(try facts(file).make == "Canon")
    }

    @Test func `A directory in another byte order than the first is read too`() throws {
        var file = file
        file.gps?.order = .big
        let photo = try facts(file)
        #expect(abs((photo.position.coordinate?.latitude ?? 0) + 33.8568) < 1e-9)
        #expect(photo.altitude == 12.5)
        #expect(photo.captureTime != nil)
    }

    @Test func `Nothing is read from the MakerNote`() throws {
        var file = file
        file.makerNote = ExifStructure(primary: [.text(0x0110, "Model"), .short(0x0112, 3)])
        let photo = try facts(file)
        #expect(photo.model == nil)
        #expect(photo.orientation == 8)
    }

    @Test func `Without directories the size is that of the first track`() throws {
        var file = CR3File()
        (file.primary, file.exif, file.gps) = (nil, nil, nil)
        let photo = try facts(file)
        #expect(photo.width == 6_000)
        #expect(photo.height == 4_000)
        file.tracks = []
        #expect(try content(file.bytes).problem == .corrupt)
    }

    @Test func `Of several entries with one tag the last counts`() throws {
        let file = CR3File(primary: [.text(0x010F, "First"), .text(0x0110, "Model"), .text(0x010F, "Second")])
        #expect(try facts(file).make == "Second")
    }

    @Test func `A position outside its directory is malformed, not absent`() throws {
        let latitude = ExifEntry.latitude.claiming(offset: 0x00FF_0000)
        let file = CR3File(gps: [.text(1, "S"), latitude, .text(3, "E"), .longitude])
        #expect(try facts(file).position == .invalid(.malformed))
    }

    @Test func `The thumbnail's length is known if there is one`() throws {
        let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xD9]
        func bytes(_ content: [UInt8]) throws -> Int? {
            var file = file
            file.thumbnail = content
            return try facts(file).thumbnailBytes
        }
        #expect(try bytes(CR3File.thumbnail(jpeg)) == 4)
        #expect(try bytes(CR3File.thumbnail(jpeg, claiming: 5)) == nil)
        #expect(try bytes(CR3File.thumbnail(jpeg, claiming: .max)) == nil)
        #expect(try bytes(CR3File.thumbnail([1, 2, 3, 4])) == nil)
        #expect(try bytes([]) == nil)
    }
}
