import PhotoModel
import Testing
import WorkphotosTestSupport

/// Metadata after pictures of many chunks.
struct PNGPictureTests {
    private let exif = PNGFile.exif(ExifStructure(primary: [.text(0x010F, "Maker")]))

    private func photo(_ png: PNGFile) throws -> PhotoFacts {
        try #require(try content(png.bytes, named: "photo.png").facts)
    }

    private func data(_ count: Int) -> [UInt8] {
        PNGFile.chunk("IDAT", Array(repeating: 0x49, count: count))
    }

    /// A long text chunk without metadata.
    private func comment(_ count: Int) -> [UInt8] {
        PNGFile.text("Comment", Array(repeating: 0x20, count: count))
    }

    @Test(arguments: [1, 2, 7, 8, 9, 60, 300], [0, 1, 4_000, 8_191])
    func `EXIF after any number of chunks of 8 KiB is read`(count: Int, last: Int) throws {
        var png = PNGFile(behind: [exif])
        png.picture = Array(repeating: data(8_192), count: count) + [data(last)]
        #expect(try photo(png).make == "Maker")
    }

    @Test(arguments: [100, 8_300, 30_000, 100_000])
    func `EXIF after many chunks is read if long other chunks follow it`(count: Int) throws {
        var png = PNGFile(behind: [exif, comment(count)])
        png.picture = Array(repeating: data(8_192), count: 200) + [data(77)]
        #expect(try photo(png).make == "Maker")
    }

    @Test(arguments: [0, 1, 100]) func `EXIF after thousands of tiny chunks is read`(length: Int) throws {
        var png = PNGFile(behind: [exif])
        png.picture = Array(repeating: data(length), count: 20_000)
        #expect(try photo(png).make == "Maker")
    }

    @Test func `EXIF after one long chunk is read`() throws {
        var png = PNGFile(behind: [comment(10_000), exif, comment(10_000)])
        png.picture = [data(3_000_000)]
        #expect(try photo(png).make == "Maker")
    }

    @Test func `EXIF before a picture of very many chunks of all lengths is read`() throws {
        var png = PNGFile([comment(70_000), exif])
        png.picture = (0..<250).map { data(5_000 + $0 * 13) }
        #expect(try photo(png).make == "Maker")
    }

    @Test func `After very many chunks of all lengths, EXIF in the last 4 KiB is read, and before that given up`()
        throws
    {
        var png = PNGFile(behind: [comment(100), exif, comment(500)])
        png.picture = (0..<250).map { data(5_000 + $0 * 13) }
        #expect(try photo(png).make == "Maker")
        png.behind = [exif, comment(5_000)]
        let facts = try photo(png)
        #expect(facts.make == nil)
        #expect(facts.width == 45)
    }

    @Test func `Chunk names within the picture's last bytes are ignored`() throws {
        var png = PNGFile(behind: [exif])
        png.picture = (0..<250).map { data(5_000 + $0 * 13) }
        let decoys = PNGFile.chunk("eXIf", ExifStructure(primary: [.text(0x0110, "Decoy")]).bytes, claiming: 21)
        png.picture.append(PNGFile.chunk("IDAT", decoys + decoys))
        let facts = try photo(png)
        #expect(facts.make == "Maker")
        #expect(facts.model == nil)
    }

    @Test(arguments: [65_536, 65_537, 69_631, 69_632, 69_633, 73_728])
    func `EXIF at the end of a file is read at every size around the limits`(size: Int) throws {
        var png = PNGFile(behind: [exif])
        png.picture = [data(size - png.bytes.count + 3)]
        #expect(png.bytes.count == size)
        #expect(try photo(png).make == "Maker")
    }
}
