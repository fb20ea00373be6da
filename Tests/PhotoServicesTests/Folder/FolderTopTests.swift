import PhotoModel
import PhotoPipeline
import PhotoServices
import SystemPackage
import Testing
import WorkphotosTestSupport

/// Nothing is done unless the top is the same destination as before.
struct FolderTopTests {
    private static let marker = DestinationMarker(random: 1, 2)
    private let world: FolderWorld

    init() async throws {
        world = try FolderWorld()
        _ = try await world.service.makeDestination(Self.marker, creating: false)
    }

    @Test func `A top that is replaced between calls is unavailable, even with the same marker`() async throws {
        let sent = try await world.send([1], to: "a.jpg")
        try world.tree.rename("nas", to: "old")
        try world.tree.write("nas/.workphotos-destination", Array("\(Self.marker.text)\n".utf8))
        expectFailure(await world.service.finish([sent])[0], .unavailable)
        await expectError(.unavailable) { () throws(UploadError) in try await world.sendOne(to: "b.jpg") }
        await expectError(.unavailable) { () throws(UploadError) in try await world.addReceipts([0x0A]) }
        await expectError(.unavailable) { () throws(UploadError) in
            try await world.service.discard(sent.upload, source: nil)
        }
        #expect(try world.tree.snapshot().keys.filter { $0.hasPrefix("nas/") } == ["nas/.workphotos-destination"])
    }

    @Test(arguments: ["", "other\n", "no marker at all\n"])
    func `A top with another marker is unavailable`(_ text: String) async throws {
        try world.tree.write("nas/.workphotos-destination", Array(text.utf8))
        await expectError(.unavailable) { () throws(UploadError) in try await world.sendOne(to: "a.jpg") }
        await expectError(.unavailable) { () throws(UploadError) in try await world.service.inspect("a.jpg") }
        #expect(try world.leftovers() == 0)
    }

    @Test func `An unmounted top is an ordinary directory and is unavailable`() async throws {
        try world.tree.remove("nas/.workphotos-destination")
        await expectError(.unavailable) { () throws(UploadError) in try await world.service.size(at: "a.jpg") }
        #expect(try await world.service.marker() == nil)
    }

    @Test func `A missing place is created if requested, with its parents`() async throws {
        let service = FolderService(world.tree.path("new/a/b"), clock: world.clock)
        await expectError(.unavailable) { () throws(UploadError) in
            try await service.makeDestination(Self.marker, creating: false)
        }
        #expect(!world.tree.exists("new"))
        #expect(try await service.makeDestination(Self.marker, creating: true) == Self.marker)
        #expect(try world.tree.read("new/a/b/.workphotos-destination") == Array("\(Self.marker.text)\n".utf8))
        #expect(try world.tree.permissions("new/a/b/.workphotos-destination") == FilePermissions(rawValue: 0o644))
    }

    @Test func `A top that is a file is unavailable`() async throws {
        try world.tree.write("file", [])
        let service = FolderService(world.tree.path("file"), clock: world.clock)
        await expectError(.unavailable) { () throws(UploadError) in try await service.marker() }
        await expectError(.unavailable) { () throws(UploadError) in
            try await service.makeDestination(Self.marker, creating: true)
        }
    }

    @Test func `A marker that was just written can be removed, and no other`() async throws {
        await world.service.unmakeDestination(DestinationMarker(random: 3, 4))
        #expect(try await world.service.marker() == Self.marker)
        await world.service.unmakeDestination(Self.marker)
        #expect(try world.tree.snapshot().keys.filter { $0.hasPrefix("nas/") }.isEmpty)
    }

    @Test func `The directories created for a marker are removed with it, and no others`() async throws {
        let service = FolderService(world.tree.path("nas/a/b"), clock: world.clock)
        #expect(try await service.makeDestination(Self.marker, creating: true) == Self.marker)
        try world.tree.write("nas/a/other", [])
        await service.unmakeDestination(Self.marker)
        #expect(!world.tree.exists("nas/a/b"))
        #expect(world.tree.exists("nas/a/other") && world.tree.exists("nas/.workphotos-destination"))
    }

    @Test func `Its surroundings are itself and all its parents`() async throws {
        let surroundings = try await world.service.localPlace?.surroundings()
        var path = world.tree.path("nas")
        var expected: [FileIdentity] = []
        while true {
            expected.append(try identity(of: path))
            if path == "/" { break }
            path = path.removingLastComponent()
        }
        #expect(surroundings == expected)
    }

    @Test func `Markers written concurrently are one`() async throws {
        try world.tree.makeDirectory("both")
        let (path, clock) = (world.tree.path("both"), world.clock)
        let markers = try await withThrowingTaskGroup { group in
            for number in 0..<8 {
                group.addTask {
                    try await FolderService(path, clock: clock).makeDestination(
                        DestinationMarker(random: 7, UInt64(number)), creating: false)
                }
            }
            return try await group.reduce(into: Set()) { $0.insert($1) }
        }
        #expect(markers.count == 1)
        #expect(try world.tree.snapshot().keys.filter { $0.hasPrefix("both/") }.count == 1)
    }
}
