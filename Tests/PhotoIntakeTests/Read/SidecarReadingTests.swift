import PhotoIntake
import PhotoModel
import SampleLibrary
import SystemPackage
import Testing
import WorkphotosTestSupport

struct SidecarReadingTests {
    private let scratch: TemporaryTree
    private let tokyo = XMPPacket.position("35,39N", "139,44E")
    private let takeout = #"{"photoTakenTime": {"timestamp": "5"}, "geoData": {"latitude": 1, "longitude": 2}}"#

    init() throws {
        scratch = try TemporaryTree()
        try scratch.write("a.jpg", JPEGFile([JPEGFile.jfif]).bytes)
        try scratch.write("a.xmp", tokyo.bytes)
        try scratch.write("a.jpg.json", Array(takeout.utf8))
    }

    /// The content of `name`, with its sidecars in the directory.
    private func read(_ name: String, _ sidecars: String..., followingLinks: Bool = false) throws -> PhotoFacts {
        let directory = try FileDescriptor.open(scratch.path, .readOnly, options: .directory)
        return try directory.closeAfter {
            var reader = PhotoReader()
            let reading = reader.read(
                name: Array(name.utf8), in: directory.rawValue, followingLinks: followingLinks, now: later,
                sidecars: sidecars.map { Array($0.utf8) })
            return try #require(try reading.get().content.facts)
        }
    }

    @Test func `A sidecar adds what the photo lacks`() throws {
        #expect(try read("a.jpg").position == .absent)
        let photo = try read("a.jpg", "a.xmp")
        #expect(photo.positionSource == .xmp)
        #expect(photo.width == 64)
    }

    @Test func `Paths are read the same way`() throws {
        var reader = PhotoReader()
        let sidecars = [scratch.path("a.jpg.json"), scratch.path("a.xmp")]
        let reading = reader.read(path: scratch.path("a.jpg"), now: later, sidecars: sidecars)
        #expect(try reading.get().content.facts == read("a.jpg", "a.xmp", "a.jpg.json"))
    }

    @Test func `XMP takes precedence over Takeout, and each adds what is unknown`() throws {
        for sidecars in [("a.xmp", "a.jpg.json"), ("a.jpg.json", "a.xmp")] {
            let photo = try read("a.jpg", sidecars.0, sidecars.1)
            #expect(photo.positionSource == .xmp)
            #expect(photo.captureTime?.source == .takeout)
        }
    }

    @Test func `Of two sidecars the first takes precedence`() throws {
        try scratch.write("b.xmp", XMPPacket.position("1,2N", "3,4E").bytes)
        #expect(try read("a.jpg", "b.xmp", "a.xmp").position.coordinate?.longitude == 3 + 4.0 / 60)
        #expect(try read("a.jpg", "a.xmp", "b.xmp").position.coordinate?.longitude == 139 + 44.0 / 60)
    }

    @Test func `An XMP file comes before the photo's own facts, and these before Takeout's`() throws {
        try scratch.write("b.jpg", JPEGFile(.sydney()).bytes)
        #expect(try read("b.jpg", "a.jpg.json").positionSource == .exif)
        let corrected = try read("b.jpg", "a.xmp", "a.jpg.json")
        #expect(corrected.positionSource == .xmp)
        #expect(corrected.position.coordinate?.longitude == 139 + 44.0 / 60)
        #expect(corrected.overruled.coordinate == (try read("b.jpg").position.coordinate))
        try scratch.write("c.jpg", JPEGFile([JPEGSegment.xmp(XMPPacket.position("1,2N", "3,4E").bytes)]).bytes)
        #expect(try read("c.jpg", "a.xmp").position.coordinate?.longitude == 139 + 44.0 / 60)
    }

    @Test func `XMP in the file corrects nothing`() throws {
        let segments = [JPEGFile.exif(.sydney()), JPEGSegment.xmp(XMPPacket.position("1,2N", "3,4E").bytes)]
        try scratch.write("b.jpg", JPEGFile(segments).bytes)
        #expect(try read("b.jpg").positionSource == .exif)
        #expect(try read("b.jpg").sidecars == [])
    }

