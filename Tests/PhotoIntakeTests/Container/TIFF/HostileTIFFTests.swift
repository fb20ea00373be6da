import PhotoModel
import Testing
import WorkphotosTestSupport

struct HostileTIFFTests {
    private let maker = ExifEntry.text(0x010F, "Maker")

    private func make(_ bytes: [UInt8]) throws -> String? {
        try content(bytes, named: "photo.tif").facts?.make
    }

    @Test func `Directories that point to themselves and each other end`() throws {
        let start = UInt32(24)
        var file = TIFFFile(.init([maker]))
        file.directories[0].claimedNext = start
        #expect(try make(file.bytes) == "Maker")
        for tag in [0x014A, 0x8769, 0x8825] as [UInt16] {
            file.directories = [.init([maker, .long(0x00FE, 1), .long(tag, start)])]
            #expect(try make(file.bytes) == "Maker")
        }
        file.directories = [.init([maker, .long(0x014A, start), .long(0x8769, start), .long(0x8825, start)])]
        file.directories[0].claimedNext = start
        #expect(try make(file.bytes) == "Maker")
    }

    @Test func `A chain of thousands of directories is left after a few`() throws {
        var file = TIFFFile()
        file.directories = Array(repeating: .picture(1, 1, kind: 1), count: 5_000)
        file.directories[0].entries.append(maker)
        #expect(try make(file.bytes) == "Maker")
    }

    @Test(arguments: [0, 1_000_000]) func `A directory of 65,535 entries is read as far as it goes`(count: Int) throws {
        var file = TIFFFile(.init([maker]))
        file.directories[0].claimedEntries = 65_535
        #expect(try make(file.bytes + Array(repeating: 0, count: count)) == "Maker")
    }

    @Test func `Directories of 65,535 entries each leave enough budget for others`() throws {
        var file = TIFFFile(.init([maker], exif: [.text(0x9003, "2024:05:01 12:34:56")]))
        file.directories[0].claimedEntries = 65_535
        #expect(try make(file.bytes + Array(repeating: 0xFF, count: 3_000_000)) == "Maker")
    }

    @Test(arguments: [0, 7, 0xFFFF, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFF0, 0xFFFF_FFFF] as [UInt32])
    func `Pointers out of range are ignored`(offset: UInt32) throws {
        let pointers: [ExifEntry] = [
            .long(0x014A, offset), .long(0x8769, offset), .long(0x8825, offset), .long(0x0201, offset),
        ]
        var file = TIFFFile(.init([maker] + pointers))
        file.directories[0].claimedNext = offset
        #expect(try make(file.bytes) == "Maker")
        var bytes = file.bytes
        bytes.replaceSubrange(4..<8, with: file.order.bytes(offset))
        #expect(try content(bytes).problem == .corrupt)
    }

    @Test func `A million directories below the first are left after a few`() throws {
        let below = ExifEntry(0x014A, .long, count: 1_000_000) { _ in [UInt8](repeating: 0, count: 4_000_000) }
        #expect(try make(TIFFFile(.init([maker, below])).bytes) == "Maker")
        let claimed = ExifEntry.longs(0x014A, [24, 24]).claiming(count: 1_000_000)
        #expect(try make(TIFFFile(.init([maker, claimed])).bytes) == "Maker")
    }

    @Test func `Values longer than the file, and of unknown types, are skipped`() throws {
        for wrong in [
            maker.claiming(count: 0xFFFF_FFFF), maker.claiming(count: 0), maker.claiming(offset: 0xFFFF_FFFF),
            maker.claiming(kind: 0), maker.claiming(kind: 0xFFFF), maker.claiming(count: 0x8000_0001, kind: 5),
        ] {
            let photo = try #require(try content(TIFFFile(.init([wrong, .text(0x0110, "Model")])).bytes).facts)
            #expect(photo.make == nil)
            #expect(photo.model == "Model")
        }
    }

    @Test func `Of thousands of entries with one tag the last counts`() throws {
        let many = (0..<6_000).map { ExifEntry.text(0x010F, "Maker \($0)") }
        #expect(try make(TIFFFile(.init(many)).bytes) == "Maker 5999")
    }

    @Test func `Values scattered over a large file are read within the budget`() throws {
        var file = TIFFFile(.init([maker], gps: [.text(0x01, "S"), .latitude, .text(0x03, "E"), .longitude]))
        file.gap = 2_000_000
        #expect(try content(file.bytes).facts?.position.coordinate != nil)
    }
}
