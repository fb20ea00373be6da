import PhotoIntake
import PhotoModel
import Testing
import WorkphotosTestSupport

/// Windows Media and Matroska.
struct FilmTests {
    private static let little = ExifStructure.Order.little
    private static let big = ExifStructure.Order.big

    // MARK: - Windows Media

    private static func object(_ identifier: (UInt64, UInt64), _ content: [UInt8], claiming: UInt64? = nil) -> [UInt8] {
        big.bytes(identifier.0) + big.bytes(identifier.1) + little.bytes(claiming ?? UInt64(24 + content.count))
            + content
    }

    private static let file: (UInt64, UInt64) = (0xA1DC_AB8C_47A9_CF11, 0x8EE4_00C0_0C20_5365)
    private static let stream: (UInt64, UInt64) = (0x9107_DCB7_B7A9_CF11, 0x8EE6_00C0_0C20_5365)
    private static let header: (UInt64, UInt64) = (0x3026_B275_8E66_CF11, 0xA6D9_00AA_0062_CE6C)
    private static let picture: UInt64 = 0xC0EF_19BC_4D5B_CF11
    private static let sound: UInt64 = 0x409E_69F8_4D5B_CF11

    private static func stream(_ kind: UInt64) -> [UInt8] {
        let sizes = little.bytes(UInt32(320)) + little.bytes(UInt32(240))
        return object(stream, big.bytes(kind) + [UInt8](repeating: 0, count: 46) + sizes)
    }

    /// A film with its time in ten-millionths of a second since 1601, and a length of 5 seconds after 3 of preroll.
    private static func wmv(made: UInt64, _ streams: [UInt8]...) -> [UInt8] {
        let times =
            little.bytes(made) + little.bytes(UInt64(0)) + little.bytes(UInt64(80_000_000))
            + little.bytes(UInt64(0)) + little.bytes(UInt64(3_000))
        let file = object(file, [UInt8](repeating: 0, count: 24) + times + [UInt8](repeating: 0, count: 16))
        return object(header, little.bytes(UInt32(2)) + [1, 2] + file + streams.joined())
    }

    private static let made: UInt64 = (11_644_473_600 + 1_259_410_320) * 10_000_000

    @Test func `A Windows Media film has size, length and a time in UTC`() throws {
        let bytes = Self.wmv(made: Self.made, Self.stream(Self.sound), Self.stream(Self.picture))
        let film = try #require(try content(bytes, named: "a.wmv").facts)
        #expect(film.format == .wmv && film.width == 320 && film.height == 240 && film.duration == 5)
        #expect(film.captureTime?.wall.text == "2009-11-28T12:12:00" && film.captureTime?.isOnlyUTC == true)
    }

    @Test(arguments: [0, 1, .max, 11_644_473_600 * 10_000_000] as [UInt64])
    func `An unset time is no time`(made: UInt64) throws {
        #expect(try content(Self.wmv(made: made, Self.stream(Self.picture))).facts?.captureTime == nil)
    }

    @Test func `Sound alone is no video, and a film without a header is corrupt`() throws {
        #expect(try content(Self.wmv(made: 0, Self.stream(Self.sound))) == .other("wma"))
        #expect(try content(Array(Self.wmv(made: 0).prefix(20))).problem == .corrupt)
        let endless = Self.object(Self.header, [0, 0, 0, 0, 1, 2] + Self.stream(Self.picture), claiming: .max)
        #expect(try content(endless).facts?.width == 320)
    }

    // MARK: - Matroska

    private static func element(_ identifier: UInt32, _ content: [UInt8], isUnknown: Bool = false) -> [UInt8] {
        let name = Array(big.bytes(identifier).drop { $0 == 0 })
        let length =
            isUnknown ? [0xFF] : [0x10 | UInt8(content.count >> 24)] + big.bytes(UInt32(content.count)).dropFirst()
        return name + length + content
    }

    private static func track(_ kind: UInt8) -> [UInt8] {
        let video = element(0xE0, element(0xB0, [2, 128]) + element(0xBA, [1, 224]))
        return element(0xAE, element(0x83, [kind]) + (kind == 1 ? video : []))
    }

    private static func mkv(_ type: String, isUnknown: Bool = false, _ parts: [UInt8]...) -> [UInt8] {
        element(0x1A45_DFA3, element(0x4286, [1]) + element(0x4282, Array(type.utf8)))
            + element(0x1853_8067, Array(parts.joined()), isUnknown: isUnknown)
    }

    private static let information = element(
        0x1549_A966,
        element(0x2AD7B1, [0x0F, 0x42, 0x40]) + element(0x4489, big.bytes(Double(2_500).bitPattern))
            + element(0x4461, big.bytes(UInt64(281_103_120) * 1_000_000_000)))

    @Test(arguments: [("matroska", PhotoFormat.mkv), ("webm", .webm)], [false, true])
    func `A Matroska film has size, length and a time in UTC`(kind: (String, PhotoFormat), isUnknown: Bool) throws {
        let bytes = Self.mkv(
            kind.0, isUnknown: isUnknown, Self.information, Self.element(0x1654_AE6B, Self.track(2) + Self.track(1)),
            Self.element(0x1F43_B675, [1, 2, 3]))
        let film = try #require(try content(bytes, named: "a.mkv").facts)
        #expect(film.format == kind.1 && film.width == 640 && film.height == 480 && film.duration == 2.5)
        #expect(film.captureTime?.wall.text == "2009-11-28T12:12:00" && film.captureTime?.isOnlyUTC == true)
    }

    @Test func `Sound alone is no video, and a file without tracks and information is corrupt`() throws {
        let sound = Self.mkv("matroska", Self.information, Self.element(0x1654_AE6B, Self.track(2)))
        #expect(try content(sound) == .other("mka"))
        #expect(try content(Self.mkv("webm")).problem == .corrupt)
        #expect(try content([0x1A, 0x45, 0xDF, 0xA3]).problem == .corrupt)
        let far = Self.mkv("webm", Self.element(0xEC, [UInt8](repeating: 0, count: 300_000)), Self.information)
        #expect(try content(far).facts?.duration == 2.5)
    }

    @Test func `Films that are cut or changed anywhere are read to the end`() throws {
        let films = [
            Self.wmv(made: Self.made, Self.stream(Self.picture)),
            Self.mkv("webm", Self.information, Self.element(0x1654_AE6B, Self.track(1))),
        ]
        for film in films {
            try DamagedFile(film).forEachCut(after: 4..<film.count)
            try DamagedFile(film).forEachChange(in: 4..<film.count, to: [0xFF, 0x80])
        }
    }
}