    @Test func `Another place that XMP in the file says is kept, for a photo that lacks nothing as well`() throws {
        for (taken, orientation) in [(nil, nil), ("2024:05:01 12:34:56", 3 as UInt16)] as [(String?, UInt16?)] {
            var exif = ExifStructure.sydney()
            exif.primary.append(.text(0x010F, "Leica"))
            if let orientation { exif.primary.append(.short(0x0112, orientation)) }
            if let taken { exif.exif.append(.text(0x9003, taken)) }
            let segments = [JPEGFile.exif(exif), JPEGSegment.xmp(XMPPacket.position("1,2N", "3,4E").bytes)]
            try scratch.write("b.jpg", JPEGFile(segments).bytes)
            #expect(try read("b.jpg").overruled.coordinate?.longitude == 3 + 4.0 / 60)
        }
    }

    @Test
    func `The place in a neighbour's XMP file is kept and corrects nothing, and one that cannot be read is noted`()
        throws
    {
        try scratch.write("b.jpg", JPEGFile(.sydney()).bytes)
        try scratch.write("b.xmp", XMPPacket.position("1,2N", "3,4E").bytes)
        try scratch.write("empty.xmp", [])
        func read(_ name: FilePath, _ neighbours: FilePath...) throws -> PhotoFacts {
            var reader = PhotoReader()
            let paths = neighbours.map { scratch.path($0) }
            let reading = reader.read(path: scratch.path(name), now: later, neighbours: paths)
            return try #require(try reading.get().content.facts)
        }
        let photo = try read("b.jpg", "b.xmp")
        #expect(photo.positionSource == .exif && photo.sidecars == [])
        #expect(photo.overruled.coordinate?.longitude == 3 + 4.0 / 60)
        #expect(try read("b.jpg", "b.xmp", "a.xmp").sidecars == .morePlaces)
        #expect(try read("b.jpg", "empty.xmp").sidecars == .unreadable)
        let bare = try read("a.jpg", "a.xmp")
        #expect(bare.position == .absent && bare.captureTime == nil)
        #expect(bare.overruled.coordinate?.longitude == 139 + 44.0 / 60)
    }

    @Test func `A correction leaves another place of the file known`() throws {
        let segments = [JPEGFile.exif(.sydney()), JPEGSegment.xmp(XMPPacket.position("1,2N", "3,4E").bytes)]
        try scratch.write("b.jpg", JPEGFile(segments).bytes)
        let photo = try read("b.jpg", "a.xmp")
        #expect(photo.position.coordinate?.longitude == 139 + 44.0 / 60)
        #expect(photo.sidecars == [.corrected, .morePlaces])
    }

    @Test func `Of the times in an XMP file, that of digitizing corrects none`() throws {
        try scratch.write("b.jpg", TestPhoto(taken: "1972:05:01 10:00:00").bytes)
        try scratch.write("scan.xmp", XMPPacket(["xmp:CreateDate": "2015-01-01T00:00:00"]).bytes)
        try scratch.write("slide.xmp", XMPPacket(["photoshop:DateCreated": "1973-05-01T10:00:00"]).bytes)
        #expect(try read("b.jpg", "scan.xmp").captureTime == (try read("b.jpg").captureTime))
        #expect(try read("b.jpg", "slide.xmp").captureTime?.source == .xmp)
    }

    @Test func `A Takeout file of another year gives no place`() throws {
        try scratch.write("b.jpg", TestPhoto(taken: "2026:05:01 10:00:00").bytes)
        let photo = try read("b.jpg", "a.jpg.json")
        #expect(photo.position == .absent)
        #expect(photo.sidecars == .takeoutDiffers)
    }

    @Test func `An XMP file's date of another day corrects the photo's time, and the name's hour stays of that day`()
        throws
    {
        try scratch.write("b.jpg", TestPhoto(taken: "2026:04:16 10:00:00").bytes)
        try scratch.write("20260418_101500.jpg", JPEGFile([JPEGFile.jfif]).bytes)
        try scratch.write("day.xmp", XMPPacket(["photoshop:DateCreated": "2026-04-18"]).bytes)
        try scratch.write("odd.xmp", XMPPacket(["photoshop:DateCreated": "18/04/2026 10:00"]).bytes)
        let photo = try read("b.jpg", "day.xmp")
        #expect(photo.captureTime?.isDateOnly == true && photo.sidecars == .corrected)
        #expect(try read("b.jpg", "odd.xmp").sidecars == .unclearTime)
        #expect(try read("20260418_101500.jpg", "day.xmp").captureTime?.source == .filename)
    }

