import SampleLibrary
import Testing

struct PhotoFileTests {
    @Test(arguments: [SampleLibrary.Detail.small, .full])
    func `A photo has its tables, one frame of the truth's size, and a scan`(detail: SampleLibrary.Detail) throws {
        let written = try detail == .full ? MixedSamples.full.get() : MixedSamples.small.get()
        for photo in written.photos where photo.format == .jpeg {
            let segments = try written.exif(photo).segments
            for marker in [0xE1, 0xDB, 0xC0, 0xC4, 0xDA] as [UInt8] {
                #expect(segments.contains { $0.marker == marker })
            }
            let frame = try #require(segments.first { $0.marker == 0xC0 }?.content)
            #expect(Int(frame[1]) << 8 | Int(frame[2]) == photo.height)
            #expect(Int(frame[3]) << 8 | Int(frame[4]) == photo.width)
        }
    }

    @Test func `A full photo takes about a hundred kilobytes, its thumbnail five to ten`() throws {
        let photos = try MixedSamples.full.get().photos.filter { $0.format == .jpeg }
        #expect(photos.count == 2)
        for photo in photos {
            #expect((70_000...140_000).contains(photo.bytes))
            #expect((5_000...10_000).contains(photo.thumbnailBytes ?? 0))
            #expect(photo.width == 800)
        }
    }

    @Test func `The AC tables have all 162 symbols of the standard`() throws {
        let written = try SampleOnDisk(SampleLibrary(photos: 1, seed: 1, detail: .small))
        let tables = try written.exif(written.photos[0]).segments.filter { $0.marker == 0xC4 }.map(\.content)
        #expect(tables.map(\.count) == [208, 208])
        for table in tables {
            let symbols = table.suffix(162)
            #expect(Set(symbols).count == 162)
            #expect(symbols.allSatisfy { $0 == 0 || $0 == 0xF0 || (1...10).contains($0 & 15) })
        }
    }
}
