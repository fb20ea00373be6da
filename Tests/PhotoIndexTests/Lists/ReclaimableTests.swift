import PhotoIndex
import PhotoModel
import SystemPackage
import Testing

/// What purge could remove, by the status.
struct ReclaimableTests {
    private let jpg = photo("a.jpg", 1, taken: 1_000_000)
    private let takeout = scanned("a.jpg.json", 3, .sidecar(.takeout))
    private let other = photo("b.jpg", 4)
    private let home = photo("home.jpg", 5, at: (-5, 0))
    private let uploads: Uploads
    private var index: PhotoIndex { uploads.index }

    init() throws { uploads = try Uploads([jpg, takeout, other, home]) }

    private func reclaimable(
        _ uploads: Uploads? = nil, unsent: Set<SidecarFormat> = [.takeout]
    ) throws -> LibraryStatus.Count {
        try (uploads ?? self.uploads).index.status(unsentSidecars: unsent).reclaimable
    }

    @Test func `Nothing is reclaimable before an upload`() throws {
        #expect(try reclaimable() == LibraryStatus.Count())
    }

    @Test func `Work photos are, in groups with a copy of every file and sidecar`() throws {
        try uploads.send([jpg], [other], [home])
        #expect(try index.status().uploaded.photos == 2)
        #expect(try reclaimable() == LibraryStatus.Count(photos: 2, bytes: 2_005), "Takeout's file stays")
        #expect(try reclaimable(unsent: []) == LibraryStatus.Count(photos: 1, bytes: 1_004))
        let disk = try index.addDestination(name: "disk", spec: "folder:/disk", marker: marker("disk"))
        try uploads.send([takeout], to: disk)
        #expect(try reclaimable(unsent: []).photos == 1, "the sidecar is elsewhere")
        try uploads.send([takeout])
        #expect(try reclaimable(unsent: []) == LibraryStatus.Count(photos: 2, bytes: 2_005))
        _ = try index.removeDestination(named: "nas", at: 60)
        #expect(try reclaimable() == LibraryStatus.Count())
    }

    @Test func `A held photo is not, until it is released`() throws {
        try uploads.send([jpg, takeout], [other])
        try uploads.record(.hold(reason: "mine"), of: takeout)
        #expect(try reclaimable().photos == 1)
        try uploads.record(.unhold, of: takeout)
        #expect(try reclaimable().photos == 2)
    }

    @Test func `A removed photo is not any more, and a restored one is held`() throws {
        try uploads.send([jpg, takeout], [other])
        let purge = try uploads.remove(jpg, takeout)
        #expect(try reclaimable().photos == 1)
        try uploads.bringBack(purge)
        #expect(try reclaimable().photos == 1)
        #expect(try index.status().uploaded.photos == 2)
    }

    @Test func `An inferred position makes nothing reclaimable`() throws {
        let alone = withCamera(photo("c.jpg", 7, at: nil, taken: 1_000_000))
        let before = withCamera(photo("x.jpg", 10, taken: 0))
        let after = withCamera(photo("y.jpg", 11, taken: 2_000_000))
        let uploads = try Uploads([alone, before, after, other])
        try uploads.index.infer()
        try uploads.send([alone], [other])
        #expect(try uploads.index.status().uploaded.photos == 2)
        #expect(try reclaimable(uploads).photos == 1)
    }
}
