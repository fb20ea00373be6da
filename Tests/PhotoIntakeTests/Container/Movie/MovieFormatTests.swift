import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

struct MovieFormatTests {
    @Test(
        arguments: [
            ("qt  ", .mov), (nil, .mov), ("isom", .mp4), ("mp42", .mp4), ("M4V ", .m4v), ("3gp5", .threeGP),
            ("3g2a", .threeGP),
        ] as [(String?, PhotoFormat)])
    func `The brand names the format`(brand: String?, format: PhotoFormat) throws {
        var movie = MovieFile([MovieFile.header(), MovieFile.track()])
        movie.brand = brand
        let facts = try #require(try content(movie.bytes, named: "a.jpg").facts)
        #expect(facts.format == format)
        #expect(facts.duration == 3)
    }

    @Test(arguments: [true, false], [64, 70_000, 3_000_000])
    func `The description is found before and after the media`(startsWithMedia: Bool, mediaBytes: Int) throws {
        var movie = MovieFile([MovieFile.header(), MovieFile.track("vide", 640, 480)])
        (movie.startsWithMedia, movie.mediaBytes) = (startsWithMedia, mediaBytes)
        let facts = try #require(try content(movie.bytes).facts)
        #expect(facts.width == 640)
        #expect(facts.height == 480)
    }

    @Test func `A description as long as that of an hours-long movie is read where needed`() throws {
        let samples = BoxWriter.box("minf", Array(repeating: 7, count: 800_000))
        var movie = MovieFile([
            MovieFile.header(), MovieFile.track("soun", 0, 0) + samples, MovieFile.track("vide", 640, 480),
            MovieFile.keys([("make", "Maker")]),
        ])
        movie.mediaBytes = 100_000
        let facts = try #require(try content(movie.bytes).facts)
        #expect(facts.width == 640)
        #expect(facts.make == "Maker")
    }

    @Test func `The first enabled picture track counts`() throws {
        let tracks = [
            MovieFile.track("soun", 9, 9), MovieFile.track("vide", 1, 2, isEnabled: false),
            MovieFile.track("vide", 640, 480), MovieFile.track("vide", 3, 4),
        ]
        #expect(try content(MovieFile(tracks).bytes).facts?.width == 640)
        #expect(try content(MovieFile(Array(tracks[..<2])).bytes).facts?.width == 1)
    }

    @Test(
        arguments: [
            ([1, 0, 0, 1], 1), ([0, 1, -1, 0], 6), ([-1, 0, 0, -1], 3), ([0, -1, 1, 0], 8), ([-1, 0, 0, 1], 2),
            ([1, 1, 0, 1], nil), ([0, 0, 0, 0], nil),
        ] as [([Int32], Int?)])
    func `The matrix rotates the picture`(matrix: [Int32], orientation: Int?) throws {
        let movie = MovieFile([MovieFile.track(matrix: matrix)])
        #expect(try content(movie.bytes).facts?.orientation == orientation)
    }

    @Test func `The identifier of a Live Photo is read`() throws {
        let movie = MovieFile([MovieFile.keys([("content.identifier", "ABC-1"), ("model", "Phone 3")])])
        let facts = try #require(try content(movie.bytes).facts)
        #expect(facts.contentIdentifier == "ABC-1")
        #expect(facts.model == "Phone 3")
    }

    @Test func `A sound-only recording is no video, whatever its brand`() throws {
        for brand in ["mp42", "3gp5", "qt  ", "M4A "] {
            var movie = MovieFile([MovieFile.track("soun", 0, 0)])
            movie.brand = brand
            #expect(try content(movie.bytes) == .other("m4a"))
            movie.boxes.append(MovieFile.track("meta", 0, 0))
            #expect(try content(movie.bytes) == .other("m4a"))
            movie.boxes.append(MovieFile.track("vide", 640, 480))
            #expect(try content(movie.bytes).facts?.width == 640)
        }
        #expect(try content(MovieFile().bytes).facts != nil)
    }
}
