import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct HostileMovieTests {
    private let header = MovieFile.header(length: 600)

    @Test func `A movie without a description is corrupt`() throws {
        let type = BoxWriter.box("ftyp", Array("qt  ".utf8))
        #expect(try content(type + BoxWriter.box("mdat", [1, 2, 3])) == .broken(.corrupt, detail: "has no moov box"))
        #expect(
            try content(type + BoxWriter.box("mdat", [1], claiming: 5_000))
                == .broken(.corrupt, detail: "ends before its moov box"))
        #expect(try content(type + BoxWriter.box("mdat", [1], claiming: 7)).problem == .corrupt)
        #expect(try content(type + BoxWriter.large("mdat", [1], claiming: .max)).problem == .corrupt)
    }

    @Test func `A packed description is reported as unreadable`() throws {
        var movie = MovieFile([BoxWriter.box("cmov", [1])])
        movie.addsHeader = false
        #expect(try content(movie.bytes) == .other("packed QuickTime"))
    }

    @Test func `A movie cut anywhere before its description's end is corrupt`() throws {
        let bytes = MovieFile([header, MovieFile.track(), MovieFile.keys([("make", "Maker")])]).bytes
        for count in stride(from: 12, to: bytes.count, by: 7) {
            #expect(try content(Array(bytes[..<count])).problem == .corrupt, "cut at \(count)")
        }
        #expect(
            try content(Array(bytes.dropLast(1))) == .broken(.corrupt, detail: "ends within its moov box"))
        #expect(try content(bytes).facts?.make == "Maker")
    }

    @Test func `A movie cut in the media after its description is a movie`() throws {
        var movie = MovieFile([header, MovieFile.keys([("make", "Maker")])])
        movie.startsWithMedia = false
        #expect(try content(Array(movie.bytes.dropLast(10))).facts?.make == "Maker")
    }

    @Test(arguments: [[], [BoxWriter.box("mvhd", [0, 0])], [BoxWriter.box("moov", MovieFile.header())]])
    func `A description without a header, or with one that is cut, is corrupt`(boxes: [[UInt8]]) throws {
        var movie = MovieFile(boxes)
        movie.addsHeader = false
        let expected = FileContent.broken(.corrupt, detail: "has a moov box without a movie header")
        #expect(try content(movie.bytes) == expected)
    }

    @Test(arguments: [2, 7, .max] as [UInt32]) func `Damage after the header loses what follows it`(
        size: UInt32
    ) throws {
        let damage = BoxWriter.box("free", [], claiming: size)
        let keys = MovieFile.keys([("make", "Maker")])
        let facts = try content(MovieFile([header, MovieFile.track("vide", 640, 480), damage, keys]).bytes).facts
        #expect(facts?.duration == 1)
        #expect(facts?.width == 640)
        #expect(facts?.make == nil)
    }

    @Test func `Any byte may be changed`() throws {
        let whole = MovieFile([
            header, MovieFile.track(), MovieFile.keys([("location.ISO6709", "+10.0+010.0/")]),
            MovieFile.location(longitude: 1, latitude: 2, altitude: 3),
        ]).bytes
        try DamagedFile(whole).forEachChange(in: whole.indices)
    }

    @Test func `Nested boxes, a hundred thousand tracks and endless keys cost no more than others`() throws {
        var nested: [UInt8] = []
        for _ in 0..<2_000 { nested = BoxWriter.box("moov", nested) }
        #expect(try content(MovieFile([header, nested]).bytes).facts?.duration == 1)
        let tracks = (0..<100_000).flatMap { _ in BoxWriter.box("trak", []) }
        #expect(try content(MovieFile([header, tracks]).bytes).facts?.duration == 1)
        let endless = BoxWriter.full("keys", BoxWriter.number(UInt32.max) + BoxWriter.box("mdta", [65]))
        let meta = BoxWriter.box("meta", BoxWriter.full("hdlr", [0, 0, 0, 0]) + endless)
        #expect(try content(MovieFile([header, meta]).bytes).facts?.duration == 1)
        let empty = (0..<20_000).flatMap { _ in BoxWriter.box("free", []) }
        var late = MovieFile([header])
        late.brand = nil
        #expect(try content(empty + late.bytes).problem != nil)
    }

    @Test func `Values without keys are ignored`() throws {
        let data = BoxWriter.box("data", [0, 0, 0, 1, 0, 0, 0, 0] + Array("+10.0+010.0/".utf8))
        let item = BoxWriter.number(UInt32(8 + data.count)) + BoxWriter.number(UInt32(7)) + data
        let meta = BoxWriter.box("meta", BoxWriter.full("hdlr", [0, 0, 0, 0]) + BoxWriter.box("ilst", item))
        #expect(try content(MovieFile([header, meta]).bytes).facts?.position == .absent)
    }
}
