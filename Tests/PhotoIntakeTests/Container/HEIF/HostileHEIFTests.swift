import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

struct HostileHEIFTests {
    private let exif = ExifStructure(primary: [.text(0x010F, "Maker")])

    @Test(arguments: [0, 1, 65_535, .max] as [UInt32]) func `Wrong counts of items and associations do no harm`(
        count: UInt32
    ) throws {
        var file = HEIFFile([.exif(2, exif)])
        (file.locationVersion, file.claimedAssociations) = (2, count)
        #expect(try facts(file).width == (count == 0 ? nil : 64))
        file.claimedAssociations = nil
        (file.claimedItems, file.claimedLocations) = (max(count, 2), max(count, 2))
        #expect(try facts(file).make == "Maker")
        file.claimedLocations = 1
        #expect(try facts(file).make == nil)
    }

    @Test func `An item with too many extents or bytes is ignored`() throws {
        func make(_ extents: [HEIFItem.Extent]) throws -> String? {
            let item = HEIFItem.exif(2, exif).with { $0.extents = extents }
            return try facts(HEIFFile([item, HEIFItem(3, "hvc1", Array(repeating: 0, count: 50_000))])).make
        }
        #expect(try make(Array(repeating: .init(offset: 0, length: 0), count: 60)) == nil)
        #expect(try make(Array(repeating: .init(offset: 0, length: 1), count: 65)) == nil)
        #expect(try make(Array(repeating: .init(offset: 0, length: 1), count: 5_000)) == nil)
    }

    static let beyond: [(UInt64, UInt64)] = [
        (.max, 0), (.max, 1), (1 << 63, 0), (UInt64(Int.max), 0), (UInt64(Int.max), UInt64(Int.max)), (1 << 32, 9),
        (100_000, 0), (0, .max),
    ]

    @Test(arguments: beyond, [0, 1] as [UInt16]) func `Offsets beyond the end, and beyond all numbers, are ignored`(
        place: (offset: UInt64, length: UInt64), method: UInt16
    ) throws {
        let extents = [HEIFItem.Extent(offset: place.offset, length: place.length)]
        var file = HEIFFile([HEIFItem.exif(2, exif).with { ($0.extents, $0.method) = (extents, method) }])
        (file.offsetBytes, file.lengthBytes, file.baseBytes) = (8, 8, 8)
        let photo = try facts(file)
        #expect(photo.make == nil)
        #expect(photo.width == 64)
    }

    @Test func `A length beyond the end reaches to the end`() throws {
        var file = HEIFFile([.exif(2, exif).with { ($0.method, $0.extents) = (1, [.init(length: .max >> 1)]) }])
        file.lengthBytes = 8
        #expect(try facts(file).make == "Maker")
    }

    @Test func `Items inside themselves or each other are ignored`() throws {
        let extents = (1...64).map { HEIFItem.Extent(index: $0, offset: 0, length: 0) }
        let items = (2...9).map { id in
            HEIFItem(UInt32(id), "Exif").with { ($0.method, $0.extents) = (2, extents) }
        }
        var file = HEIFFile(items)
        file.references = (2...9).map { ("iloc", $0, Array(repeating: $0 == 9 ? 2 : $0 + 1, count: 64)) }
        #expect(try facts(file).make == nil)
        file.references = [("iloc", 2, Array(repeating: 2, count: 64))]
        #expect(try facts(file).make == nil)
        file.references = []
        #expect(try facts(file).make == nil)
    }

    @Test(arguments: [1, 2, 3, 4, 50]) func `An item may be in three others, one within the next`(depth: Int) throws {
        var items = [HEIFItem.exif(UInt32(depth + 2), exif).with { $0.type = "hvc1" }]
        var file = HEIFFile()
        for id in 2..<UInt32(depth + 2) {
            let type = id == 2 ? "Exif" : "hvc1"
            items.append(HEIFItem(id, type).with { ($0.method, $0.extents) = (2, [.init()]) })
            file.references.append(("iloc", id, [id + 1]))
        }
        file.items += items
        #expect(try facts(file).make == (depth <= 3 ? "Maker" : nil))
    }

    @Test(arguments: HEIFFile.Place.allCases) func `Ten thousand items are read`(place: HEIFFile.Place) throws {
        var file = HEIFFile((3...10_000).map { HEIFItem($0, "hvc1") } + [.exif(2, exif)])
        file.place = place
        let photo = try facts(file)
        #expect(photo.make == "Maker")
        #expect(photo.width == 64)
    }

    @Test func `65,535 items are given up`() throws {
        var file = HEIFFile((3...65_535).map { HEIFItem($0, "hvc1") } + [.exif(2, exif)])
        file.place = .back
        #expect(try content(file.bytes).problem == .tooLarge)
    }

    @Test(arguments: [0, 7, 15] as [UInt8]) func `Field sizes that the standard does not define are ignored`(
        size: UInt8
    ) throws {
        let bytes = HEIFFile(exif).bytes
        let place = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("iloc".utf8)) })
        var changed = bytes
        changed[place + 8] = size << 4 | 4
        #expect(try content(changed).facts?.width == 64)
        #expect(try content(bytes).facts?.make == "Maker")
        changed[place + 4] = 3
        #expect(try content(changed).facts?.make == nil)
    }
}
