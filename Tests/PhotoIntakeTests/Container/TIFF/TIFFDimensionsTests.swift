import PhotoModel
import Testing
import WorkphotosTestSupport

/// A photo's size is that of the full picture, not of a copy or a mask beside it.
struct TIFFDimensionsTests {
    private func size(_ directories: TIFFFile.Directory...) throws -> String {
        var file = TIFFFile()
        file.directories = directories
        let photo = try #require(try content(file.bytes).facts)
        return "\(photo.width ?? -1) x \(photo.height ?? -1)"
    }

    @Test func `Of a TIFF of several pages the first counts`() throws {
        #expect(try size(.picture(30, 20), .picture(60, 40), .picture(90, 60)) == "30 x 20")
        #expect(try size(.picture(30, 20, kind: 2), .picture(60, 40, kind: 2)) == "60 x 40")
        #expect(try size(.picture(30, 20, kind: 0), .picture(60, 40, kind: 0)) == "30 x 20")
    }

    @Test func `Smaller copies below a picture do not count`() throws {
        var first = TIFFFile.Directory.picture(6_000, 4_000)
        first.below = [.picture(3_000, 2_000, kind: 1), .picture(1_500, 1_000, kind: 1)]
        #expect(try size(first) == "6000 x 4000")
    }

    @Test func `A full picture below counts more than a first directory of unknown kind`() throws {
        var first = TIFFFile.Directory.picture(160, 120)
        first.below = [.picture(6_000, 4_000, kind: 0)]
        #expect(try size(first) == "6000 x 4000")
    }

    @Test func `Of several full pictures below the largest counts, and masks do not`() throws {
        var first = TIFFFile.Directory.picture(8_000, 6_000, kind: 1)
        first.below = [
            .picture(100, 100, kind: 0), .picture(6_000, 4_000, kind: 0), .picture(9_000, 9_000, kind: 65_540),
        ]
        #expect(try size(first) == "6000 x 4000")
    }

    @Test func `A full picture after smaller ones is found`() throws {
        let small = TIFFFile.Directory.picture(160, 120, kind: 1)
        #expect(try size(small, small, small, .picture(6_000, 4_000, kind: 0)) == "6000 x 4000")
    }

    @Test func `If all are copies the largest counts`() throws {
        #expect(try size(.picture(160, 120, kind: 1), .picture(640, 480, kind: 1)) == "640 x 480")
    }

    @Test func `Sizes of zero, and missing ones, are unknown`() throws {
        #expect(try size(.picture(0, 0)) == "-1 x -1")
        #expect(try size(.init([.text(0x010F, "Leica")])) == "-1 x -1")
    }

    @Test func `Sizes are reported as stored, however large`() throws {
        let largest = UInt32.max
        #expect(try size(.picture(largest, largest, kind: 1)) == "4294967295 x 4294967295")
    }
}
