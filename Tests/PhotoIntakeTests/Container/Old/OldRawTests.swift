import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

/// Canon's CRW, Minolta's MRW and Sigma's X3F.
struct OldRawTests {
    private static let little = ExifStructure.Order.little
    private static let big = ExifStructure.Order.big

    // MARK: - CRW

    private static func heap(_ records: (tag: UInt16, data: [UInt8])..., order: ExifStructure.Order) -> [UInt8] {
        var (body, directory) = ([UInt8](), order.bytes(UInt16(records.count)))
        for (tag, data) in records {
            if tag & 0x4000 != 0 {
                directory += order.bytes(tag) + data
            } else {
                directory += order.bytes(tag) + order.bytes(UInt32(data.count)) + order.bytes(UInt32(body.count))
                body += data
            }
        }
        return body + directory + order.bytes(UInt32(body.count))
    }

    private static func crw(_ order: ExifStructure.Order, seconds: UInt32 = 1_114_278_876, turn: UInt32 = 270)
        -> [UInt8]
    {
        let image = [2_272, 1_704, 0, turn].flatMap { order.bytes(UInt32($0)) }
        let camera = heap((0x080A, Array("Canon\0PowerShot S40\0".utf8)), order: order)
        let properties = heap(
            (0x1810, image), (0x580E, order.bytes(seconds) + order.bytes(UInt32(0))), (0x2807, camera), order: order)
        let header = order == .big ? "MM" : "II"
        return Array(header.utf8) + order.bytes(UInt32(26)) + Array("HEAPCCDR".utf8) + [UInt8](repeating: 0, count: 12)
            + heap((0x2005, [1, 2, 3]), (0x300A, properties), order: order)
    }

    @Test(arguments: ExifStructure.Order.allCases) func `A CRW has size, time, camera and orientation`(
        order: ExifStructure.Order
    ) throws {
        let photo = try #require(try content(Self.crw(order), named: "a.crw").facts)
        #expect(photo.format == .crw && photo.width == 2_272 && photo.height == 1_704)
        #expect(photo.make == "Canon" && photo.model == "PowerShot S40" && photo.orientation == 8)
        #expect(photo.captureTime?.wall.text == "2005-04-23T17:54:36" && photo.captureTime?.offset == nil)
        #expect(photo.position == .absent)
        #expect(try content(Self.crw(order, seconds: 0, turn: 45)).facts?.captureTime == nil)
    }

    @Test func `A CRW that is cut or changed anywhere is read to the end`() throws {
        try check(Self.crw(.little), from: 14)
    }

    // MARK: - MRW

    private static func mrw(_ order: ExifStructure.Order, exif: [UInt8]) -> [UInt8] {
        func block(_ name: String, _ data: [UInt8]) -> [UInt8] {
            [0] + Array(name.utf8) + order.bytes(UInt32(data.count)) + data
        }
        let sizes = [2_460, 3_280, 2_448, 3_264].flatMap { order.bytes(UInt16($0)) }
        let blocks = block("PRD", Array("21810002".utf8) + sizes) + block("WBG", [1, 2]) + block("TTW", exif)
        return [0] + Array((order == .big ? "MRM" : "MRI").utf8) + order.bytes(UInt32(blocks.count)) + blocks
    }

    @Test(arguments: ExifStructure.Order.allCases) func `An MRW has its size and its EXIF`(
        order: ExifStructure.Order
    ) throws {
        let photo = try #require(try content(Self.mrw(order, exif: ExifStructure.sydney().bytes)).facts)
        #expect(photo.format == .mrw && photo.width == 3_264 && photo.height == 2_448)
        #expect(photo.positionSource == .exif)
        #expect(try content(Array(Self.mrw(order, exif: []).prefix(20))).problem == .corrupt)
    }

    @Test func `An MRW that is cut or changed anywhere is read to the end`() throws {
        try check(Self.mrw(.big, exif: ExifStructure.sydney().bytes), from: 4)
    }

