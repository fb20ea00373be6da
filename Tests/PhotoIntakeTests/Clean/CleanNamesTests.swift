import PhotoIntake
import PhotoModel
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Names of makers and programs, and texts of people, in the boxes that a clean copy keeps.
struct CleanNamesTests {
    private let scratch: TemporaryTree

    init() throws { scratch = try TemporaryTree(inMemory: true) }

    private func expect(
        _ bytes: [UInt8], toLack texts: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for text in texts {
            #expect(bytes.firstRange(of: Array(text.utf8)) == nil, "\(text)", sourceLocation: sourceLocation)
        }
    }

    private func refusal(of bytes: [UInt8]) -> String? {
        do {
            _ = try CleanedFile(try scratch.write(bytes), in: scratch)
            return nil
        } catch CleanFailure.refused(let why) {
            return why
        } catch {
            return "\(error)"
        }
    }

    /// An AVIF whose picture is a frame without a size (AV1, 5.3.2).
    private var avif: HEIFFile {
        var file = HEIFFile()
        (file.brand, file.items[0]) = ("avif", HEIFItem(1, "av01", [6 << 3, 1, 2, 3]))
        return file
    }

    @Test func `A HEIF file names neither the maker of an auxiliary picture nor that of an item or a group`() throws {
        let alpha = "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha"
        var file = avif
        file.minor = "Sony"
        for kind in ["urn:com:samsung:photo:2024:aux:hdrgainmap", alpha] {
            file.properties.append(BoxWriter.full("auxC", Array((kind + "\0subtype").utf8)))
        }
        file.properties.append(BoxWriter.full("elng", Array("de-AT\0".utf8)))
        var item = HEIFItem(2, "uri ", [1, 2])
        item.media = ["urn:com:apple:photo"]
        file.items.append(item)
        file.references = [("cdsc", 2, [1]), ("sefd", 2, [1])]
        let numbers = [7, 1, 1].flatMap { BoxWriter.number(UInt32($0)) }
        file.groups = [
            BoxWriter.full("altr", numbers + Array("Leica".utf8)), BoxWriter.full("huaw", numbers + Array("P40".utf8)),
        ]
        var bytes = file.bytes
        // The second brand, and an item without a name but with more texts.
        bytes.replaceSubrange(16..<20, with: Array("SHIF".utf8))
        let name = try #require(bytes.firstRange(of: Array("uri name".utf8)))
        bytes[name.lowerBound + 4] = 0
        let copy = try CleanedFile(try scratch.write(bytes), in: scratch)
        expect(
            copy.bytes,
            toLack: "Sony", "SHIF", "samsung", "subtype", "de-AT", "ame", "apple", "sefd", "Leica", "huaw", "P40")
        for kept in [alpha, "cdsc", "altr", "avif\0\0\0\0mif1avif"] {
            #expect(copy.bytes.firstRange(of: Array(kept.utf8)) != nil, "\(kept)")
        }
        #expect(copy.bytes.count == bytes.count)
        #expect(copy.removed.isSuperset(of: [.coder, .text, .boxes, .rest]))
        let again = try CleanedFile(try scratch.write(copy.bytes), in: scratch)
        #expect(again.bytes == copy.bytes && again.removed.isEmpty)
    }

    @Test func `An item with XMP and no name keeps what says so`() throws {
        let plain = Array("mime\0application/rdf+xml\0".utf8)
        let copy = try CleanedFile(FormatPhoto.directory.appending("still/xmp.heic"), in: scratch)
        #expect(copy.bytes.firstRange(of: plain) != nil)
    }

