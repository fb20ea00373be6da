import PhotoModel
import PhotoPipeline
import SystemPackage
import Testing
import WorkphotosTestSupport

/// A world in which positions are inferred: `a.jpg` and `c.jpg` say that they were taken at the office, and `b.jpg`,
/// five minutes after the one and before the other, says nothing of it. With a destination and a trash in memory.
struct Inferred {
    let world: World
    let service: FakeUploadService

    init() async throws {
        world = try World()
        service = try world.addNAS()
        _ = try world.addTrash()
        await world.addOffice()
        try configure("infer = true")
        try add("a.jpg", at: Place.office, "10:00:00")
        try add("b.jpg", "10:05:00")
        try add("c.jpg", at: Place.office, "10:10:00")
        await world.run("scan", world.library)
        await world.run("destination", "add", "nas", world.nas)
    }

    /// Puts a photo of the day into the library, with bytes of its own.
    func add(
        _ name: String, at position: (latitude: Double, longitude: Double)? = nil, _ time: String,
        offset: String? = nil, make: String = "Leica", model: String = "M11"
    ) throws {
        var photo = TestPhoto(at: position, taken: "2026:05:04 \(time)")
        (photo.offset, photo.make, photo.model, photo.tail) = (offset, make, model, Array(name.utf8))
        try world.add(name, photo)
    }

    /// Writes the configuration's `[triage]`.
    func configure(_ lines: String) throws {
        try world.tree.write(world.configuration, Array("[triage]\n\(lines)\n".utf8))
    }

    /// Writes a track at one place, a point a minute from 08:00 UTC of the day on, for an hour.
    @discardableResult
    func track(_ name: String, at place: (latitude: Double, longitude: Double)) throws -> String {
        let points = (0..<60).map { minute in
            """
            <trkpt lat="\(place.latitude)" lon="\(place.longitude)">\
            <time>2026-05-04T08:\(minute < 10 ? "0" : "")\(minute):00Z</time></trkpt>
            """
        }
        let text = "<gpx version=\"1.1\"><trk><trkseg>\(points.joined())</trkseg></trk></gpx>"
        try world.tree.write(FilePath(name), Array(text.utf8))
        return world.tree.path(FilePath(name)).string
    }

    /// The line that `list` prints of a photo.
    func line(_ name: String) async throws -> JSONObject {
        try #require(try await world.objects("list").first { $0["path"]?.hasSuffix("/\(name)") == true })
    }

    /// How many files are at the destination.
    var sent: Int { service.entries.count }
}
