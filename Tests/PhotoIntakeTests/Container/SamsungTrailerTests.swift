import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct SamsungTrailerTests {
    private let order = ExifStructure.Order.little
    private let exif = ExifStructure(exif: [.text(0x9003, "2026:05:01 10:02:03")])

    /// A trailer with blocks of these types, names and texts.
    private func trailer(_ blocks: [(type: UInt16, name: String, text: String)]) -> [UInt8] {
        let data = blocks.map { block in
            [0, 0] + order.bytes(block.type) + order.bytes(UInt32(block.name.utf8.count)) + Array(block.name.utf8)
                + Array(block.text.utf8)
        }
        var directory = Array("SEFH".utf8) + order.bytes(UInt32(107)) + order.bytes(UInt32(blocks.count))
        for (number, block) in blocks.enumerated() {
            let back = data[number...].reduce(0) { $0 + $1.count }
            directory += [0, 0] + order.bytes(block.type) + order.bytes(UInt32(back))
            directory += order.bytes(UInt32(data[number].count))
        }
        return data.flatMap(\.self) + directory + order.bytes(UInt32(directory.count)) + Array("SEFT".utf8)
    }

    /// 2026-05-01T08:02:05.420Z.
    private var moment: [UInt8] {
        trailer([(0x0A01, "Image_UTC_Data", "1777622525420"), (0x0AA1, "MCC_Data", "262")])
    }

    @Test func `The moment in UTC gives the wall time its offset`() throws {
        let time = try #require(try content(JPEGFile(exif).bytes + moment).facts?.captureTime)
        #expect(time.wall.text == "2026-05-01T10:02:03")
        #expect(time.offset == UTCOffset(seconds: 7_200, source: .exif))
        let heic = HEIFFile(exif).bytes
        let box = heic + BoxWriter.box("sefd", moment)
        #expect(try content(box, named: "photo.heic").facts?.captureTime?.offset?.seconds == 7_200)
    }

    @Test func `Without a time in EXIF the moment is the time`() throws {
        let time = try #require(try content(JPEGFile().bytes + moment).facts?.captureTime)
        #expect(time.wall.text == "2026-05-01T08:02:05.420")
        #expect(time.offset == UTCOffset(seconds: 0, source: .utc))
    }

    @Test func `An offset in EXIF counts first, and a moment of another time says nothing`() throws {
        let own = ExifStructure(exif: [.text(0x9003, "2026:05:01 10:02:03"), .text(0x9011, "+01:00")])
        #expect(try content(JPEGFile(own).bytes + moment).facts?.captureTime?.offset?.seconds == 3_600)
        let changed = ExifStructure(exif: [.text(0x9003, "2020:05:01 10:02:03")])
        let time = try content(JPEGFile(changed).bytes + moment).facts?.captureTime
        #expect(time?.wall.text == "2020-05-01T10:02:03")
        #expect(time?.offset == nil)
    }

    @Test func `A trailer with any byte changed or cut is read to the end`() throws {
        let photo = JPEGFile(exif).bytes
        for place in moment.indices {
            var bytes = moment
            bytes[place] = 0xFF
            #expect(try content(photo + bytes).facts?.captureTime?.wall.text == "2026-05-01T10:02:03")
            let rest = Array(moment.dropFirst(place))
            #expect(try content(photo + rest).facts?.captureTime?.wall.text == "2026-05-01T10:02:03")
        }
    }
}
