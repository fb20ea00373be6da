import PhotoModel
import SampleLibrary
import Testing
import WorkphotosTestSupport

/// Whether a film's time is UTC or what the camera's clock showed, by what its maker wrote.
struct MakerTimeTests {
    /// 2026-05-01T17:30:00 in seconds since 1904.
    private static let created: UInt64 = 1_777_656_600 + 2_082_844_800
    private let header = MovieFile.header(created: created)

    private func text(_ time: CaptureTime?) -> String? {
        time.map { "\($0.wall.text)\($0.offset?.text ?? "") \($0.offset?.source.rawValue ?? "-")" }
    }

    private func facts(_ boxes: [UInt8]..., end: [UInt8] = []) throws -> PhotoFacts {
        var file = MovieFile([header] + boxes)
        file.end = end
        return try #require(try content(file.bytes).facts)
    }

    private func userData(_ boxes: [UInt8]...) -> [UInt8] {
        BoxWriter.box("udta", boxes.flatMap(\.self))
    }

    @Test(arguments: [
        ("FIRM", "GoPro"), ("LENS", "GoPro"), ("CAME", "GoPro"), ("NCDT", "NIKON"), ("FFMV", "FUJIFILM"),
        ("QVMI", "CASIO"), ("PENT", "PENTAX"), ("DcMD", "KODAK"), ("MMA0", "MINOLTA"), ("OLYM", "OLYMPUS"),
    ])
    func `The header of a maker that writes local time is wall time`(box: String, make: String) throws {
        let photo = try facts(userData(BoxWriter.box(box, Array("H19.03.02.00.00\0".utf8))))
        #expect(text(photo.captureTime) == "2026-05-01T17:30:00 -")
        #expect(photo.make == make)
    }

    @Test(arguments: [
        ("GoPro", "-"), ("NIKON CORPORATION", "-"), ("OLYMPUS IMAGING CORP.", "-"), ("Apple", "+00:00 utc"),
        ("Google", "+00:00 utc"), ("samsung", "+00:00 utc"), ("Unheard", "+00:00 assumed"), ("DJI", "+00:00 assumed"),
        ("HUAWEI", "+00:00 assumed"), ("OM Digital Solutions", "+00:00 assumed"),
    ])
    func `The maker's name tells as well, and an unknown one leaves it open`(make: String, offset: String) throws {
        let photo = try facts(MovieFile.userData([("mak", make)]))
        #expect(text(photo.captureTime)?.dropFirst(19).trimmed == offset)
    }

    @Test(arguments: ["INFO", "@sec"]) func `A Samsung camera's film is not taken for a phone's`(box: String) throws {
        let data = BoxWriter.box(box, Array("SAMSUNG NX\0".utf8))
        #expect(text(try facts(userData(data)).captureTime) == "2026-05-01T17:30:00+00:00 assumed")
        let named = userData(data) + MovieFile.userData([("mak", "SAMSUNG")])
        #expect(text(try facts(named).captureTime) == "2026-05-01T17:30:00+00:00 assumed")
    }

    @Test(arguments: [
        ("HERO5 Black", " -"), ("HERO10 Black", " -"), ("GoPro Max", " -"), ("HERO11 Black", "+00:00 assumed"),
        ("HERO13 Black", "+00:00 assumed"), ("HERO", "+00:00 assumed"), ("GoPro Max2", "+00:00 assumed"),
    ])
    func `A GoPro that has a time zone may write UTC`(model: String, offset: String) throws {
        let name = Array("MINFc".utf8) + [1, 0, UInt8(model.utf8.count)] + Array(model.utf8)
        let boxes = [("FIRM", Array("H22.01.01.10.00\0".utf8)), ("GPMF", name), ("HMMT", [0, 0, 0, 0])]
        let photo = try facts(userData(boxes.map { BoxWriter.box($0.0, $0.1) }.flatMap(\.self)))
        #expect(text(photo.captureTime) == "2026-05-01T17:30:00" + offset)
        #expect(photo.model == model)
    }

    @Test(arguments: [
        ("HD9.01.01.72.00", " -"), ("FS1.04.01.80.00", " -"), ("H19.03.02.00.00", " -"), ("H21.01.01.46.00", " -"),
        ("H22.01.01.10.00", "+00:00 assumed"), ("H23.01.01.10.00", "+00:00 assumed"),
        ("H24.01.02.02.00", "+00:00 assumed"), ("FW", "+00:00 assumed"),
    ])
    func `A GoPro's firmware tells the camera where its model is not known`(firmware: String, offset: String) throws {
        let photo = try facts(userData(BoxWriter.box("FIRM", Array(firmware.utf8)), BoxWriter.box("CAME", [0, 0])))
        #expect(text(photo.captureTime) == "2026-05-01T17:30:00" + offset)
        #expect(photo.make == "GoPro")
    }

