import Foundation
import SystemPackage
import Testing
import WorkphotosTestSupport

/// XMP files beside photos, from the scan to what `why` says.
struct CorrectionTests {
    private let world: World

    init() async throws {
        world = try await World.withOfficeAndHome()
        try world.add("c.jpg", TestPhoto(at: (10, 10), taken: "2001:03:04 05:06:07"))
        try world.tree.write("photos/c.jpg.xmp", correction)
        await world.run("scan")
    }

    private var correction: [UInt8] {
        XMPPacket([
            "exif:GPSLatitude": "\(Place.office.latitude)", "exif:GPSLongitude": "\(Place.office.longitude)",
            "exif:DateTimeOriginal": "2026-05-04T10:00:00+02:00",
        ]).bytes
    }

    private func why() async throws -> JSONObject {
        try #require(try await world.objects("why", "\(world.library)/c.jpg").first)
    }

    @Test func `The corrected photo is judged by its correction, and both places are told`() async throws {
        let why = try await why()
        #expect([why["verdict"], why["positionSource"], why["takenAtSource"]] == ["work", "xmp", "xmp"])
        #expect(why[number: "fileLatitude"].map { abs($0 - 10) < 1e-6 } == true)
        #expect(why["fileTakenAt"] == "2001-03-04T05:06:07")
        #expect(why.members["sidecarNotes"] as? [String] == ["corrected"])
        let text = await world.run("why", "\(world.library)/c.jpg").output
        #expect(text.contains("by an XMP file beside it; its own file says 10"), "\(text)")
        #expect(text.contains(", taken 2001-03-04T05:06:07"), "\(text)")
    }

    @Test func `Of two XMP files that differ why names both, and a never fence counts by either`() async throws {
        let home = XMPPacket([
            "exif:GPSLatitude": "\(Place.home.latitude)", "exif:GPSLongitude": "\(Place.home.longitude)",
        ])
        try world.tree.write("photos/c.xmp", home.bytes)
        await world.run("scan")
        let before = try await why()
        #expect(before["verdict"] == "work")
        let others = before.members["otherCorrections"] as? [[String: Any]] ?? []
        #expect(others.map { $0["path"] as? String } == ["\(world.library)/c.xmp"])
        #expect((others.first?["latitude"] as? Double).map { abs($0 - Place.home.latitude) < 1e-6 } == true)
        #expect(others.first?["takenAt"] is NSNull)
        let text = await world.run("why", "\(world.library)/c.jpg").output
        #expect(text.contains("c.xmp says 52.487"), "\(text)")
        await world.run("fence", "add", "Home", "--at", "52.487,13.425", "--radius", "1km", "--kind", "never")
        let after = try await why()
        #expect([after["verdict"], after["reason"], after["fence"]] == ["personal", "never-fence", "Home"])
        await world.run("scan")
        #expect(try await why()["reason"] == "never-fence")
        try world.tree.remove("photos/c.xmp")
        await world.run("scan")
        #expect(try await why()["verdict"] == "work", "it is gone, and another corrects the photo")
    }

    @Test func `A never fence counts by the XMP file of a RAW of the photo's name, and one that is damaged is a doubt`()
        async throws
    {
        await world.run("fence", "add", "Home", "--at", "52.487,13.425", "--radius", "1km", "--kind", "never")
        let home = XMPPacket([
            "exif:GPSLatitude": "\(Place.home.latitude)", "exif:GPSLongitude": "\(Place.home.longitude)",
        ])
        let camera = [ExifEntry.text(0x010F, "Pentax"), .text(0x0110, "K-1"), .bytes(0xC612, .byte, [1, 4, 0, 0])]
        try world.tree.write("photos/a.dng", TIFFFile(.picture(6_000, 4_000, camera)).bytes)
        try world.tree.write("photos/a.xmp", home.bytes)
        await world.run("scan")
        let why = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        #expect([why["verdict"], why["reason"], why["fence"]] == ["personal", "never-fence", "Home"])
        #expect(why["positionSource"] == "exif")
        #expect(why[number: "fileLatitude"].map { abs($0 - Place.home.latitude) < 1e-6 } == true)
        let text = await world.run("why", "\(world.library)/a.jpg").output
        #expect(text.contains("is said of it, which only counts in a fence that is never work"), "\(text)")
        try world.tree.write("photos/a.xmp", Array(home.bytes.dropLast(60)))
        await world.run("scan")
        let doubt = try #require(try await world.objects("why", "\(world.library)/a.jpg").first)
        #expect(doubt["reason"] == "unknown-correction")
    }

    @Test func `A time in an XMP file that lies in the future corrects none`() async throws {
        try world.add("d.jpg", TestPhoto(at: (10, 10), taken: "2001:03:04 05:06:07"))
        let ahead = XMPPacket(["exif:DateTimeOriginal": "2098-01-01T10:00:00+02:00"])
        try world.tree.write("photos/d.jpg.xmp", ahead.bytes)
        await world.run("scan")
        let text = await world.run("why", "\(world.library)/d.jpg").output
        #expect(text.contains("2001-03-04T05:06:07") && text.contains("lies in the future"), "\(text)")
        #expect(!text.contains("its own file says"), "\(text)")
        let why = try #require(try await world.objects("why", "\(world.library)/d.jpg").first)
        #expect(why.members["fileTakenAt"] is NSNull)
    }

    @Test func `A correction that is gone leaves the photo unsure until that is accepted`() async throws {
        try world.tree.remove("photos/c.jpg.xmp")
        await world.run("scan")
        #expect(try await why()["reason"] == "unknown-correction")
        #expect(try await why().members["sidecarNotes"] as? [String] == ["lost"])
        await world.run("scan", "--accept-missing")
        #expect(try await why()["reason"] == "outside-fences")
    }

    @Test func `A mark settles it`() async throws {
        try world.tree.remove("photos/c.jpg.xmp")
        await world.run("scan")
        await world.run("mark", "work", "--yes", "\(world.library)/c.jpg")
        #expect(try await why()["verdict"] == "work")
    }

    @Test func `A correction that cannot be read leaves the photo unsure`() async throws {
        try world.tree.write("photos/c.jpg.xmp", Array(correction.dropLast(60)))
        await world.run("scan")
        #expect(try await why()["reason"] == "unknown-correction")
    }

    @Test func `A photo is judged by its own file again when an XMP file that never corrected it is gone`() async throws
    {
        let name: FilePath = "photos/a.jpg.xmp"
        try world.tree.write(name, Array(correction.dropLast(60)))
        await world.run("scan")
        let list = try await world.objects("list", "--reason", "unknown-correction")
        #expect(list.first?["path"] == "\(world.library)/a.jpg")
        try world.tree.remove(name)
        await world.run("scan")
        #expect(try #require(try await world.objects("why", "\(world.library)/a.jpg").first)["verdict"] == "work")
    }

    @Test func `A never fence counts by what the photo's own file says, and when it is added later`() async throws {
        await world.run("fence", "add", "Island", "--at", "10,10", "--radius", "1km", "--kind", "never")
        let why = try await why()
        #expect([why["verdict"], why["reason"], why["fence"]] == ["personal", "never-fence", "Island"])
    }
}