    // MARK: - X3F

    private static func x3f(version: UInt32 = 0x2_0003, _ properties: KeyValuePairs<String, String>, jpeg: [UInt8])
        -> [UInt8]
    {
        let sizes = [2_640, 1_760, 90].flatMap { little.bytes(UInt32($0)) }
        var bytes = Array("FOVb".utf8) + little.bytes(version)
        bytes += [UInt8](repeating: 0, count: version >> 16 < 4 ? 20 : 32) + sizes
        bytes += [UInt8](repeating: 0, count: 300 - bytes.count)
        var (pairs, texts) = ([UInt8](), [UInt16]())
        for (name, value) in properties {
            pairs += little.bytes(UInt32(texts.count)) + little.bytes(UInt32(texts.count + name.utf16.count + 1))
            texts += Array(name.utf16) + [0] + Array(value.utf16) + [0]
        }
        let numbers = [0x2_0000, UInt32(properties.count), 0, 0, UInt32(texts.count)]
        let section =
            Array("SECp".utf8) + numbers.flatMap { little.bytes($0) } + pairs
            + texts.flatMap { little.bytes($0) }
        let picture = Array("SECi".utf8) + [0x2_0000, 2, 18, 64, 48, 0].flatMap { little.bytes(UInt32($0)) } + jpeg
        var places: [UInt8] = []
        for (kind, body) in [("IMA2", picture), ("PROP", section)] {
            places += little.bytes(UInt32(bytes.count)) + little.bytes(UInt32(body.count)) + Array(kind.utf8)
            bytes += body
        }
        return bytes + Array("SECd".utf8) + little.bytes(UInt32(0x2_0000)) + little.bytes(UInt32(2)) + places
            + little.bytes(UInt32(bytes.count))
    }

    private static let properties: KeyValuePairs = ["CAMMANUF": "SIGMA", "CAMMODEL": "SD9", "TIME": "1259413520"]

    @Test(arguments: [0x2_0001, 0x2_0003, 0x4_0000] as [UInt32]) func `An X3F has its size, and its JPEG's EXIF`(
        version: UInt32
    ) throws {
        var exif = ExifStructure.sydney()
        exif.primary = [.text(0x0110, "DP2")]
        let photo = try #require(
            try content(Self.x3f(version: version, Self.properties, jpeg: JPEGFile(exif).bytes)).facts)
        #expect(photo.format == .x3f && photo.width == 2_640 && photo.height == 1_760)
        #expect(photo.positionSource == .exif && photo.model == "DP2" && photo.orientation == 6)
    }

    @Test func `An X3F without EXIF has what its properties say`() throws {
        let photo = try #require(try content(Self.x3f(Self.properties, jpeg: JPEGFile().bytes)).facts)
        #expect(photo.make == "SIGMA" && photo.model == "SD9")
        #expect(photo.captureTime?.wall.text == "2009-11-28T13:05:20")
        let odd: KeyValuePairs = ["TIME": "yesterday", "CAMMANUF": "", "X": "Y"]
        let empty = try #require(try content(Self.x3f(odd, jpeg: [])).facts)
        #expect(empty.captureTime == nil && empty.make == nil)
    }

    @Test func `An X3F that is cut or changed anywhere is read to the end`() throws {
        try check(Self.x3f(Self.properties, jpeg: JPEGFile(.sydney()).bytes), from: 4)
    }

    // MARK: -

    /// Cuts the file at each place, and changes each of its bytes.
    private func check(_ bytes: [UInt8], from start: Int) throws {
        let file = DamagedFile(bytes)
        try file.forEachCut(after: start..<bytes.count) { _, content, damage in
            #expect((content.problem == .corrupt) != (content.facts != nil), damage)
        }
        try file.forEachChange(in: start..<bytes.count, to: [0x00, 0x7F, 0xFF])
    }
}