    @Test func `A date in a photo's own XMP is its day, of which a later source may say the hour`() throws {
        func read(_ name: String, _ packet: XMPPacket) throws -> CaptureTime? {
            try scratch.write(FilePath(name), JPEGFile([JPEGFile.jfif, JPEGSegment.xmp(packet.bytes)]).bytes)
            return try self.read(name).captureTime
        }
        let day = XMPPacket(["photoshop:DateCreated": "2026-04-18"])
        let alone = try #require(try read("day.jpg", day))
        #expect(alone.isDateOnly && alone.wall.text == "2026-04-18T00:00:00" && alone.source == .xmp)
        #expect(try read("20260418_101500.jpg", day)?.wall.text == "2026-04-18T10:15:00")
        #expect(try read("20260420_101500.jpg", day)?.wall.text == "2026-04-18T00:00:00")
        for (digitized, taken) in [("2026-04-18T10:00:00", "10:00:00"), ("2026-05-01T10:00:00", "00:00:00")] {
            let packet = XMPPacket(["photoshop:DateCreated": "2026-04-18", "xmp:CreateDate": digitized])
            #expect(try read("scan.jpg", packet)?.wall.text == "2026-04-18T\(taken)", "digitized \(digitized)")
        }
        #expect(try read("month.jpg", XMPPacket(["photoshop:DateCreated": "2026-04"])) == nil)
    }

    @Test func `A Takeout file of another year than the photo's name gives neither place nor time`() throws {
        try scratch.write("IMG_20260416_100000.jpg", JPEGFile([JPEGFile.jfif]).bytes)
        let photo = try read("IMG_20260416_100000.jpg", "a.jpg.json")
        #expect(photo.position == .absent && photo.sidecars == .takeoutDiffers)
        #expect(photo.captureTime?.source == .filename)
    }

    @Test func `A photo beside an XMP file that cannot be read is read again by the next scan`() throws {
        try scratch.write("empty.xmp", [])
        var reader = PhotoReader()
        for (name, isRacy) in [("a.xmp", false), ("empty.xmp", true)] {
            let reading = reader.read(path: scratch.path("a.jpg"), now: later, sidecars: [scratch.path(FilePath(name))])
            #expect(try reading.get().isRacy == isRacy, "\(name)")
        }
    }

    @Test func `A photo's sidecars change neither its digest nor its fingerprint`() throws {
        var reader = PhotoReader()
        let alone = try reader.read(path: scratch.path("a.jpg"), now: later).get()
        let with = try reader.read(path: scratch.path("a.jpg"), now: later, sidecars: [scratch.path("a.xmp")]).get()
        #expect(with.digest == alone.digest)
        #expect(with.fingerprint == alone.fingerprint)
        #expect(with.content != alone.content)
    }

    @Test func `Damaged and invalid sidecars have no facts, and XMP files that cannot be read are noted`() throws {
        try scratch.write("broken.xmp", Array(tokyo.bytes.dropLast(60)))
        try scratch.write("picture.xmp", JPEGFile(.sydney()).bytes)
        try scratch.write("text.txt", tokyo.bytes)
        try scratch.write("long.xmp", tokyo.bytes + Array(repeating: 0x20, count: 2_097_152))
        try scratch.makePipe("pipe.xmp")
        try scratch.makeDirectory("directory.xmp")
        try scratch.write("empty.xmp", [])
        #expect(try read("a.jpg", "none.xmp", "picture.xmp", "text.txt") == (try read("a.jpg")))
        for name in ["broken.xmp", "long.xmp", "pipe.xmp", "directory.xmp", "empty.xmp"] {
            var photo = try read("a.jpg", name)
            #expect(photo.sidecars == .unreadable, "\(name)")
            photo.sidecars = []
            #expect(photo == (try read("a.jpg")), "\(name)")
        }
        try scratch.write("broken.json", Array(takeout.utf8.dropLast(9)))
        #expect(try read("a.jpg", "broken.json").sidecars == [])
    }

    @Test func `A link is a sidecar if links are followed`() throws {
        try scratch.link("link.xmp", to: "a.xmp")
        #expect(try read("a.jpg", "link.xmp").position == .absent)
        #expect(try read("a.jpg", "link.xmp", followingLinks: true).positionSource == .xmp)
    }
}
