import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// Tracks and cameras' clocks that an index keeps.
struct TrackRowsTests {
    private let library: Library
    private var index: PhotoIndex { library.index }

    /// A photo at half past by a clock that says no offset.
    init() throws {
        library = try Library()
        try library.scan([withCamera(photo("a.jpg", 1, at: nil, taken: 1_800_000_000))])
        try index.infer()
    }

    private func track(_ path: FilePath, digest: UInt8 = 1, problem: String? = nil, modified: Int64 = 1) throws
        -> ReadTrack
    {
        let points = try [0, 600, 1_200, 1_800].map { second in
            TrackPoint(
                time: WallTime(microseconds: second * 1_000_000),
                coordinate: try #require(Coordinate(latitude: 47.123_456_789, longitude: -8.1)))
        }
        return ReadTrack(
            path: path, isNamed: true,
            fingerprint: Fingerprint(size: 1, modified: modified, changed: 1, inode: 1),
            sha256: Array(repeating: digest, count: 32), tracks: problem == nil ? [try #require(Track(points))] : [],
            problem: problem)
    }

    private func verdict() throws -> Verdict? { try index.photo(at: "/photos/a.jpg")?.judgement?.verdict }

    @Test func `With a track and an offset a photo has the track's position`() throws {
        try index.update(tracks: [track("/t.gpx")], forgetting: [])
        try index.infer()
        #expect(try verdict() == .unsure, "nobody knows the camera's offset")
        #expect(try index.keep(CameraClock(.others, CameraOffset(microseconds: 0))) == 1)
        #expect(try index.basis() == nil)
        try index.infer()
        #expect(try verdict() == .work)
        let trail = try #require(try index.inferenceTrail(at: "/photos/a.jpg"))
        #expect(trail.before == "/t.gpx" && trail.position.before.origin == .track(1))
        #expect(trail.position.coordinate == Coordinate(latitude: 47.123_456_789, longitude: -8.1), "to the last bit")
    }

    @Test func `Other bytes judge everything again, other file times do not`() throws {
        try index.update(tracks: [track("/t.gpx")], forgetting: [])
        #expect(try index.basis() == nil)
        try index.infer()
        try index.update(tracks: [track("/t.gpx", modified: 2)], forgetting: [])
        #expect(try index.basis() == PhotoIndex.inferringBasis)
        #expect(try index.tracks().map(\.fingerprint.modified) == [2])
        try index.update(tracks: [track("/t.gpx", digest: 2)], forgetting: [])
        #expect(try index.basis() == nil)
    }

    @Test func `A track that was forgotten or damaged does not count`() throws {
        try index.update(tracks: [track("/t.gpx")], forgetting: [])
        _ = try index.keep(CameraClock(.named("m11"), CameraOffset(microseconds: 0)))
        try index.infer()
        #expect(try verdict() == .work)
        try index.update(tracks: [track("/t.gpx", digest: 3, problem: "is damaged")], forgetting: [])
        try index.infer()
        #expect(try verdict() == .unsure)
        #expect(try index.tracks().map(\.problem) == ["is damaged"])
        try index.update(tracks: [], forgetting: try index.tracks().map(\.id))
        #expect(try index.tracks().isEmpty)
    }

    @Test func `Offsets apply to existing cameras, and can be replaced and removed`() throws {
        let hour = try CameraOffset(parsing: "1h")
        #expect(try index.keep(CameraClock(.named("Nikon"), hour)) == 0)
        #expect(try index.basis() == PhotoIndex.inferringBasis)
        #expect(try index.keep(CameraClock(.named("leica m"), hour)) == 1)
        #expect(try index.basis() == nil)
        try index.infer()
        #expect(try index.keep(CameraClock(.exactly(make: "Leica", model: "M11"), hour)) == 1)
        #expect(try index.basis() == PhotoIndex.inferringBasis, "the same as before")
        #expect(try index.keep(CameraClock(.named("Leica"), nil)) == 1)
        #expect(try index.basis() == nil)
        #expect(try index.keep(CameraClock(.exactly(make: "New", model: nil), hour)) == 1, "known before its photos")
    }
}
