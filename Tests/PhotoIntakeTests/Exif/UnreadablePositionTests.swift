import PhotoIntake
import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

/// An unreadable position is reported, and never counts as absent.
struct UnreadablePositionTests {
    private static let sydney = ExifStructure.sydney().gps
    private static let maker = ExifEntry.text(0x010F, "Maker")

    /// Entries for the GPS directory that lead nowhere.
    private static let pointers: [@Sendable (UInt16, UInt32) -> ExifEntry] = [
        { tag, place in .long(tag, place).claiming(kind: 0) },
        { tag, place in .long(tag, place).claiming(kind: 99) },
        { tag, place in .long(tag, place).claiming(kind: 2) },
        { tag, place in .fractions(tag, (place, 1)) },
        { tag, place in .numbers(tag, .float, [Double(place)]) },
        { tag, place in .long(tag, place).claiming(count: 0) },
        { tag, place in .long(tag, place).claiming(count: 0xFFFF_FFFF) },
        { tag, _ in .long(tag, 0) },
        { tag, _ in .long(tag, 8) },
        { tag, _ in .long(tag, 0x7FFF_FFFF) },
        { tag, _ in .long(tag, 0xFFFF_FFFF) },
        { tag, _ in .numbers(tag, .signedLong, [-8]) },
    ]

    @Test(arguments: pointers.indices) func `A GPS directory that cannot be found is malformed`(number: Int) throws {
        let wrong = Self.pointers[number]
        var structure = ExifStructure(primary: [Self.maker], gps: Self.sydney)
        structure.pointer = { tag, place in tag == 0x8825 ? wrong(tag, place) : .long(tag, place) }
        let photo = try facts(structure)
        #expect(photo.position == .invalid(.malformed))
        #expect(photo.make == "Maker")
        var file = TIFFFile(.init([Self.maker], gps: Self.sydney))
        file.pointer = structure.pointer
        #expect(try content(file.bytes).facts?.position == .invalid(.malformed))
    }

    /// Bytes at the GPS pointer's offset that are not a directory.
    private static let rubbish: [[UInt8]] = [
        Array(repeating: 0, count: 200), Array(repeating: 0xFF, count: 200), [0], [],
        Array(repeating: 0x41, count: 200), [2, 0] + Array(repeating: 0x63, count: 24) + [0, 0, 0, 0],
        // A directory that claims five entries and has none.
        [5, 0],
    ]

    @Test(arguments: rubbish.indices) func `An invalid directory is malformed, not empty`(number: Int) throws {
        let structure = ExifStructure(primary: [Self.maker])
        let place = UInt32(structure.bytes.count + 12)
        let named = ExifStructure(primary: [Self.maker, .long(0x8825, place)]).bytes + Self.rubbish[number]
        let photo = try facts(JPEGFile([JPEGSegment.exif(named)]))
        #expect(photo.position == .invalid(.malformed))
        #expect(try content(named).facts?.position == .invalid(.malformed))
    }

    @Test func `A directory that is cut after its position has the position`() throws {
        let whole = ExifStructure(gps: Self.sydney + [.text(0x12, "WGS-84"), .text(0x1D, "2024:05:01")])
        var bytes = whole.bytes
        // More entries than there are bytes for; the values follow the first six.
        bytes.replaceSubrange(26..<28, with: [200, 0])
        let photo = try facts(JPEGFile([JPEGSegment.exif(bytes)]))
        #expect(photo.position.coordinate != nil)
    }

    @Test func `A directory without a position has none, whatever else it contains`() throws {
        let version = ExifEntry.bytes(0x00, .byte, [2, 3, 0, 0])
        for further in [[], [ExifEntry.text(0x01, "").claiming(count: 0)], [.text(0x1D, "2024:05:01")]] {
            #expect(try facts(ExifStructure(gps: [version] + further)).position == .absent)
        }
    }

    @Test func `A GPS directory named by the EXIF directory or the thumbnail's is read`() throws {
        let gps = Self.directory(Self.sydney, at: 100)
        let structure = ExifStructure(exif: [.text(0x9003, "2024:05:01 12:34:56"), .long(0x8825, 100)])
        var thumbnail = ExifStructure(primary: [Self.maker], thumbnail: [0xFF, 0xD8, 0xFF, 0xD9])
        thumbnail.claimedNext = 70
        let second = Self.directory([.long(0x8825, 100)], at: 70)
        for bytes in [
            Self.padded(structure.bytes, to: 100) + gps,
            Self.padded(
                Self.padded(thumbnail.bytes, to: 70) + second, to: 100) + gps,
        ] {
            let photo = try facts(JPEGFile([JPEGSegment.exif(bytes)]))
            #expect(photo.position.coordinate != nil)
            #expect(try content(bytes).facts?.position.coordinate != nil)
        }
    }

