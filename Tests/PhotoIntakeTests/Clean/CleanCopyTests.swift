import Foundation
import PhotoIntake
import PhotoModel
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

struct CleanCopyTests {
    private let scratch: TemporaryTree

    init() throws { scratch = try TemporaryTree(inMemory: true) }

    private static let still = FormatPhoto.directory.appending("still")
    private static let clip = FormatPhoto.directory.appending("clip")

    @Test(arguments: ["exif.jpg", "gps-time.jpg", "exif.webp", "xmp.webp", "xmp.png", "picture.heic", "xmp.heic"])
    func `A picture loses place and device, and keeps its size and the time of its capture`(name: String) throws {
        let path = Self.still.appending(name)
        var reader = PhotoReader()
        guard case .photo(let before) = try reader.read(path: path, now: later).get().content else {
            throw CleanFailure.refused("is no photo")
        }
        let copy = try CleanedFile(path, in: scratch)
        #expect(copy.facts.position == .absent)
        #expect(copy.facts.make == nil && copy.facts.model == nil)
        #expect((copy.facts.width, copy.facts.height) == (before.width, before.height))
        #expect(!copy.removed.isEmpty)
    }

    @Test func `A JPEG keeps orientation and wall time, and all takes the time too`() throws {
        let path = Self.still.appending("exif.jpg")
        let copy = try CleanedFile(path, in: scratch)
        #expect(copy.facts.captureTime?.wall != nil)
        #expect(copy.facts.captureTime?.offset == nil)
        #expect(copy.removed.contains(.exif))
        let bare = try CleanedFile(path, .all, in: scratch)
        #expect(bare.facts.captureTime == nil)
        #expect(bare.bytes.count < copy.bytes.count)
    }