    @Test(arguments: [("HERO9 Black", "-"), ("HERO11 Black", "+00:00 assumed"), ("HERO13 Black", "+00:00 assumed")])
    func `A GoPro's name in the standard's own metadata tells whether it may write UTC`(
        model: String, offset: String
    ) throws {
        let photo = try facts(MovieFile.userData([("mak", "GoPro"), ("mod", model)]))
        #expect(text(photo.captureTime)?.dropFirst(19).trimmed == offset)
    }

    @Test(arguments: [
        ("Apple", "+00:00 utc"), ("NIKON", "-"), ("Foo", "+00:00 assumed"), ("DJI", "+00:00 assumed"),
        ("Canon", "+00:00 assumed"), ("Google", "+00:00 utc"),
    ])
    func `Apple's keys of another maker's camera tell no more than its name`(make: String, offset: String) throws {
        let photo = try facts(MovieFile.keys([("make", make), ("model", "Bar 1")]))
        #expect(text(photo.captureTime)?.dropFirst(19).trimmed == offset)
    }

    /// Metadata with one of Android's keys.
    private func android(_ key: String, _ value: String) -> [UInt8] {
        let names = BoxWriter.box("mdta", Array("com.\(key)".utf8))
        let data = BoxWriter.box("data", BoxWriter.number(UInt32(1)), BoxWriter.number(UInt32(0)), Array(value.utf8))
        let item = BoxWriter.number(UInt32(8 + data.count)) + BoxWriter.number(UInt32(1)) + data
        return BoxWriter.box(
            "meta", BoxWriter.full("hdlr", [0, 0, 0, 0] + Array("mdta".utf8)),
            BoxWriter.full("keys", BoxWriter.number(UInt32(1)), names), BoxWriter.box("ilst", item))
    }

    @Test func `Films of Apple's and Android's systems are in UTC`() throws {
        #expect(text(try facts(MovieFile.keys([("model", "Mac")])).captureTime) == "2026-05-01T17:30:00+00:00 utc")
        let film = try facts(android("android.version", "14"))
        #expect(text(film.captureTime) == "2026-05-01T17:30:00+00:00 utc" && film.make == nil)
    }

    @Test func `Android's keys name the phone`() throws {
        let made = try facts(android("android.manufacturer", "Xiaomi"))
        #expect(text(made.captureTime) == "2026-05-01T17:30:00+00:00 utc" && made.make == "Xiaomi")
        let named = try facts(android("android.model", "Pixel 9"))
        #expect(text(named.captureTime) == "2026-05-01T17:30:00+00:00 utc" && named.model == "Pixel 9")
        #expect(text(try facts(android("android.capture.fps", "1")).captureTime) == "2026-05-01T17:30:00+00:00 assumed")
    }

    @Test(arguments: [
        ("+0200", "2026-05-01T19:30:00+02:00 quicktime"), ("-0330", "2026-05-01T14:00:00-03:30 quicktime"),
        ("+0000", "2026-05-01T17:30:00+00:00 quicktime"), ("?", "2026-05-01T17:30:00+00:00 utc"),
    ])
    func `Samsung's phones say the offset of their clock`(offset: String, time: String) throws {
        #expect(text(try facts(android("samsung.android.utc_offset", offset)).captureTime) == time)
    }

    @Test(arguments: [
        ("XAVC", "+00:00 utc"), ("niko", "-"), ("caqv", "-"), ("mp42", "+00:00 assumed"), ("qt  ", "+00:00 assumed"),
    ])
    func `A maker's own brand tells where nothing else does`(brand: String, offset: String) throws {
        var file = MovieFile([header])
        file.brand = brand
        let film = try #require(try content(file.bytes).facts)
        #expect(text(film.captureTime)?.dropFirst(19).trimmed == offset)
    }

    private func entry(_ tag: UInt32, _ text: String) -> [UInt8] {
        BoxWriter.number(tag) + [0, 2] + BoxWriter.number(UInt16(text.utf8.count)) + Array(text.utf8)
    }

