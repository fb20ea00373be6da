import PhotoModel
import Testing
import WorkphotosTestSupport

struct HostileMovieTests {
    private let header = MovieFile.header(length: 600)

    @Test func `A movie without a description is corrupt`() throws {
        let type = BoxBytes.box("ftyp", Array("qt  ".utf8))
        #expect(try content(type + BoxBytes.box("mdat", [1, 2, 3])) == .broken(.corrupt, detail: "has no moov box"))
        #expect(
            try content(type + BoxBytes.box("mdat", [1], claiming: 5_000))
                == .broken(.corrupt, detail: "ends before its moov box"))
        #expect(try content(type + BoxBytes.box("mdat", [1], claiming: 7)).problem == .corrupt)
        #expect(try content(type + BoxBytes.large("mdat", [1], claiming: .max)).problem == .corrupt)
    }

    @Test func `A packed description is said not to be read`() throws {
        #expect(try content(MovieFile([BoxBytes.box("cmov", [1])]).bytes) == .other("packed QuickTime"))
    }

    @Test func `A description that is cut tells what is there`() throws {
        let bytes = MovieFile([header, MovieFile.track(), MovieFile.keys([("make", "Maker")])]).bytes
        for count in stride(from: 120, to: bytes.count, by: 7) {
            let facts = try content(Array(bytes[..<count])).facts
            #expect(facts == nil || facts?.format == .mov)
        }
        #expect(try content(Array(bytes.dropLast(100))).facts?.duration == 1)
    }

    @Test func `Every byte may be another`() throws {
        let whole = MovieFile([
            header, MovieFile.track(), MovieFile.keys([("location.ISO6709", "+10.0+010.0/")]),
            MovieFile.location(longitude: 1, latitude: 2, altitude: 3),
        ]).bytes
        for place in whole.indices {
            for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
                var bytes = whole
                bytes[place] = value
                _ = try content(bytes)
            }
        }
    }

    @Test func `Boxes in boxes, a hundred thousand tracks and keys without end cost no more than others`() throws {
        var nested: [UInt8] = []
        for _ in 0..<2_000 { nested = BoxBytes.box("moov", nested) }
        #expect(try content(MovieFile([header, nested]).bytes).facts?.duration == 1)
        let tracks = (0..<100_000).flatMap { _ in BoxBytes.box("trak", []) }
        #expect(try content(MovieFile([header, tracks]).bytes).facts?.duration == 1)
        let endless = BoxBytes.full("keys", BoxBytes.number(UInt32.max) + BoxBytes.box("mdta", [65]))
        let meta = BoxBytes.box("meta", BoxBytes.full("hdlr", [0, 0, 0, 0]) + endless)
        #expect(try content(MovieFile([header, meta]).bytes).facts?.duration == 1)
        let empty = (0..<20_000).flatMap { _ in BoxBytes.box("free", []) }
        var late = MovieFile([header])
        late.brand = nil
        #expect(try content(empty + late.bytes).problem != nil)
    }

    @Test func `Values whose keys are not there say nothing`() throws {
        let data = BoxBytes.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("+10.0+010.0/".utf8))
        let item = BoxBytes.number(UInt32(8 + data.count)) + BoxBytes.number(UInt32(7)) + data
        let meta = BoxBytes.box("meta", BoxBytes.full("hdlr", [0, 0, 0, 0]) + BoxBytes.box("ilst", item))
        #expect(try content(MovieFile([header, meta]).bytes).facts?.position == .absent)
    }
}