    @Test func `A copy that is read back with any other byte is not proved`() throws {
        let path = Self.still.appending("exif.jpg")
        let count = try CleanedFile(path, in: scratch).bytes.count
        for place in 0..<count {
            #expect(throws: CleanFailure.self, "byte \(place)") {
                try CleanedFile(path, in: scratch) { $0[place] ^= 1 }
            }
        }
        #expect(throws: CleanFailure.self) { try CleanedFile(path, in: scratch) { $0.append(0) } }
    }

    @Test(arguments: ["xyz.mov", "keys.mov", "front.mp4", "behind.mp4", "picture.m4v"])
    func `A movie loses its place or is refused`(name: String) throws {
        do {
            let copy = try CleanedFile(Self.clip.appending(name), in: scratch)
            #expect(copy.facts.position == .absent)
            #expect(copy.bytes.count <= (try Data(contentsOf: URL(filePath: Self.clip.appending(name).string))).count)
        } catch CleanFailure.refused(let why) {
            #expect(!why.isEmpty)
        }
    }

    @Test(arguments: ["little.tif", "xmp.psd", "exif.jp2", "nothing.gif", "exif.jxl"])
    func `A format that cannot be cleaned is refused`(name: String) throws {
        #expect(throws: CleanFailure.self) { try CleanedFile(Self.still.appending(name), in: scratch) }
    }

    @Test func `A small picture may have the tables and the profile of the picture`() throws {
        // Of Annex K's tables, which most cameras write.
        let table = JPEGSegment.bytes(0xC4, Array("%&'()*456789:CDEFGHIJSTUVWXYZcdefghijstuvwxyz".utf8))
        let profile = ProfileFile().segments[0]
        var small = JPEGFile([profile])
        small.behindFrame = [table]
        var jpeg = JPEGFile([JPEGFile.exif(ExifStructure(thumbnail: small.bytes)), profile])
        jpeg.behindFrame = [JPEGSegment.bytes(0xFE, Array("comment".utf8)), table]
        let copy = try CleanedFile(try scratch.write(jpeg.bytes), in: scratch)
        #expect(copy.removed == [.exif, .text])
        var bare = JPEGFile([profile])
        bare.behindFrame = [table]
        #expect(copy.bytes == bare.bytes)
    }

    @Test func `A text with digits that a part which stays repeats is refused`() throws {
        let number = Array("SN1234567 ".utf8)
        let file = PNGFile([PNGFile.chunk("tEXt", Array("Comment\0".utf8) + number), PNGFile.chunk("hIST", number)])
        expectRefusal("still repeats what was taken out when it is cleaned", file.bytes)
    }

    /// A profile that says a device besides the colours of another one.
    private func profile(of colours: ProfileFile) -> ProfileFile {
        var profile = colours
        profile.device = Array("SERIAL12".utf8)
        profile.tags[0].content = ProfileFile.text("Monitor")
        profile.tags.append(("mmod", Array("mmod\0\0\0\0SN1234567".utf8)))
        return profile
    }

    @Test func `A colour profile keeps the colours, in a JPEG in as many parts as it needs`() throws {
        let colours = ProfileFile(curve: 50_000)
        let parts = profile(of: colours).segments
        #expect(parts.count == 2)
        let copy = try CleanedFile(try scratch.write(JPEGFile(parts.reversed()).bytes), in: scratch)
        #expect(copy.bytes == JPEGFile(colours.segments).bytes)
        #expect(copy.removed == [.rest])
        let plain = try CleanedFile(try scratch.write(JPEGFile(colours.segments).bytes), in: scratch)
        #expect(plain.bytes == copy.bytes && plain.removed == [])
    }

    @Test func `A colour profile keeps the colours in PNG and WebP`() throws {
        let colours = ProfileFile()
        let packed = PackedBytes.zlib(profile(of: colours).bytes)
        let png = PNGFile([PNGFile.chunk("iCCP", Array("Monitor\0\0".utf8) + packed)])
        let cleanPNG = try CleanedFile(try scratch.write(png.bytes), in: scratch)
        let clean = Array("iCCPICC\0\0".utf8) + PackedBytes.zlib(colours.bytes)
        #expect(cleanPNG.removed == [.rest] && cleanPNG.bytes.firstRange(of: clean) != nil)
        let start = WebPFile.canvas(64, 48, flags: 0x20)
        func webP(_ profile: ProfileFile) -> [UInt8] {
            WebPFile([start, RIFFBytes.chunk("ICCP", profile.bytes), WebPFile.lossy(64, 48)]).bytes
        }
        let cleanWebP = try CleanedFile(try scratch.write(webP(profile(of: colours))), in: scratch)
        #expect(cleanWebP.removed == [.rest] && cleanWebP.bytes == webP(colours))
    }

    @Test func `A colour profile in an AVIF keeps its place and its size`() throws {
        var file = HEIFFile()
        // A frame without a size (AV1, 5.3.2).
        (file.brand, file.items[0]) = ("avif", HEIFItem(1, "av01", [6 << 3, 1, 2, 3]))
        let profile = profile(of: ProfileFile()).bytes
        file.properties.append(BoxWriter.box("colr", Array("prof".utf8) + profile))
        let copy = try CleanedFile(try scratch.write(file.bytes), in: scratch)
        #expect(copy.removed.contains(.rest) && copy.bytes.count == file.bytes.count)
        let start = try #require(copy.bytes.firstRange(of: Array("colrprof".utf8))).upperBound
        let clean = copy.bytes[start..<start + profile.count]
        #expect(clean.starts(with: profile.prefix(4)) && clean.dropFirst(36).starts(with: "acsp".utf8))
        for text in ["SN1234567", "SERIAL12", "mmod"] { #expect(clean.firstRange(of: Array(text.utf8)) == nil) }
    }

    @Test func `A colour profile in a form that is not known is refused`() throws {
        var other = ProfileFile()
        other.tags[2].content = Array("text\0\0\0\0white of 52.52".utf8)
        expectRefusal("has a colour profile that is not understood", JPEGFile(other.segments).bytes)
    }

    @Test func `Settings of HEVC with data of a user are refused`() throws {
        let path = Self.still.appending("picture.heic")
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: path.string)))
        // The first of its units, 24 bytes of type 32, becomes a message of 20 bytes that nobody knows (H.265, D.2.7).
        let settings = Array("hvcC".utf8)
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: settings) }) + 4 + 23
        try #require(bytes[start] & 0x3F == 32 && bytes[start + 4] == 24)
        bytes[start] = 39
        bytes.replaceSubrange(start + 5..<start + 29, with: [0x4E, 1, 5, 20] + [UInt8](repeating: 0x11, count: 20))
        expectRefusal("has data of a user in its pictures", bytes)
    }

    @Test func `Parts that are not known and that a decoder may need are refused`() throws {
        var jpeg = JPEGFile([JPEGFile.exif(ExifStructure())])
        #expect(throws: Never.self) { try CleanedFile(try scratch.write(jpeg.bytes), in: scratch) }
        jpeg.segments.append(JPEGSegment.bytes(0xF8, [1, 0, 255]))
        expectRefusal("has a segment that is not known", jpeg.bytes)
        let chunk = "has a chunk that is not known and that the picture needs"
        expectRefusal(chunk, PNGFile([PNGFile.chunk("CgBI", [0, 0, 0, 0])]).bytes)
        #expect(
            try CleanedFile(try scratch.write(PNGFile([PNGFile.chunk("cgBI", [1])]).bytes), in: scratch).removed == [
                .rest
            ])
    }

    @Test func `A chunk or a segment that is longer than it can be does not stay`() throws {
        for type in ["gAMA", "pHYs", "sRGB"] {
            let file = PNGFile([PNGFile.chunk(type, Self.person)])
            let copy = try CleanedFile(try scratch.write(file.bytes), in: scratch)
            #expect(copy.removed == [.rest] && copy.bytes == PNGFile([]).bytes, "\(type)")
        }
        expectRefusal("has a segment that is not known", JPEGFile([JPEGSegment.bytes(0xDD, Self.person)]).bytes)
        let frame = JPEGSegment.bytes(0xC0, [8, 0, 48, 0, 64, 1, 1, 0x11, 0] + Self.person)
        expectRefusal("has two frames", JPEGFile([frame]).bytes)
    }

    /// A HEIC file whose pictures consist of units (H.265, 7.3.1), with the settings of a real one.
    private static func heic(_ pictures: [[UInt8]]...) throws -> HEIFFile {
        let real = [UInt8](try Data(contentsOf: URL(filePath: still.appending("picture.heic").string)))
        let start = try #require(real.indices.first { real[$0...].starts(with: Array("hvcC".utf8)) }) - 4
        var file = HEIFFile()
        file.properties.append(Array(real[start..<start + 120]))
        file.items = pictures.enumerated().map { number, units in
            HEIFItem(UInt32(number + 1), "hvc1", units.flatMap { BoxWriter.number(UInt32($0.count)) + $0 })
        }
        file.associations = pictures.indices.map { (UInt32($0 + 1), [1, 2]) }
        return file
    }

    /// A slice of a picture (H.265, table 7-1).
    private static let slice: [UInt8] = [19 << 1, 1, 0xAF, 0x09, 0x77]
    private static let person = Array("anna@example.com 53.5715".utf8)

    @Test(arguments: [48, 10, 22, 41, 38])
    func `Units of HEVC that are neither picture nor its settings are refused`(type: UInt8) throws {
        let file = try Self.heic([Self.slice, [type << 1, 1] + Self.person])
        expectRefusal("has data among its pictures that is not known", file.bytes)
    }

    @Test func `Units of HEVC that are picture, its settings, filler or numbers of brightness stay`() throws {
        let units = [Self.slice, [38 << 1, 1, 0xFF, 0xFF, 0x80], [35 << 1, 1, 0x50], [62 << 1, 1, 25, 8, 9]]
        let copy = try CleanedFile(try scratch.write(try Self.heic(units).bytes), in: scratch)
        #expect(Data(copy.bytes).range(of: Data(units.joined().suffix(5))) != nil)
    }

    /// A real AVIF, whose picture is at its end, with a unit (AV1, 5.3.1) behind the picture's.
    private static func avif(with unit: [UInt8]) throws -> [UInt8] {
        var bytes = [UInt8](try Data(contentsOf: URL(filePath: still.appending("picture.avif").string)))
        let place: [UInt8] = [0, 0, 2, 0xEE, 0, 0, 0, 0x29]
        let start = try #require(bytes.indices.first { bytes[$0...].starts(with: place) })
        let media = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("mdat".utf8)) })
        try #require(bytes.count == 0x2EE + 0x29 && bytes[media - 1] < 0xFF - UInt8(unit.count))
        bytes[start + 7] += UInt8(unit.count)
        bytes[media - 1] += UInt8(unit.count)
        return bytes + unit
    }

    @Test func `Metadata of a user and unknown units among the pictures of AV1 are refused`() throws {
        func unit(_ type: UInt8, _ content: [UInt8]) -> [UInt8] { [type << 3 | 2, UInt8(content.count)] + content }
        let registered = try Self.avif(with: unit(5, [4, 0xB5, 0, 0x99] + Self.person))
        expectRefusal("has data of a user in its pictures", registered)
        for type in [9, 15] as [UInt8] {
            let bytes = try Self.avif(with: unit(type, Self.person))
            expectRefusal("has data among its pictures that is not known", bytes)
        }
        expectRefusal("has a picture that is cut", try Self.avif(with: [6 << 3 | 2, 40, 1]))
        let known = try Self.avif(with: unit(5, [1, 0, 9, 0, 8, 0x80]))
        #expect(try CleanedFile(try scratch.write(known), in: scratch).facts.position == .absent)
    }

    @Test func `A text between a JPEG's picture and its end is refused`() throws {
        let bytes = JPEGFile().bytes
        expectRefusal("has a text behind its picture", Array(bytes.dropLast(2)) + Self.person + Array(bytes.suffix(2)))
        let few =
            Array(bytes.dropLast(2)) + Array("(((((((((((((((((((((((((((((((((((((((".utf8) + Array(bytes.suffix(2))
        #expect(try CleanedFile(try scratch.write(few), in: scratch).bytes == few)
    }

    @Test func `The small picture of a HEIC goes`() throws {
        var file = try Self.heic([Self.slice], [Self.slice + Self.person])
        file.references = [("thmb", 2, [1])]
        let copy = try CleanedFile(try scratch.write(file.bytes), in: scratch)
        #expect(copy.removed.contains(.companions))
        #expect(Data(copy.bytes).range(of: Data(Self.person)) == nil)
        #expect(Data(copy.bytes).range(of: Data("thmb".utf8)) == nil)
        #expect(Data(copy.bytes).range(of: Data(Self.slice)) != nil)
        #expect(copy.bytes.count == file.bytes.count)
    }

    @Test(arguments: ["picture.heic", "xmp.heic", "picture.avif"])
    func `A HEIF file can lose all but its picture`(name: String) throws {
        let copy = try CleanedFile(Self.still.appending(name), .all, in: scratch)
        #expect(copy.facts.position == .absent && copy.facts.captureTime == nil && copy.facts.width != nil)
    }

    @Test(arguments: [CleanDepth.location, .all])
    func `Colours of Adobe RGB that only EXIF names stay`(depth: CleanDepth) throws {
        // Little-endian: a directory with Make and Exif's, that with the colour space and the rules', and those.
        let directories: [[UInt8]] = [
            [
                2, 0, 0x0F, 1, 2, 0, 4, 0, 0, 0, 0x41, 0x42, 0x43, 0, 0x69, 0x87, 4, 0, 1, 0, 0, 0, 38, 0, 0, 0, 0, 0,
                0, 0,
            ],
            [2, 0, 1, 0xA0, 3, 0, 1, 0, 0, 0, 0xFF, 0xFF, 0, 0, 5, 0xA0, 4, 0, 1, 0, 0, 0, 68, 0, 0, 0, 0, 0, 0, 0],
            [1, 0, 1, 0, 2, 0, 4, 0, 0, 0] + Array("R03\0".utf8) + [0, 0, 0, 0],
        ]
        let block = Array("II*\0".utf8) + [8, 0, 0, 0] + directories.joined()
        let copy = try CleanedFile(try scratch.write(JPEGFile([JPEGSegment.exif(block)]).bytes), depth, in: scratch)
        #expect(Data(copy.bytes).range(of: Data([0xA0, 1, 0, 3, 0, 0, 0, 1, 0xFF, 0xFF])) != nil)
        #expect(Data(copy.bytes).range(of: Data("R03".utf8)) != nil)
        #expect(copy.removed == [.exif] && copy.facts.make == nil)
        let profile = JPEGSegment.bytes(0xE2, Array("ICC_PROFILE\0\u{1}\u{1}sRGB".utf8))
        let other = JPEGFile([JPEGSegment.exif(block), profile]).bytes
        #expect(
            Data(try CleanedFile(try scratch.write(other), depth, in: scratch).bytes).range(of: Data("R03".utf8)) == nil
        )
    }

    private func expectRefusal(_ words: String, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        do {
            _ = try CleanedFile(try scratch.write(bytes), in: scratch)
            Issue.record("is not refused", sourceLocation: sourceLocation)
        } catch CleanFailure.refused(let why) {
            #expect(why == words, sourceLocation: sourceLocation)
        } catch {
            Issue.record("\(error)", sourceLocation: sourceLocation)
        }
    }

    @Test func `A clean copy is left as it is when it is cleaned again`() throws {
        let once = try CleanedFile(Self.still.appending("exif.jpg"), in: scratch)
        let path = try scratch.write(once.bytes)
        #expect(try CleanedFile(path, in: scratch).bytes == once.bytes)
    }

    @Test(arguments: ["exif.jpg", "xmp.png", "exif.webp", "picture.heic"])
    func `A damaged file is refused or becomes a clean copy that is not longer`(name: String) throws {
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: Self.still.appending(name).string)))
        var random = SystemRandomNumberGenerator()
        for round in 0..<120 {
            var copy = bytes
            for _ in 0...round % 4 {
                copy[Int.random(in: 0..<copy.count, using: &random)] = .random(in: 0...255, using: &random)
            }
            if round % 5 == 0 { copy = Array(copy.prefix(Int.random(in: 1...copy.count, using: &random))) }
            let path = try scratch.write(copy)
            do {
                let clean = try CleanedFile(path, in: scratch)
                #expect(clean.facts.position == .absent)
                #expect(clean.bytes.count <= copy.count + 128)
            } catch is CleanFailure {
                continue
            }
        }
    }
}

// The photos belong to others and are not in the repository; without them beside it, this suite is skipped.
@Suite(.enabled(if: KnownPhotos.areThere, "there is no ../shared/photos/truth.ndjson beside the repository"))
struct CleanKnownPhotosTests {
    @Test func `Every real photo becomes a clean copy or is refused with a reason`() throws {
        let scratch = try TemporaryTree(inMemory: true)
        var refused: [String: [String]] = [:]
        var cleaned = 0
        for truth in try KnownPhotos.truth() {
            let path = KnownPhotos.directory.appending(truth.path)
            do {
                let copy = try CleanedFile(path, in: scratch)
                #expect(copy.facts.position == .absent, "\(truth.path)")
                cleaned += 1
            } catch CleanFailure.refused(let why) {
                refused[why, default: []].append(truth.path)
            }
        }
        #expect(cleaned > 100, "\(refused)")
    }
}