    @Test(arguments: [false, true], [false, true])
    func `The place in a second GPS directory stays known`(areEqual: Bool, isInExif: Bool) throws {
        let entries = areEqual ? Self.sydney : ExifStructure.position(.latitude, "N", .longitude, "E").gps
        func structure(naming place: UInt32) -> ExifStructure {
            let pointer = [ExifEntry.long(0x8825, place)]
            return isInExif
                ? ExifStructure(primary: [Self.maker], exif: pointer, gps: Self.sydney)
                : ExifStructure(primary: [Self.maker] + pointer, gps: Self.sydney)
        }
        let place = structure(naming: 0).bytes.count
        let bytes = structure(naming: UInt32(place)).bytes + Self.directory(entries, at: place)
        let photo = try facts(JPEGFile([JPEGSegment.exif(bytes)]))
        #expect(try #require(photo.position.coordinate).latitude < 0)
        #expect(photo.overruled.coordinate.map { $0.latitude > 0 } == (areEqual ? nil : true))
    }

    private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
        Array(bytes.prefix(count)) + Array(repeating: 0, count: max(0, count - bytes.count))
    }

    /// A directory with these entries, followed by its values, at an offset of a little-endian structure.
    private static func directory(_ entries: [ExifEntry], at place: Int) -> [UInt8] {
        let order = ExifStructure.Order.little
        var (head, values) = (order.bytes(UInt16(entries.count)), [UInt8]())
        for entry in entries {
            let value = entry.value(order)
            head += order.bytes(entry.tag) + order.bytes(entry.kind) + order.bytes(entry.count)
            if value.count > 4 {
                head += order.bytes(UInt32(place + 6 + entries.count * 12 + values.count))
                values += value
            } else {
                head += value + Array(repeating: 0, count: 4 - value.count)
            }
        }
        return head + [0, 0, 0, 0] + values
    }

    @Test func `Of two EXIF blocks in a JPEG the other adds what the last lacks`() throws {
        var first = ExifStructure.sydney()
        first.primary = [.text(0x010F, "First"), .short(0x0112, 6)]
        let last = ExifStructure(primary: [.text(0x010F, "Last")], exif: [.text(0x9003, "2024:05:01 12:34:56")])
        let photo = try facts(JPEGFile([JPEGFile.exif(first), JPEGFile.exif(last)]))
        #expect(photo.make == "Last")
        #expect(photo.captureTime != nil)
        #expect(photo.orientation == 6)
        #expect(photo.position.coordinate != nil)
        #expect(photo.positionSource == .exif)
    }

    @Test(arguments: [0, 1, 2], [0, 1, 2, 5]) func `Any number of EXIF blocks in a JPEG are read`(place: Int, more: Int)
        throws
    {
        var whole = ExifStructure.sydney()
        whole.exif = [.text(0x9003, "2024:05:01 12:34:56")]
        let short = ExifStructure(exif: [.short(0xA001, 1)])
        var blocks = Array(repeating: JPEGFile.exif(short), count: place + more)
        blocks.insert(JPEGFile.exif(whole), at: place)
        let photo = try facts(JPEGFile(blocks))
        #expect(photo.position.coordinate != nil)
        #expect(photo.captureTime?.wall.text == "2024-05-01T12:34:56")
    }

    @Test func `Another place in any EXIF block of a JPEG is kept, also where the last lacks nothing`() throws {
        var first = ExifStructure.sydney()
        first.primary = [.text(0x010F, "First")]
        var last = ExifStructure.position(.latitude, "N", .longitude, "E")
        last.primary = [.text(0x010F, "Last"), .short(0x0112, 6)]
        last.exif = [.text(0x9003, "2024:05:01 12:34:56"), .text(0x9011, "+02:00")]
        let short = JPEGFile.exif(ExifStructure(primary: [.text(0x010F, "Short")]))
        for blocks in [[first, last], [first, first, last]] {
            let photo = try facts(JPEGFile([short] + blocks.map { JPEGFile.exif($0) }))
            #expect(try #require(photo.position.coordinate).latitude > 33)
            #expect(try #require(photo.overruled.coordinate).latitude < -33)
            #expect(photo.sidecars == [])
        }
        #expect(try facts(JPEGFile([JPEGFile.exif(last), JPEGFile.exif(last)])).overruled == OverruledFacts())
    }

    @Test(arguments: [1, 2, 4]) func `A block longer than a segment continues in the next`(segments: Int) throws {
        let note = ExifEntry.bytes(0x927C, .undefined, Array(repeating: 0x4E, count: segments * 65_000))
        let whole = ExifStructure(exif: [note, .text(0x9003, "2024:05:01 12:34:56")], gps: Self.sydney).bytes
        let parts = stride(from: 0, to: whole.count, by: 65_000).map { whole[$0..<min(whole.count, $0 + 65_000)] }
        let photo = try facts(JPEGFile(parts.map { JPEGSegment.exif(Array($0)) }))
        #expect(photo.position.coordinate != nil)
        #expect(photo.captureTime?.wall.text == "2024-05-01T12:34:56")
        // Only the next segment continues a block.
        let apart = parts.map { JPEGSegment.exif(Array($0)) + JPEGFile.jfif }
        #expect(try facts(JPEGFile(apart)).position == .invalid(.malformed))
    }

    @Test func `A position that may be in the missing part of a directory is malformed, not absent`() throws {
        var structure = ExifStructure(primary: [Self.maker])
        structure.claimedEntries = 20
        let photo = try facts(JPEGFile(structure))
        #expect(photo.make == "Maker")
        #expect(photo.position == .invalid(.malformed))
        let header: [UInt8] = [0x49, 0x49, 42, 0, 0xFF, 0xFF, 0, 0]
        #expect(try facts(JPEGFile([JPEGSegment.exif(header)])).position == .invalid(.malformed))
    }

    @Test func `A block that is too long to be read is malformed, not absent`() throws {
        let endless = ExifStructure(
            primary: [Self.maker], thumbnail: [0xFF, 0xD8] + Array(repeating: 0x20, count: 2 << 20))
        #expect(try facts(HEIFFile(endless)).position == .invalid(.malformed))
    }

    @Test func `An unreadable position in the directories of a CR3 file is malformed`() throws {
        let file = CR3File(primary: [Self.maker], gps: Self.sydney)
        let name = Array("CMT4".utf8)
        let start = try #require(file.bytes.indices.first { file.bytes[$0...].starts(with: name) })
        for wrong in [[0x4D, 0x4D, 42, 0], [0, 0, 0, 0], [0x49, 0x49, 42, 0, 0xFF, 0xFF]] as [[UInt8]] {
            var bytes = file.bytes
            bytes.replaceSubrange(start + 4..<start + 4 + wrong.count, with: wrong)
            #expect(try content(bytes).facts?.position == .invalid(.malformed))
        }
    }

    /// A generator chooses which part of a position is damaged.
    @Test func `However an entry is damaged, no position is lost silently`() throws {
        let scratch = try TemporaryTree(inMemory: true)
        defer { extendLifetime(scratch) }
        var reader = PhotoReader()
        for seed in 0..<300 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            let varied = VariedExif(seed: seed)
            var gps = varied.gps
            let spoilt = gps.indices.randomElement(using: &random) ?? 0
            gps[spoilt] = Self.spoilt(gps[spoilt], using: &random)
            var structure = varied.structure
            structure.gps = gps
            var file = varied.file(isBig: seed % 2 == 0)
            file.directories[0].gps = gps
            for bytes in [JPEGFile(structure).bytes, file.bytes] {
                let content = try reader.read(path: try scratch.write(bytes), now: later).get().content
                #expect(content.facts?.position != .absent, "seed \(seed)")
            }
        }
    }

    private static func spoilt(_ entry: ExifEntry, using random: inout SplitMix64) -> ExifEntry {
        switch random.next() % 5 {
        case 0: entry.claiming(kind: UInt16(truncatingIfNeeded: random.next()))
        case 1: entry.claiming(kind: UInt16(random.next() % 20))
        case 2: entry.claiming(count: UInt32(truncatingIfNeeded: random.next()))
        case 3: entry.claiming(count: UInt32(random.next() % 8))
        default: entry.claiming(offset: UInt32(truncatingIfNeeded: random.next()))
        }
    }
}
