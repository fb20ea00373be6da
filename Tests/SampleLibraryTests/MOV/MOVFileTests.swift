import Foundation
import SampleLibrary
import Testing

struct MOVFileTests {
    private func each(_ body: (SamplePhoto, BoxReader) throws -> Void) throws {
        try MixedSamples.each(.mov) { photo, file in try body(photo, BoxReader(file.bytes)) }
    }

    /// The keys of a clip without their common prefix, with their values.
    private func keys(_ clip: BoxReader) throws -> [String: String] {
        let keys = try #require(clip.content(["moov", "meta", "keys"]))
        let names = try #require(clip.boxes(in: keys.lowerBound + 8..<keys.upperBound))
        #expect(clip.number(at: keys.lowerBound + 4) == names.count)
        let items = try #require(clip.content(["moov", "meta", "ilst"]))
        var values: [String: String] = [:]
        for (place, item) in (clip.boxes(in: items) ?? []).enumerated() {
            #expect(clip.number(at: item.content.lowerBound - 4) == place + 1)
            let data = try #require(clip.content("data", in: item.content))
            let name = clip.text(names[place].content)
            #expect(name.hasPrefix("com.apple.quicktime."))
            values[String(name.dropFirst(20))] = clip.text(data.dropFirst(8))
        }
        return values
    }

    @Test func `The movie box comes last`() throws {
        try each { _, clip in
            #expect(clip.top?.map(\.type) == ["ftyp", "wide", "mdat", "moov"])
            #expect(clip.text(8..<12) == "qt  ")
        }
    }

    @Test func `Keys contain place, time and device`() throws {
        try each { photo, clip in
            let keys = try keys(clip)
            #expect(keys["make"] == photo.make && keys["model"] == photo.model)
            let stamp = photo.takenAt + (photo.utcOffset ?? "").replacing(":", with: "")
            #expect(keys["creationdate"] == stamp)
            #expect((keys["location.ISO6709"] == nil) == (photo.latitude == nil))
            #expect((keys["location.accuracy.horizontal"] == nil) == (photo.horizontalAccuracy == nil))
            if let accuracy = photo.horizontalAccuracy {
                let said = try #require(keys["location.accuracy.horizontal"].flatMap(Double.init))
                #expect(abs(said - accuracy) < 1e-6)
            }
        }
    }

    @Test func `The position is the truth's, with signs and leading zeros`() throws {
        var quadrants: Set<String> = []
        try each { photo, clip in
            guard let text = try keys(clip)["location.ISO6709"] else { return }
            let parts = try #require(text.wholeMatch(of: /([+-]\d{2}\.\d{10})([+-]\d{3}\.\d{10})([+-]\d{3}\.\d{2})\//))
            for (part, value) in [(parts.1, photo.latitude), (parts.2, photo.longitude), (parts.3, photo.altitude)] {
                let (said, truth) = (try #require(Double(part)), try #require(value))
                #expect(abs(said - truth) < 1e-9)
            }
            quadrants.insert(String(text.prefix(1)) + parts.2.prefix(1))
        }
        #expect(quadrants.count == 4)
    }

    @Test func `No two clips have the same identifier`() throws {
        var identifiers: [String] = []
        try each { _, clip in identifiers += [try keys(clip)["content.identifier"] ?? ""] }
        #expect(identifiers.allSatisfy { $0.wholeMatch(of: /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/) != nil })
        // The first clips in full detail have the identifiers of the small ones.
        #expect(Set(identifiers).count == 40)
    }

    @Test func `The movie's own time is in UTC, and it lasts three seconds`() throws {
        try each { photo, clip in
            let header = try #require(clip.content(["moov", "mvhd"])).lowerBound
            #expect(clip.number(at: header + 4) - 2_082_844_800 == photo.modified / 1_000)
            #expect(clip.number(at: header + 16) == 3 * clip.number(at: header + 12))
        }
    }

    @Test func `The first track has the truth's size and orientation`() throws {
        let turns = [[1, 0, 0, 1]: 1, [-1, 0, 0, -1]: 3, [0, 1, -1, 0]: 6, [0, -1, 1, 0]: 8]
        try each { photo, clip in
            let header = try #require(clip.content(["moov", "trak", "tkhd"])).lowerBound
            #expect(clip.number(at: header + 76, 2) == photo.width)
            #expect(clip.number(at: header + 80, 2) == photo.height)
            let matrix = [40, 44, 52, 56].map { Int(Int32(truncatingIfNeeded: clip.number(at: header + $0))) >> 16 }
            #expect(turns[matrix] == photo.orientation)
        }
    }

    @Test func `The samples are in the data`() throws {
        try each { photo, clip in
            let data = try #require(clip.content("mdat")), movie = try #require(clip.content("moov"))
            let tracks = clip.boxes(in: movie)?.filter { $0.type == "trak" } ?? []
            #expect(tracks.count == (photo.bytes > 10_000 ? 3 : 1))
            for track in tracks {
                let table = try #require(clip.content(["mdia", "minf", "stbl"], in: track.content))
                let chunks = try #require(clip.content("stco", in: table))
                let start = clip.number(at: chunks.lowerBound + 8)
                let sizes = try #require(clip.content("stsz", in: table))
                let count = clip.number(at: sizes.lowerBound + 8)
                let total = (0..<count).reduce(0) { $0 + clip.number(at: sizes.lowerBound + 12 + 4 * $1) }
                #expect(data.contains(start) && start + total <= data.upperBound)
            }
        }
    }
}
