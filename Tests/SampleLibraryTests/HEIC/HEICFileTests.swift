import SampleLibrary
import Testing

struct HEICFileTests {
    private func each(_ body: (SamplePhoto, HEICReader) throws -> Void) throws {
        try MixedSamples.each(.heic) { photo, file in try body(photo, try #require(HEICReader(file.bytes))) }
    }

    @Test func `A file consists of brands, the description of items, and data`() throws {
        try each { _, heic in
            #expect(heic.boxes.top?.map(\.type) == ["ftyp", "meta", "mdat"])
            #expect(heic.boxes.text(8..<12) == "heic")
        }
    }

    @Test func `All items are consecutive in the data, the EXIF block first`() throws {
        try each { _, heic in
            let data = try #require(heic.boxes.content("mdat"))
            #expect(heic.types.count == heic.places.count)
            let places = heic.places.filter { heic.types[$0.key] != "grid" }.values.sorted {
                $0.lowerBound < $1.lowerBound
            }
            #expect(places.first?.lowerBound == data.lowerBound)
            #expect(places.last?.upperBound == data.upperBound)
            #expect(zip(places, places.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
            let exif = heic.places.first { heic.types[$0.key] == "Exif" }?.value
            #expect(exif?.lowerBound == data.lowerBound)
        }
    }

    @Test func `The primary item has the truth's size and orientation`() throws {
        try each { photo, heic in
            let size = try #require(heic.properties["ispe"]).lowerBound + 4
            #expect(heic.boxes.number(at: size) == photo.width)
            #expect(heic.boxes.number(at: size + 4) == photo.height)
            let quarters = try #require(heic.properties["irot"]).lowerBound
            #expect([1, 8, 3, 6][heic.boxes.number(at: quarters, 1)] == photo.orientation)
        }
    }

    @Test func `A small picture is one item, a full one a grid of tiles that cover it`() throws {
        try each { photo, heic in
            let tiles = heic.types.values.filter { $0 == "hvc1" }.count
            guard photo.width > 64 || photo.height > 64 else {
                #expect(tiles == 1 && heic.types[heic.primary] == "hvc1")
                return
            }
            #expect(heic.types[heic.primary] == "grid")
            let grid = try #require(heic.places[heic.primary]).lowerBound
            let rows = heic.boxes.number(at: grid + 2, 1) + 1, columns = heic.boxes.number(at: grid + 3, 1) + 1
            #expect(rows * columns == tiles)
            #expect(tiles > 30)
            #expect(heic.boxes.number(at: grid + 4, 2) == photo.width)
            #expect(heic.boxes.number(at: grid + 6, 2) == photo.height)
        }
    }

    @Test func `The EXIF block agrees with the truth, with its thumbnail`() throws {
        try each { photo, heic in
            let exif = try #require(heic.exif)
            #expect(exif.text(exif.main[0x010F]) == photo.make)
            #expect(exif.short(exif.main[0x0112]) == photo.orientation)
            let taken = try #require(exif.text(exif.exif[0x9003]))
            #expect(taken.filter(\.isNumber) == photo.takenAt.prefix(19).filter(\.isNumber))
            #expect(exif.thumbnail?.count == photo.thumbnailBytes)
            guard let latitude = photo.latitude, photo.positionProblem == nil else { return }
            let parts = try #require(exif.rationals(exif.gps[0x0002]))
            #expect(abs(parts[0] + parts[1] / 60 + parts[2] / 3_600 - abs(latitude)) < 1e-9)
        }
    }
}