    @Test func `Nikon's own times count first, with its own zone`() throws {
        let entries =
            entry(1, "NIKON CORPORATION\0") + entry(2, "NIKON Z 50_2\0")
            + entry(0x11, "2026:05:01 18:30:01\0") + entry(0x12, "2026:05:01 18:30:00\0")
        for (zone, offset) in [([UInt8](), " -"), (entry(0x19, "+02:00\0"), "+02:00 quicktime")] {
            let data = BoxWriter.box("NCDT", BoxWriter.box("NCHD", [0]), BoxWriter.box("NCTG", entries + zone))
            let photo = try facts(userData(data))
            #expect(text(photo.captureTime) == "2026-05-01T18:30:00" + offset)
            #expect(photo.make == "NIKON CORPORATION")
            #expect(photo.model == "NIKON Z 50_2")
        }
    }

    @Test func `The EXIF block of Canon's, Panasonic's and Ricoh's picture in a film counts first`() throws {
        let exif = ExifStructure(primary: [.text(0x010F, "Maker")], exif: [.text(0x9003, "2026:05:01 18:30:00")])
        let jpeg = JPEGFile(exif).bytes
        for box in [
            BoxWriter.box("CNTH", BoxWriter.box("CNDA", jpeg)),
            BoxWriter.box("PANA", Array(repeating: 0, count: 16) + jpeg), BoxWriter.box("RMKN", exif.bytes),
        ] {
            let photo = try facts(userData(box))
            #expect(text(photo.captureTime) == "2026-05-01T18:30:00 -")
            #expect(photo.captureTime?.source == .exif)
            #expect(photo.make == "Maker")
        }
    }

    @Test func `A date in another maker's box counts first`() throws {
        let tags =
            Array("OLYMPUS DIGITAL CAMERA\0".utf8) + Array(repeating: 0, count: 104)
            + Array("2026:05:01 18:30:00\0".utf8)
        #expect(text(try facts(userData(BoxWriter.box("TAGS", tags))).captureTime) == "2026-05-01T18:30:00 -")
        let other = BoxWriter.box("TAGS", Array("SOMEBODY\0 2026:05:01 18:30:00\0".utf8))
        #expect(text(try facts(userData(other)).captureTime) == "2026-05-01T17:30:00+00:00 assumed")
    }

    @Test func `Sony's XML gives the time with its offset, the device and the position`() throws {
        let xml = """
            <?xml version="1.0"?><NonRealTimeMeta><CreationDate value="2026-05-01T19:30:00+02:00"/>
            <Device manufacturer="Sony" modelName="ILCE-7M3" serialNo="1"/><AcquisitionRecord><Group name="ExifGPS">
            <Item name="LatitudeRef" value="S"/><Item name="Latitude" value="35:39:30.000"/>
            <Item name="LongitudeRef" value="E"/><Item name="Longitude" value="139:45:00.000"/></Group>
            </AcquisitionRecord></NonRealTimeMeta>
            """
        let meta = BoxWriter.full(
            "meta", BoxWriter.full("hdlr", [0, 0, 0, 0] + Array("nrtm".utf8)), BoxWriter.box("xml ", Array(xml.utf8)))
        for photo in [try facts(meta), try facts(end: meta)] {
            #expect(text(photo.captureTime) == "2026-05-01T19:30:00+02:00 quicktime")
            #expect(photo.make == "Sony" && photo.model == "ILCE-7M3")
            #expect(photo.position.coordinate?.longitude == 139.75)
            #expect(photo.position.coordinate.map { ($0.latitude * 1e6).rounded() } == -35_658_333)
        }
    }

    @Test func `GoPro's model is read`() throws {
        let data = Array("MINFc".utf8) + [1, 0, 10] + Array("HERO6 Blac".utf8)
        #expect(try facts(userData(BoxWriter.box("GPMF", data))).model == "HERO6 Blac")
    }

    @Test(arguments: [0, 1] as [UInt8]) func `A header counted from 1970 is recognised`(version: UInt8) throws {
        let header = MovieFile.header(created: 1_338_281_706, version: version)
        let photo = try #require(try content(MovieFile([header]).bytes).facts)
        #expect(photo.captureTime?.wall.text == "2012-05-29T08:55:06")
    }

    @Test func `Boxes of makers that are cut or hold anything are read to the end`() throws {
        for type in ["NCDT", "CNTH", "PANA", "GPMF", "TAGS", "QVMI", "RMKN"] {
            for bytes in [[], [0], Array(repeating: 0xFF, count: 40), Array("MINFc\u{1}".utf8) + [0xFF, 0xFF]]
                as [[UInt8]]
            {
                let photo = try facts(userData(BoxWriter.box(type, bytes)))
                #expect(photo.captureTime?.wall.text == "2026-05-01T17:30:00")
            }
        }
    }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