    /// A movie in ProRes as a maker might write it, with names wherever there is room for one.
    private func movie(_ text: String) -> [UInt8] {
        let (maker, name) = (Array("pent".utf8), Array((text + "                                ").utf8.prefix(32)))
        func number(_ value: Int) -> [UInt8] { BoxWriter.number(UInt32(value)) }
        func zeroes(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
        func handler(_ kind: String) -> [UInt8] {
            BoxWriter.full("hdlr", Array(kind.utf8) + maker + zeroes(8) + [32] + name)
        }
        var entry = zeroes(78)
        entry[7] = 1
        entry.replaceSubrange(12..<16, with: maker)
        entry.replaceSubrange(42..<74, with: name)
        let sphere = BoxWriter.box("sv3d", BoxWriter.full("svhd", name), BoxWriter.box("proj", []))
        let samples = BoxWriter.box(
            "stbl", BoxWriter.full("stsd", number(1), BoxWriter.box("apch", entry, sphere)),
            BoxWriter.full("stts", number(0)), BoxWriter.full("stsc", number(1), number(1), number(1), number(1)),
            BoxWriter.full("stsz", number(4), number(1)), BoxWriter.full("stco", number(1), number(32)),
            BoxWriter.full("sgpd", Array("Nkon".utf8), name))
        let references = BoxWriter.full("dref", number(1), BoxWriter.full("url ", flags: 1, name))
        let information = BoxWriter.box(
            "minf", handler("dhlralis"), BoxWriter.full("vmhd", zeroes(8)), BoxWriter.box("dinf", references), samples)
        let media = BoxWriter.box("mdia", BoxWriter.full("mdhd", zeroes(20)), handler("mhlrvide"), information)
        let header = BoxWriter.full(
            "tkhd", flags: 1, zeroes(36) + number(65_536) + zeroes(12) + number(65_536) + zeroes(12) + number(1 << 30),
            number(640 << 16), number(480 << 16))
        let edits = BoxWriter.box("edts", BoxWriter.full("elst", number(0)), BoxWriter.box("note", name))
        let track = BoxWriter.box("trak", header, edits, media)
        return BoxWriter.box("ftyp", Array("XAVC".utf8), [1, 15, 31, 255], Array("mp42niko".utf8))
            + BoxWriter.box("mdat", [1, 2, 3, 4])
            + BoxWriter.box("moov", MovieFile.header(), BoxWriter.full("iods", name), track)
    }

    @Test func `A movie names neither its maker nor the program that wrote it`() throws {
        let bytes = movie("Ricoh Theta")
        let copy = try CleanedFile(try scratch.write(bytes, as: "clip.mov"), in: scratch)
        expect(copy.bytes, toLack: "Ricoh", "pent", "XAVC", "niko", "Nkon", "note", "iods")
        #expect(copy.bytes.starts(with: [0, 0, 0, 24] + Array("ftypmp42\0\0\0\0mp42mp42".utf8)))
        #expect(copy.bytes.count == bytes.count && copy.removed == [.coder, .boxes, .rest])
        #expect((copy.facts.width, copy.facts.height) == (640, 480))
        for kept in ["elst", "svhd", "mhlrvide", "dhlralis"] {
            #expect(copy.bytes.firstRange(of: Array(kept.utf8)) != nil, "\(kept)")
        }
    }

    @Test func `Settings of AVC with a user's data are refused`() {
        let real: [UInt8] = [1, 100, 0, 31, 0xFF, 0xE1, 0, 2, 0x67, 100, 1, 0, 2, 0x68, 1, 0xFD, 0xF8, 0xF8, 0]
        func file(_ settings: [UInt8]) -> [UInt8] {
            var file = avif
            file.properties.append(BoxWriter.box("avcC", settings))
            return file.bytes
        }
        #expect(refusal(of: file(real)) == nil)
        #expect(refusal(of: file(real + Array("SN 1".utf8))) == "has data among its pictures that is not known")
        #expect(refusal(of: file(Array(real.prefix(9)))) == "has settings of its pictures that are cut")
        let message: [UInt8] = [6, 5, 20] + [UInt8](repeating: 0x11, count: 20)
        let other = Array(real.prefix(6)) + [0, UInt8(message.count)] + message + [0]
        #expect(refusal(of: file(other)) == "has data of a user in its pictures")
    }

    @Test func `A time that only the file's name tells is not said in the copy`() throws {
        let file = JPEGFile()
        let copy = try CleanedFile(try scratch.write(file.bytes, as: "IMG_20250517_100915.jpg"), in: scratch)
        #expect(copy.bytes == file.bytes)
    }

    @Test(arguments: ["LEICA", "leica q2"])
    func `A copy that still names the device is refused`(name: String) {
        let exif = PNGFile.exif(ExifStructure(primary: [.text(0x010F, "Leica Camera AG"), .text(0x0110, "LEICA Q2")]))
        #expect(refusal(of: PNGFile([exif, PNGFile.chunk("hIST", [1, 2])]).bytes) == nil)
        let said = refusal(of: PNGFile([exif, PNGFile.chunk("hIST", [1] + Array(name.utf8))]).bytes)
        #expect(said == "still names the device when it is cleaned")
    }
}
